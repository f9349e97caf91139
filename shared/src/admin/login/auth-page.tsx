import { type ReactNode, useEffect, useState } from 'react';
import { useAdminHost } from '../base/admin-context.ts';
import { Brand } from '../base/brand.tsx';
import { useArrival, goTo, LOGIN_PAGE_PATH } from '../base/navigation.ts';
import { Button } from '../../ui/button.tsx';

type AuthPageProps = {
  /** The window title. */
  title: string;
  heading: string;
  /** Shown below the card. */
  below?: ReactNode;
  children: ReactNode;
};

/** The layout of pages that need no login: the logo above a card. */
export function AuthPage({ title, heading, below, children }: AuthPageProps) {
  // The desktop app keeps its logins itself.
  const { hasCache } = useAdminHost();
  const ref = useArrival<HTMLHeadingElement>(title);
  return (
    <div className="auth-page">
      <Brand />
      <section className="admin-card" aria-labelledby="auth-title">
        <h1 id="auth-title" ref={ref} tabIndex={-1}>
          {heading}
        </h1>
        {!hasCache && !navigator.cookieEnabled && (
          <p className="admin-failure" role="alert">
            Logging in needs cookies, and this browser blocks them. Allow them for this website, and reload
            the page.
          </p>
        )}
        {children}
      </section>
      {below}
    </div>
  );
}

/** Before anybody types a password for nothing. */
export function NotResponding({ isFetching, retry }: { isFetching: boolean; retry: () => void }) {
  const { businessName, shopName = businessName, BelowLogin } = useAdminHost();
  return (
    <AuthPage
      title="Not responding"
      heading={`${shopName} isn’t responding`}
      below={BelowLogin && <BelowLogin />}
    >
      <p>You can’t log in until the shop answers. Check your connection, or try again in a minute.</p>
      <Button isBusy={isFetching} busyLabel="Trying…" onClick={retry}>
        Try again
      </Button>
    </AuthPage>
  );
}

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
      <p
        className="admin-small"
        role="timer"
      >{`The login page opens in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`}</p>
      <Button onClick={goToLogin}>Go to Login Now</Button>
    </AuthPage>
  );
}
