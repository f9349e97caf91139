import { Link } from '@tanstack/react-router';

/** On-hold requests are part of Order Tracking: the dashboard has four tabs and no fifth. */
export function TrackingSwitch() {
  return (
    <nav className="list-switch" aria-label="Order tracking">
      <Link to="/orders">Orders</Link>
      <Link to="/on-hold">On-hold requests</Link>
    </nav>
  );
}
