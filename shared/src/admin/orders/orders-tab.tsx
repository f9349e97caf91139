import { Button } from '../../ui/button.tsx';
import { failureText } from '../../contracts/call-error.ts';
import { countWords } from './order-words.ts';
import { OrdersTable } from './orders-table.tsx';
import { useOrders } from './orders.queries.ts';

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });

export function OrdersTab() {
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = useOrders();
  return (
    <section aria-labelledby="orders-title">
      <div className="admin-panel-head">
        <h2 id="orders-title">Order Tracking</h2>
        {data && (
          <p className="admin-small">
            {countWords(data.orders.length, data.total)}, as of {clock.format(dataUpdatedAt)}
          </p>
        )}
        <Button isQuiet isBusy={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      </div>
      <div role="alert">
        {error && (
          <div className="alert admin-banner">
            <p>{failureText(error, error.message, 'The server could not be reached.')}</p>
            {data && <p>What you see is what was known before.</p>}
          </div>
        )}
      </div>
      {isPending && <p className="admin-wait">Loading the orders…</p>}
      {data?.orders.length === 0 && <p className="admin-empty">No orders found</p>}
      {data && data.orders.length > 0 && <OrdersTable orders={data.orders} />}
    </section>
  );
}
