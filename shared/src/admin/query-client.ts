import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isLoggedOut } from './admin-client.ts';
import { AUTH_STATUS_KEY, LOGGED_OUT } from './login/session-state.ts';

/** The specification's defaults: no retries, nothing fetched anew by itself. Lists say otherwise where they ask. */
export function createAdminQueryClient(): QueryClient {
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
