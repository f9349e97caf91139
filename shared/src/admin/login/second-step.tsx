import type { LoginResponse } from '../../contracts/session.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { FactorForm } from './factor-form.tsx';
import { signWithPasskey } from './passkeys.ts';

type SecondStepProps = {
  step: NonNullable<LoginResponse['secondFactor']>;
  onDone: (answer: LoginResponse) => void;
};

/** The step of the login after the password. */
export function SecondStep({ step: { ticket, methods }, onDone }: SecondStepProps) {
  const { client } = useAdminHost();
  return (
    <>
      <p className="admin-small">Your password is right. Now confirm that it’s you.</p>
      <FactorForm
        hasPasskey={methods.passkey}
        sendCode={async (code) =>
          onDone(await client.call('POST /api/admin/login/factor', { body: { ticket, code } }))
        }
        sendPasskey={async () => {
          const options = await client.call('POST /api/admin/login/passkey', { body: { ticket } });
          const body = await signWithPasskey(options);
          onDone(await client.call('POST /api/admin/login/factor', { body }));
        }}
      />
    </>
  );
}
