import type { QueryClient } from '@tanstack/react-query';
import type { AdminClient } from '../admin-client.ts';
import { withQuery } from '../list/query-text.ts';
import type { QueryKey } from '../query-fn.ts';

/** Puts what the host cached of these in place, so that the first render is complete. The server is asked all the same. */
export async function hydrateFromCache(
  keys: readonly QueryKey[],
  queries: QueryClient,
  { getKept }: Pick<AdminClient, 'getKept'>,
): Promise<void> {
  const place = async (queryKey: QueryKey) => {
    const [path, query] = queryKey;
    const cached = await getKept(withQuery(path, query));
    if (cached === null) return;
    queries.setQueryData(queryKey, cached);
    await queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  };
  await Promise.all(keys.map(place));
}
