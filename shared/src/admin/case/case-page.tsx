import { normalizeOrderNumber } from '../../contracts/order-number.ts';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { reads } from '../base/reads.ts';
import { Case } from './case.tsx';

/** Everything under one order number. Accepts any spelling of the number in the address. */
export function CasePage({ orderNumber: given }: { orderNumber: string }) {
  const orderNumber = normalizeOrderNumber(given);
  const query = usePanelQuery(reads('GET /api/json/cases/:orderNumber', { orderNumber }));
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
