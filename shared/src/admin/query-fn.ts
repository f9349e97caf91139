import type { QueryFunctionContext } from '@tanstack/react-query';
import { isLoggedOut, type AdminClient } from './admin-client.ts';
import { withQuery, type QueryValues } from './list/query-text.ts';

/** The URL of a call, and what is asked of it. */
export type QueryKey = readonly [path: string, query?: QueryValues];
type Context = Pick<QueryFunctionContext<QueryKey>, 'queryKey' | 'signal'>;

/** Reads the URL in the first element of the query key. With `on401: 'null'` a missing login is an answer, not a failure. */
export function createQueryFn(client: Pick<AdminClient, 'get'>, { on401 }: { on401: 'throw' | 'null' }) {
  return async <Answer>({ queryKey: [path, query], signal }: Context): Promise<Answer | null> => {
    try {
      return await client.get<Answer>(withQuery(path, query), signal);
    } catch (error) {
      if (on401 === 'null' && isLoggedOut(error)) return null;
      throw error;
    }
  };
}
