import { normaliseOrderNumber } from '../../contracts/forms/order-number.ts';
import { QueryPanel } from '../query-panel.tsx';
import { Case } from './case.tsx';
import { useCase } from './case.queries.ts';

/** Everything under one order number. Accepts any spelling of the number in the address. */
export function CasePage({ orderNumber: given }: { orderNumber: string }) {
  const orderNumber = normaliseOrderNumber(given);
  const query = useCase(orderNumber);
  return (
    <QueryPanel
      query={query}
      loading={<p className="admin-wait">Loading {orderNumber}…</p>}
      notFound={
        <p className="admin-empty" role="alert">
          There’s no order or request with the number <bdi>{orderNumber}</bdi>.
        </p>
      }
    >
      {(answer) => (
        <Case answer={answer} isFetching={query.isFetching} refresh={() => void query.refetch()} />
      )}
    </QueryPanel>
  );
}
