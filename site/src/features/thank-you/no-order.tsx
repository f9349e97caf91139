import { useEffect } from 'react';

const HOME_AFTER_MS = 3_000;

export function NoOrder() {
  useEffect(() => {
    const timer = setTimeout(() => location.replace('/'), HOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section>
      <h1>No order found</h1>
      <p className="lede" role="status">
        We couldn’t find an order in this browser. If you ordered on another device, check your email for the
        confirmation. We’ll take you to the homepage in 3 seconds.
      </p>
      <p className="thank-you-actions">
        <a className="button" href="/">
          Return to Homepage
        </a>
      </p>
    </section>
  );
}
