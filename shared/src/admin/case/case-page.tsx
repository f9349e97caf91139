import { CallError, failureText } from '../../contracts/call-error.ts';
import { normaliseOrderNumber } from '../../contracts/forms/order-number.ts';
import { Button } from '../../ui/button.tsx';
import { Case } from './case.tsx';
import { useCase } from './case.queries.ts';

/** Everything under one number, however the address spells it. */
export function CasePage({ orderNumber: given }: { orderNumber: string }) {
  const orderNumber = normaliseOrderNumber(given);
  const { data, error, isPending, isFetching, refetch } = useCase(orderNumber);
  if (isPending) return <p className="admin-wait">Loading {orderNumber}…</p>;
  if (error instanceof CallError && error.status === 404) {
    return (
      <p className="admin-empty" role="alert">
        There’s no order or request with the number <bdi>{orderNumber}</bdi>.
      </p>
    );
  }
  const refresh = () => void refetch();
  return (
    <>
      <div role="alert">
        {error && (
          <div className="alert admin-banner">
            <p>{failureText(error, error.message, 'Couldn’t reach the server.')}</p>
            {data ? (
              <p>Showing the last saved data.</p>
            ) : (
              <Button isQuiet isBusy={isFetching} onClick={refresh}>
                Try again
              </Button>
            )}
          </div>
        )}
      </div>
      {data && <Case answer={data} isFetching={isFetching} refresh={refresh} />}
    </>
  );
}
