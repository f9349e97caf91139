import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AuthStatusAnswer, Login } from '../../contracts/admin/session.ts';
import { pathOf } from '../../contracts/call-path.ts';
import { failureText } from '../../contracts/call-error.ts';
import { isLoggedOut } from '../admin-client.ts';
import { useAdminHost } from '../admin-context.ts';
import { DASHBOARD_PATH, goTo, LOGIN_PAGE_PATH } from '../navigation.ts';
import { createQueryFn } from '../query-fn.ts';
import { showToast } from '../../ui/toasts.ts';

export const AUTH_STATUS_KEY = [pathOf('GET /api/admin/auth-status')] as const;
export const LOGGED_IN: AuthStatusAnswer = { isAuthenticated: true };
export const LOGGED_OUT: AuthStatusAnswer = { isAuthenticated: false };

/** A failed check counts as logged out. */
export function useAuthStatus(): 'asking' | 'in' | 'out' {
  const { client } = useAdminHost();
  const { data, isPending } = useQuery<AuthStatusAnswer | null>({
    queryKey: AUTH_STATUS_KEY,
    queryFn: createQueryFn(client, { on401: 'null' }),
  });
  if (isPending) return 'asking';
  return data?.isAuthenticated ? 'in' : 'out';
}

export function useLogIn() {
  const { client } = useAdminHost();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (login: Login) => client.call('POST /api/admin/login', { body: login }),
    onSuccess: () => {
      // The next administrator must not see the previous one's data.
      queryClient.clear();
      queryClient.setQueryData(AUTH_STATUS_KEY, LOGGED_IN);
      showToast({ title: 'Login successful' });
      // The hash still has the view that was requested before the login.
      goTo(`${DASHBOARD_PATH}${location.hash}`, { isReplacing: true });
    },
  });
}

export function useLogOut() {
  const { client } = useAdminHost();
  const queryClient = useQueryClient();
  const leave = () => {
    queryClient.clear();
    queryClient.setQueryData(AUTH_STATUS_KEY, LOGGED_OUT);
    goTo(LOGIN_PAGE_PATH);
  };
  return useMutation({
    mutationFn: () => client.call('POST /api/admin/logout'),
    onSuccess: leave,
    onError: (error) => {
      if (isLoggedOut(error)) return leave();
      const description = failureText(error, 'Please try again.', 'Couldn’t reach the server.');
      return showToast({ title: 'Couldn’t log you out', description, isError: true });
    },
  });
}
