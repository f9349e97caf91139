import { useState } from 'react';
import { ForgotPassword } from '../../contracts/people.ts';
import { Button } from '../../ui/button.tsx';
import { DataForm } from '../drafts/data-form.tsx';

/** Asks for a link to set a new password. The answer is the same for everybody. */
export function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  const [answer, setAnswer] = useState<string>();
  return (
    <>
      <p className="admin-small" role="status">
        {answer ?? 'We email you a link to set a new password.'}
      </p>
      {!answer && (
        <DataForm
          schema={ForgotPassword}
          initial={{ username: '' }}
          takesFocus
          fields={[
            {
              name: 'username',
              label: 'Username or email',
              autoComplete: 'username',
              autoCapitalize: 'none',
              spellCheck: false,
            },
          ]}
          act={async (client, body) => {
            setAnswer((await client.call('POST /api/admin/forgot-password', { body })).message);
            return undefined;
          }}
          failure="Couldn’t ask for the link"
          submit="Send the link"
          busyLabel="Sending…"
        />
      )}
      <Button isQuiet onClick={onBack}>
        Back to the login
      </Button>
    </>
  );
}
