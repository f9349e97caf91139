import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import type { AdminClient } from '../admin-client.ts';
import { withQuery } from '../list/query-text.ts';
import type { QueryKey } from '../query-fn.ts';

type Context = QueryFunctionContext<QueryKey>;
type QueryFn = <Answer>(context: Context) => Promise<Answer | null>;

/**
 * The first time that this window asks for something, what the host kept of it is shown until the server has answered.
 * Whether the server answers at all is said by `OfflineBanner`, from the call that goes on.
 */
export function cacheFirst(ask: QueryFn, { getKept }: Pick<AdminClient, 'getKept'>): QueryFn {
  return async <Answer>(context: Context): Promise<Answer | null> => {
    const { queryKey, client: queries, signal } = context;
    if (queries.getQueryData(queryKey) !== undefined) return ask(context);
    const [path, query] = queryKey;
    const answering = ask<Answer>(context);
    const nothing = () => null;
    const kept = await Promise.race([
      getKept<Answer>(withQuery(path, query), signal),
      answering.then(nothing, nothing),
    ]);
    if (kept === null) return answering;
    const show = async (answer: Answer | null) => {
      await untilCachedIsDrawn();
      // A logout has emptied the cache, or a later call has brought what is newer.
      if (queries.getQueryData(queryKey) === kept) queries.setQueryData(queryKey, answer);
    };
    answering.then(show, () => queries.invalidateQueries({ queryKey, exact: true }));
    return kept;
  };
}

/** What a query function returns stands in the cache some microtasks later. */
const untilCachedIsDrawn = () => new Promise((resolve) => setTimeout(resolve));

/** Puts what the host kept of these in place, so that the first thing drawn is all there. The server is asked all the same. */
export async function hydrateFromCache(
  keys: readonly QueryKey[],
  queries: QueryClient,
  { getKept }: Pick<AdminClient, 'getKept'>,
): Promise<void> {
  const place = async (queryKey: QueryKey) => {
    const [path, query] = queryKey;
    const kept = await getKept(withQuery(path, query));
    if (kept === null) return;
    queries.setQueryData(queryKey, kept);
    await queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  };
  await Promise.all(keys.map(place));
}
