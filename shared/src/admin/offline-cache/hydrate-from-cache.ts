import type { QueryClient } from '@tanstack/react-query';
import type { AdminClient } from '../admin-client.ts';
import { withQuery } from '../list/query-text.ts';
import type { QueryKey } from '../query-fn.ts';

/** Puts what the host kept of these in place, so that the first thing drawn is all there. The server is asked all the same. */
export async function placeKept(
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
