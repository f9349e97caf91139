import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { CallError } from '../../contracts/call-error.ts';
import { useAdminHost } from '../base/admin-context.ts';
import type { AdminClient } from '../base/admin-client.ts';
import { withQuery, type QueryKey } from '../base/query-fn.ts';
import { useUi } from '../base/ui-store.ts';
import { AUTH_STATUS_KEY } from '../base/session.queries.ts';

/**
 * The one mark of being offline: shown while any visible data comes from the host's cache, or could not be read. Never
 * appears in browsers, which have no cache.
 */
export function OfflineBanner() {
  const { client } = useAdminHost();
  const queries = useQueryClient().getQueryCache();
  const asOf = useSyncExternalStore(
    useCallback((onChange: () => void) => queries.subscribe(onChange), [queries]),
    () => {
      const shown = queries.findAll({ type: 'active' });
      const oldest = oldestAsOf(
        shown.map(({ queryKey }) => queryKey),
        client,
      );
      return oldest ?? (shown.some(({ state }) => isFromHost(state.error)) ? '' : undefined);
    },
  );
  const isOffline = asOf !== undefined;
  useEffect(() => useUi.setState({ isOffline }), [isOffline]);
  return (
    <div className="offline-mark" role="status">
      {isOffline && (
        <p className="offline-banner any-width xs">
          <strong>Offline.</strong>{' '}
          {asOf ? (
            <>
              <span>The shop isn’t responding. Showing data from</span>{' '}
              <time className="one-line" dateTime={asOf}>{`${asOfLabel(asOf)}.`}</time>
            </>
          ) : (
            <span>The shop isn’t responding.</span>
          )}
        </p>
      )}
    </div>
  );
}

/** The desktop app answers so itself when it can’t reach the server. */
const isFromHost = (error: unknown): boolean =>
  error instanceof CallError && error.response?.code === 'server_unreachable';

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
