import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isLoggedOut, type AdminClient } from '../base/admin-client.ts';
import { cacheFirst } from '../offline-cache/cache-first.ts';
import { AUTH_STATUS_KEY, LOGGED_OUT } from '../base/session.queries.ts';
import { createQueryFn, type QueryKey } from '../base/query-fn.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: QueryKey;
  }
}

/** No retries and no automatic refetching by default. Lists override this in their own queries. */
export function createAdminQueryClient(client: AdminClient): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // When the session has ended, any failed query leads to the login.
      onError: (error) => {
        if (isLoggedOut(error)) queryClient.setQueryData(AUTH_STATUS_KEY, LOGGED_OUT);
      },
    }),
    defaultOptions: {
      // Queries run even when the browser reports being offline. The banner then shows the problem.
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
