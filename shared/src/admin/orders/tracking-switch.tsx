import { Link } from '@tanstack/react-router';

/** On-hold requests live inside Order Tracking, so that the four tabs stay four (D15). */
export function TrackingSwitch() {
  return (
    <nav className="list-switch" aria-label="Order tracking">
      <Link to="/orders">Orders</Link>
      <Link to="/on-hold">On-hold requests</Link>
    </nav>
  );
}
