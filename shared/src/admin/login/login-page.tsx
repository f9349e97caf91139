import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Login, type LoginResponse } from '../../contracts/session.ts';
import { Button } from '../../ui/button.tsx';
import { checkBy } from '../../ui/check-by.ts';
import { TextField } from '../../ui/field.tsx';
import { failureText } from '../../contracts/call-error.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { HomeLink } from '../base/brand.tsx';
import { AuthPage } from './auth-page.tsx';
import { canUsePasskeys, isCanceled, signWithPasskey } from './passkeys.ts';
import { useEnter, useLogIn } from '../base/session.queries.ts';
import { showFailure } from '../base/ui-store.ts';
import { FactorForm } from './factor-form.tsx';
import { ForgotPassword } from '../../contracts/people.ts';
import { DataForm } from '../drafts/data-form.tsx';

export function LoginPage() {
  const { BelowLogin, homeUrl } = useAdminHost();
  const enter = useEnter();
  const [resolver] = useState(() => checkBy<Login, Login>(Login));
  // No default values, so that values filled in by a password manager before this script ran count.
  const form = useForm<Login, unknown, Login>({ resolver });
  const logIn = useLogIn();
  const [hasForgotten, setHasForgotten] = useState(false);
  const step = logIn.data?.secondFactor;
  const { username, password } = form.formState.errors;
  const failure =
    errorText(username?.message ?? password?.message) ??
    (logIn.error && failureText(logIn.error, 'Invalid credentials', 'An error occurred. Please try again.'));
  const submit = form.handleSubmit((login) => {
    if (!logIn.isPending) logIn.mutate(login);
  });

  return (
    <AuthPage
      title="Admin login"
      heading="Admin login"
      below={
        <>
          <p className="admin-aside xs">
            <HomeLink>Back to the website</HomeLink>
          </p>
          {BelowLogin && <BelowLogin />}
        </>
      }
    >
      {step ? (
        <SecondStep step={step} onDone={enter} onBack={logIn.reset} />
      ) : hasForgotten ? (
        <ForgotPasswordForm onBack={() => setHasForgotten(false)} />
      ) : (
        <form className="admin-form stack gap-4" noValidate onSubmit={(event) => void submit(event)}>
          {hasLostKey() && (
            <p className="admin-small" role="status">
              The end of your link is missing. Copy the whole link from the email, and paste it into the
              address bar.
            </p>
          )}
          <TextField
            {...form.register('username')}
            label="Username"
            help="Or your email address."
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField
            {...form.register('password')}
            label="Password"
            type="password"
            autoComplete="current-password"
          />
          <div role="alert">{failure && <p className="admin-failure">{failure}</p>}</div>
          <Button type="submit" isBusy={logIn.isPending} busyLabel="Logging in…">
            Log in
          </Button>
          {canUsePasskeys(homeUrl) && <PasskeyLogin onDone={enter} />}
          <Button isQuiet onClick={() => setHasForgotten(true)}>
            Forgot password?
          </Button>
        </form>
      )}
    </AuthPage>
  );
}

/** A link from an email without its key, which some mail security drops. */
const hasLostKey = (): boolean => new URLSearchParams(location.search).has('link');

/** Logs in with a passkey alone. It also works while too many wrong passwords slow the login down. */
function PasskeyLogin({ onDone }: { onDone: (response: LoginResponse) => void }) {
  const { client } = useAdminHost();
  const logIn = useMutation({
    mutationFn: async () => {
      const body = await signWithPasskey(await client.call('POST /api/admin/login/passkey'));
      return client.call('POST /api/admin/login/factor', { body });
    },
    onSuccess: onDone,
    onError: (error) => {
      if (!isCanceled(error)) showFailure('Couldn’t log you in', error);
    },
  });
  return (
    <Button isQuiet isBusy={logIn.isPending} onClick={() => logIn.mutate()}>
      Use a passkey
    </Button>
  );
}

/** Uses one message for both missing fields. */
function errorText(message: string | undefined): string | undefined {
  return message?.endsWith('is required') ? 'Please enter both username and password' : message;
}

type SecondStepProps = {
  step: NonNullable<LoginResponse['secondFactor']>;
  onDone: (response: LoginResponse) => void;
  onBack: () => void;
};

/** The step of the login after the password. */
export function SecondStep({ step: { ticket, methods, lostCommand }, onDone, onBack }: SecondStepProps) {
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
      <details className="admin-small">
        <summary>I don’t have my phone</summary>
        <p>
          Enter one of the recovery codes that you saved when you set up your second factor. Each works once.
          Without one, ask an owner to remove your second factor. If you’re the only owner, whoever runs the
          server can let you in again.
        </p>
        {lostCommand && (
          <p>
            They type this on the server: <code>{lostCommand}</code>
          </p>
        )}
      </details>
      <Button isQuiet onClick={onBack}>
        Use another account
      </Button>
    </>
  );
}

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
