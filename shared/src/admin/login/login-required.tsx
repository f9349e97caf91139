import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { goTo, LOGIN_PAGE_PATH } from '../base/navigation.ts';
import { AuthPage } from './auth-page.tsx';

const COUNTDOWN_SECONDS = 3;

const goToLogin = () => goTo(`${LOGIN_PAGE_PATH}${location.hash}`, { isReplacing: true });

export function LoginRequired() {
  const [seconds, setSeconds] = useState(COUNTDOWN_SECONDS);
  useEffect(() => {
    const timer = setTimeout(() => (seconds > 1 ? setSeconds(seconds - 1) : goToLogin()), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return (
    <AuthPage title="Login required" heading="Login required">
      <p>You need to be logged in to access the admin dashboard.</p>
      <p className="admin-small" role="timer">
        The login page opens in {seconds} {seconds === 1 ? 'second' : 'seconds'}.
      </p>
      <Button onClick={goToLogin}>Go to Login Now</Button>
    </AuthPage>
  );
}
