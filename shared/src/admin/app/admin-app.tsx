import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { createAdminClient } from '../base/admin-client.ts';
import { AdminContext, StudioZone, useAdminHost, type AdminPlatform } from '../base/admin-context.ts';
import { hydrateFromCache } from '../offline-cache/cache-first.ts';
import { LoginRequired, NotResponding } from '../login/auth-page.tsx';
import {
  AUTH_STATUS_KEY,
  useAuthStatus,
  useIsUnclaimed,
  useMe,
  useSilence,
} from '../base/session.queries.ts';
import { DASHBOARD_PATH, goTo, LOGIN_PAGE_PATH, useAddress } from '../base/navigation.ts';
import { ClaimPage, InvitationPage, LoginPage } from './later.tsx';
import { createAdminQueryClient } from './query-client.ts';
import { createAdminRouter, readsOf, type AdminRouter } from './router.tsx';
import { askToConfirm } from '../base/ui-store.ts';
import { Waiting } from './waiting.tsx';
import { ToastOutlet } from '../../ui/toast-outlet.tsx';
import { Tooltips } from '../../ui/tooltips.tsx';

// A view waits for its stylesheet, which React adds behind the last one of this kind. Before the page's own, it would change
// the order of the layers.
document.head
  .querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')
  .forEach((sheet) => (sheet.dataset['precedence'] = 'view'));

type AdminAppProps = {
  platform: AdminPlatform;
  businessName: string;
  businessEmail: string;
};

/** The whole dashboard, for the website and the desktop app. Styles: ui/base.css and admin.css. */
export function AdminApp({ platform, businessName, businessEmail }: AdminAppProps) {
  const [{ client, queryClient, router, hydrating }] = useState(() => {
    const client = createAdminClient(platform.send, { ...platform, confirm: askToConfirm });
    const queryClient = createAdminQueryClient(client);
    const router = createAdminRouter();
    const hydrating = platform.hasCache
      ? hydrateFromCache([AUTH_STATUS_KEY, ...readsOf(router)], queryClient, client)
      : null;
    // The view's data is asked for together with the login, not after it.
    if (!hydrating && !isLoginPage(location.pathname))
      for (const queryKey of readsOf(router)) void queryClient.prefetchQuery({ queryKey });
    return { client, queryClient, router, hydrating };
  });
  const [isHydrated, setIsHydrated] = useState(!hydrating);
  useEffect(() => void hydrating?.then(() => setIsHydrated(true)), [hydrating]);
  const host = useMemo(() => {
    const { send: _send, ...hostParts } = platform;
    return { ...hostParts, client, businessName, businessEmail };
  }, [platform, client, businessName, businessEmail]);
  return (
    <AdminContext value={host}>
      <QueryClientProvider client={queryClient}>
        {isHydrated && <Screen router={router} />}
        <ToastOutlet />
        <Tooltips />
      </QueryClientProvider>
    </AdminContext>
  );
}

/** The two parts of the link in an invitation, and of one to set a new password. */
const LINK = /^#(?:invite|password)=(\d+)\.([\w-]+)$/;

type ScreenProps = { router: AdminRouter };

function Screen({ router }: ScreenProps) {
  const { pathname, hash } = useAddress();
  const silence = useSilence();
  const [, id, key] = LINK.exec(hash) ?? [];
  if (silence) return <NotResponding {...silence} />;
  if (isLoginPage(pathname))
    return id && key ? (
      <Suspense>
        <InvitationPage invitation={{ id: Number(id), key }} />
      </Suspense>
    ) : (
      <LoginScreen />
    );
  return <GuardedDashboard router={router} />;
}

const isLoginPage = (pathname: string): boolean => pathname.replace(/\/$/, '') === LOGIN_PAGE_PATH;

/** Redirects administrators who are already logged in. */
function LoginScreen() {
  const status = useAuthStatus();
  // The owner answers the first questions after the claim.
  const [wasUnclaimed, setWasUnclaimed] = useState(false);
  const isUnclaimed = useIsUnclaimed();
  if (isUnclaimed && !wasUnclaimed) setWasUnclaimed(true);
  const [isLoggingIn, setIsLoggingIn] = useState(false);
  const isClaiming = wasUnclaimed && !isLoggingIn;
  useEffect(() => {
    if (status === 'in' && !isClaiming) goTo(`${DASHBOARD_PATH}${location.hash}`, { isReplacing: true });
  }, [status, isClaiming]);
  useEffect(() => void LoginPage.preload(), []);
  const wait = <p className="admin-wait">Checking your login…</p>;
  return isClaiming ? (
    <Suspense fallback={wait}>
      <ClaimPage onLogIn={() => setIsLoggingIn(true)} />
    </Suspense>
  ) : status === 'out' ? (
    <Suspense fallback={wait}>
      <LoginPage />
    </Suspense>
  ) : (
    wait
  );
}

function GuardedDashboard({ router }: ScreenProps) {
  const status = useAuthStatus();
  const me = useMe();
  const host = useAdminHost();
  // This page may be older than what was published.
  const { businessName = host.businessName } = me ?? {};
  const named = useMemo(() => ({ ...host, businessName }), [host, businessName]);
  // A person without a login is sent to the login page.
  useEffect(() => {
    if (status === 'out') void LoginPage.preload();
  }, [status]);
  if (status === 'asking') return <Waiting />;
  if (status !== 'in') return <LoginRequired />;
  return (
    <AdminContext value={named}>
      <StudioZone value={me?.timeZone ?? 'UTC'}>
        <RouterProvider router={router} />
      </StudioZone>
    </AdminContext>
  );
}
