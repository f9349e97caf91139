import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useAdminHost } from '../base/admin-context.ts';
import type { AdminClient } from '../base/admin-client.ts';
import { withQuery, type QueryKey } from '../base/query-fn.ts';
import { AUTH_STATUS_KEY } from '../base/session.queries.ts';

/**
 * Shown while any visible data comes from the host's cache. Never appears in browsers, which have no cache.
 */
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
        <p className="offline-banner any-width xs">
          Can’t reach the server. Showing data from{' '}
          <time className="one-line" dateTime={asOf}>
            {asOfLabel(asOf)}
          </time>
          .
        </p>
      )}
    </div>
  );
}

/** The cache time of the oldest visible data. Undefined if everything came from the server. */
export function oldestAsOf(
  shown: readonly QueryKey[],
  { asOf }: Pick<AdminClient, 'asOf'>,
): string | undefined {
  return shown
    .filter(([path]) => path !== AUTH_STATUS_KEY[0])
    .flatMap(([path, query]) => asOf(withQuery(path, query)) ?? [])
    .toSorted()[0];
}

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** "10:12 AM", with the date if it was not today. */
export function asOfLabel(asOf: string, now = new Date()): string {
  const then = new Date(asOf);
  return (then.toDateString() === now.toDateString() ? time : dayAndTime).format(then);
}
