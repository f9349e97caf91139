import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import type { AdminClient } from '../base/admin-client.ts';
import { withQuery, type QueryKey } from '../base/query-fn.ts';

type Context = QueryFunctionContext<QueryKey>;
type QueryFn = <Data>(context: Context) => Promise<Data | null>;

/**
 * On the first request for something in this window, shows the host's cached response until the server
 * responds. `OfflineBanner` shows when the server does not respond.
 */
export function cacheFirst(ask: QueryFn, { getCached }: Pick<AdminClient, 'getCached'>): QueryFn {
  return async <Data>(context: Context): Promise<Data | null> => {
    const { queryKey, client: queries, signal } = context;
    if (queries.getQueryData(queryKey) !== undefined) return ask(context);
    const [path, query] = queryKey;
    const pending = ask<Data>(context);
    const nothing = () => null;
    const cached = await Promise.race([
      getCached<Data>(withQuery(path, query), signal),
      pending.then(nothing, nothing),
    ]);
    if (cached === null) return pending;
    const show = async (response: Data | null) => {
      await untilCachedIsDrawn();
      // Skip if a logout cleared the data or a later request brought newer data.
      if (queries.getQueryData(queryKey) === cached) queries.setQueryData(queryKey, response);
    };
    pending.then(show, () => queries.invalidateQueries({ queryKey, exact: true }));
    return cached;
  };
}

/** A query function's result reaches the cache a few microtasks later. */
const untilCachedIsDrawn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Loads the host's cached responses of these queries, so that the first render is complete. The server is
 * still asked.
 */
export async function hydrateFromCache(
  keys: readonly QueryKey[],
  queries: QueryClient,
  { getCached }: Pick<AdminClient, 'getCached'>,
): Promise<void> {
  const hydrate = async (queryKey: QueryKey) => {
    const [path, query] = queryKey;
    const cached = await getCached(withQuery(path, query));
    if (cached === null) return;
    queries.setQueryData(queryKey, cached);
    await queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  };
  await Promise.all(keys.map(hydrate));
}
