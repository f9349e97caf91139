import type { QueryFunctionContext } from '@tanstack/react-query';
import { isLoggedOut, type AdminClient } from './admin-client.ts';

/** The path of a call and its query parameters. */
export type QueryKey = readonly [path: string, query?: QueryValues];
type Context = Pick<QueryFunctionContext<QueryKey>, 'queryKey' | 'signal'>;

/**
 * Fetches the path in the first element of the query key. With `on401: 'null'`, a missing login returns null
 * instead of throwing.
 */
export function createQueryFn(client: Pick<AdminClient, 'get'>, { on401 }: { on401: 'throw' | 'null' }) {
  return async <Data>({ queryKey: [path, query], signal }: Context): Promise<Data | null> => {
    try {
      return await client.get<Data>(withQuery(path, query), signal);
    } catch (error) {
      if (on401 === 'null' && isLoggedOut(error)) return null;
      throw error;
    }
  };
}

export type QueryValues = Readonly<Record<string, string | undefined>>;

/** Appends the query string to a path. Empty values are omitted. */
export function withQuery(path: string, values: QueryValues = {}): string {
  const text = queryText(values);
  return text ? `${path}?${text}` : path;
}

export function queryText(values: QueryValues): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams(given).toString();
}
