import type { AdminClient } from '../admin-client.ts';
import { withQuery } from '../list/query-text.ts';
import { AUTH_STATUS_KEY } from '../login/session-state.ts';
import type { QueryKey } from '../query-fn.ts';

/** Of all that is shown, the time of what was kept longest; undefined when everything came from the server. */
export function oldestAsOf(
  shown: readonly QueryKey[],
  { asOf }: Pick<AdminClient, 'asOf'>,
): string | undefined {
  return shown
    .filter(([path]) => path !== AUTH_STATUS_KEY[0])
    .flatMap(([path, query]) => asOf(withQuery(path, query)) ?? [])
    .toSorted()[0];
}
