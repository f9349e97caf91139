import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useAdminHost } from '../admin-context.ts';
import { asOfLabel } from './offline-label.ts';
import { oldestAsOf } from './oldest-as-of.ts';

/** Says that the host gives what it kept, for as long as any of it is shown. A browser keeps nothing. */
export function OfflineBanner() {
  const { client } = useAdminHost();
  const queries = useQueryClient().getQueryCache();
  const asOf = useSyncExternalStore(
    useCallback((onChange: () => void) => queries.subscribe(onChange), [queries]),
    () =>
      oldestAsOf(
        queries.findAll({ type: 'active' }).map(({ queryKey }) => queryKey),
        client,
      ),
  );
  return (
    <div role="status">
      {asOf && (
        <p className="admin-kept">
          Can’t reach the server. Showing data from <time dateTime={asOf}>{asOfLabel(asOf)}</time>.
        </p>
      )}
    </div>
  );
}
