import { useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { failureText } from '../../contracts/call-error.ts';
import { useAdminHost } from '../admin-context.ts';
import { Brand } from '../brand.tsx';
import { HomeLink } from '../home.tsx';
import { useArrival } from '../navigation.ts';
import { useLogIn } from './session.queries.ts';

export function LoginPage() {
  const { BelowLogin } = useAdminHost();
  const heading = useArrival<HTMLHeadingElement>('Admin login');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const logIn = useLogIn();
  const failure = isIncomplete
    ? 'Please enter both username and password'
    : logIn.error && failureText(logIn.error, 'Invalid credentials', 'An error occurred. Please try again.');

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (logIn.isPending) return;
    const isNameless = username.trim() === '';
    setIsIncomplete(isNameless || password === '');
    if (isNameless) usernameField.current?.focus();
    else if (password === '') passwordField.current?.focus();
    else logIn.mutate({ username, password });
  };

  return (
    <div className="admin-door">
      <Brand />
      <section className="admin-card" aria-labelledby="login-title">
        <h1 id="login-title" ref={heading} tabIndex={-1}>
          Admin Login
        </h1>
        <form className="admin-form" noValidate onSubmit={submit}>
          <TextField
            label="Username"
            ref={usernameField}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
          <TextField
            label="Password"
            ref={passwordField}
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <div role="alert">{failure && <p className="admin-failure">{failure}</p>}</div>
          <Button type="submit" isBusy={logIn.isPending} busyLabel="Logging in...">
            Login
          </Button>
        </form>
      </section>
      <p className="admin-aside">
        <HomeLink>Back to the website</HomeLink>
      </p>
      {BelowLogin && <BelowLogin />}
    </div>
  );
}
