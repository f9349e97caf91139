import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Brand } from '../brand.tsx';
import { goTo, LOGIN_PAGE_PATH, useArrival } from '../navigation.ts';

const COUNTDOWN_SECONDS = 3;

const goToLogin = () => goTo(`${LOGIN_PAGE_PATH}${location.hash}`, { isReplacing: true });

export function LoginRequired() {
  const heading = useArrival<HTMLHeadingElement>('Login required');
  const [seconds, setSeconds] = useState(COUNTDOWN_SECONDS);
  useEffect(() => {
    const timer = setTimeout(() => (seconds > 1 ? setSeconds(seconds - 1) : goToLogin()), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return (
    <div className="auth-page">
      <Brand />
      <section className="admin-card" aria-labelledby="login-required-title">
        <h1 id="login-required-title" ref={heading} tabIndex={-1}>
          Login required
        </h1>
        <p>You need to be logged in to access the admin dashboard.</p>
        <p className="admin-small" role="timer">
          The login page opens in {seconds} {seconds === 1 ? 'second' : 'seconds'}.
        </p>
        <Button onClick={goToLogin}>Go to Login Now</Button>
      </section>
    </div>
  );
}
