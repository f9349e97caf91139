import { Link } from '@tanstack/react-router';
import type { PageResponse } from '../../contracts/lists.ts';
import { useMay } from '../base/session.queries.ts';
import { OrderViews } from './order-views.tsx';

/** Above the list of orders. */
export function OrdersAbove({ page }: { page: PageResponse | undefined }) {
  return (
    <>
      <TrackingSwitch />
      <OrderViews isEmpty={page?.total === 0} />
    </>
  );
}

/** On-hold requests, recurring payments, quotes, customers, and the books are part of the Order Tracking tab, because the dashboard has only four tabs. */
export function TrackingSwitch() {
  const mayWork = useMay('work');
  const seesRevenue = useMay('revenue');
  return (
    <nav className="list-switch cluster gap-1 below-3 xs" aria-label="Order tracking">
      <Link to="/orders">Orders</Link>
      {mayWork && <Link to="/on-hold">On-hold requests</Link>}
      <Link to="/recurring">Recurring</Link>
      <Link to="/quotes">Quotes</Link>
      <Link to="/customers">Customers</Link>
      {seesRevenue && <Link to="/books">Books</Link>}
    </nav>
  );
}
