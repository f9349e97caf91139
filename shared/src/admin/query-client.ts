import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isLoggedOut, type AdminClient } from './admin-client.ts';
import { cacheFirst } from './offline-cache/cache-first.ts';
import { AUTH_STATUS_KEY, LOGGED_OUT } from './login/session.queries.ts';
import { createQueryFn, type QueryKey } from './query-fn.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: QueryKey;
  }
}

/** No retries and no automatic refetching by default. Lists override this in their own queries. */
export function createAdminQueryClient(client: AdminClient): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // A session that ended in the middle leads to the login, whichever list noticed.
      onError: (error) => {
        if (isLoggedOut(error)) queryClient.setQueryData(AUTH_STATUS_KEY, LOGGED_OUT);
      },
    }),
    defaultOptions: {
      // Asked also while the browser believes to be offline: the banner then says what is wrong.
      queries: {
        queryFn: cacheFirst(createQueryFn(client, { on401: 'throw' }), client),
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}
