import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Login } from '../../contracts/admin/session.ts';
import { Button } from '../../ui/button.tsx';
import { checkBy } from '../../ui/check-by.ts';
import { TextField } from '../../ui/field.tsx';
import { failureText } from '../../contracts/call-error.ts';
import { useAdminHost } from '../admin-context.ts';
import { HomeLink } from '../home.tsx';
import { AuthPage } from './auth-page.tsx';
import { useLogIn } from './session.queries.ts';

export function LoginPage() {
  const { BelowLogin } = useAdminHost();
  const [resolver] = useState(() => checkBy<Login, Login>(Login));
  // No default values, so that values filled in by a password manager before this script ran count.
  const form = useForm<Login, unknown, Login>({ resolver });
  const logIn = useLogIn();
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
          <p className="admin-aside">
            <HomeLink>Back to the website</HomeLink>
          </p>
          {BelowLogin && <BelowLogin />}
        </>
      }
    >
      <form className="admin-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          {...form.register('username')}
          label="Username"
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
        <Button type="submit" isBusy={logIn.isPending} busyLabel="Logging in...">
          Log in
        </Button>
      </form>
    </AuthPage>
  );
}

/** Uses one message for both missing fields. */
function errorText(message: string | undefined): string | undefined {
  return message?.endsWith('is required') ? 'Please enter both username and password' : message;
}
