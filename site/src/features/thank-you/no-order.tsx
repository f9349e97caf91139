import { useEffect } from 'react';

const HOME_AFTER_MS = 3_000;

export function NoOrder() {
  useEffect(() => {
    const timer = setTimeout(() => location.replace('/'), HOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section>
      <h1>No order here yet</h1>
      <p className="lede" role="status">
        This browser holds no order. If you bought something elsewhere, its confirmation is in your e-mail. We
        take you to the homepage in 3 seconds.
      </p>
      <p className="thank-you-actions">
        <a className="button" href="/">
          Return to Homepage
        </a>
      </p>
    </section>
  );
}
