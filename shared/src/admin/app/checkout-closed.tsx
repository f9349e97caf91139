import { Link } from '@tanstack/react-router';
import { useOverview } from './places.tsx';

/** For owners, above everything: nobody can pay, why, and where to change it. */
export function CheckoutClosed() {
  const why = useOverview()?.closed;
  if (!why) return null;
  return (
    <p className="offline-banner any-width xs" role="status">
      <strong>Your checkout is closed.</strong> <span>{why}</span>{' '}
      <Link to="/settings/$section" params={{ section: 'connections' }}>
        Open Connections
      </Link>
    </p>
  );
}
