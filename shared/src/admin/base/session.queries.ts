import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AuthStatusResponse, Login, LoginResponse } from '../../contracts/session.ts';
import { MODE_MARKS, type OrderMode } from '../../contracts/payments.ts';
import { hasRight, type Right } from '../../contracts/rights.ts';
import { pathOf } from '../../contracts/call-path.ts';
import { isLoggedOut, isSilence } from './admin-client.ts';
import { useAdminHost } from './admin-context.ts';
import { DASHBOARD_PATH, goTo, LOGIN_PAGE_PATH } from './navigation.ts';
import { createQueryFn } from './query-fn.ts';
import { reads } from './query-panel.tsx';
import { showFailure } from './ui-store.ts';
import { showToast } from '../../ui/toasts.ts';

export const AUTH_STATUS_KEY = [pathOf('GET /api/admin/auth-status')] as const;
export const LOGGED_OUT: AuthStatusResponse = { isAuthenticated: false };

/** While the shop does not answer. */
const ASK_AGAIN_MS = 10_000;

function useSession() {
  const { client } = useAdminHost();
  return useQuery<AuthStatusResponse | null>({
    queryKey: AUTH_STATUS_KEY,
    queryFn: createQueryFn(client, { on401: 'null' }),
    refetchInterval: ({ state: { data, error } }) => (data === undefined && error ? ASK_AGAIN_MS : false),
  });
}

/** Set if the shop does not answer, so that nobody is known to be logged in or out. */
export function useSilence(): { isFetching: boolean; retry: () => void } | null {
  const { data, error, isFetching, refetch } = useSession();
  return data === undefined && isSilence(error) ? { isFetching, retry: () => void refetch() } : null;
}

/** A failed check counts as logged out. */
export function useAuthStatus(): 'asking' | 'in' | 'out' {
  const { data, isPending } = useSession();
  if (isPending) return 'asking';
  return data?.isAuthenticated ? 'in' : 'out';
}

/** Whether the shop has no owner yet. */
export const useIsUnclaimed = (): boolean => useSession().data?.isUnclaimed ?? false;

/** Who is logged in. Undefined while the response of an older server is shown. */
export const useMe = () => useSession().data?.user;

/** Tells whether the administrator’s role has a right. The server checks it, too. */
export function useRights(): (right: Right) => boolean {
  const me = useMe();
  return (right) => hasRight(me?.role, right, me?.staffSeesRevenue);
}

export const useMay = (right: Right): boolean => useRights()(right);

/** How the shop is paid now. Undefined until it is known. */
export function useShopMode(): OrderMode | undefined {
  const { data, isError } = useQuery({
    ...reads('GET /api/json/overview'),
    // Every row asks, and the counts beside it change with each order.
    select: ({ paymentMode = 'live' }) => paymentMode,
  });
  return data ?? (isError ? 'live' : undefined);
}

/** Says once that no real money is taken, so that rows need not. */
export function useModeNote(): string | undefined {
  const mode = useShopMode();
  return mode && mode !== 'live' ? `${MODE_MARKS[mode]}: no real payments` : undefined;
}

export function useLogIn() {
  const { client } = useAdminHost();
  const enter = useEnter();
  return useMutation({
    mutationFn: (login: Login) => client.call('POST /api/admin/login', { body: login }),
    onSuccess: (response) => {
      if (response.user) enter(response);
    },
  });
}

/** Opens the dashboard after a login. `view` is the hash of the view to open. */
export function useEnter() {
  const queryClient = useQueryClient();
  // The hash still has the view that was requested before the login.
  return ({ user, message }: LoginResponse, view = location.hash) => {
    // The next administrator must not see the previous one's data.
    queryClient.clear();
    queryClient.setQueryData<AuthStatusResponse>(AUTH_STATUS_KEY, { isAuthenticated: true, user });
    showToast({ title: message });
    goTo(`${DASHBOARD_PATH}${view}`, { isReplacing: true });
  };
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
      showFailure('Couldn’t log you out', error);
    },
  });
}
