import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { createAdminClient } from './admin-client.ts';
import { AdminContext, type AdminPlatform } from './admin-context.ts';
import { LoginPage } from './login/login-page.tsx';
import { LoginRequired } from './login/login-required.tsx';
import { useAuthStatus } from './login/session.queries.ts';
import { LOGIN_PAGE_PATH, useAddress } from './navigation.ts';
import { createAdminQueryClient } from './query-client.ts';
import { createAdminRouter } from './router.tsx';
import { Toaster } from '../ui/toaster.tsx';

type AdminAppProps = {
  platform: AdminPlatform;
  businessName: string;
  businessEmail: string;
};

/** The whole console, in whatever window it stands. Styles: admin.css, and ui/forms.css and ui/toast.css. */
export function AdminApp({ platform, businessName, businessEmail }: AdminAppProps) {
  const [{ client, queryClient, router }] = useState(() => {
    const client = createAdminClient(platform.send, platform);
    return { client, queryClient: createAdminQueryClient(client), router: createAdminRouter() };
  });
  const host = useMemo(() => {
    const { send: _send, ...windowParts } = platform;
    return { ...windowParts, client, businessName, businessEmail };
  }, [platform, client, businessName, businessEmail]);
  return (
    <AdminContext value={host}>
      <QueryClientProvider client={queryClient}>
        <Screen router={router} />
        <Toaster />
      </QueryClientProvider>
    </AdminContext>
  );
}

type ScreenProps = { router: ReturnType<typeof createAdminRouter> };

function Screen({ router }: ScreenProps) {
  const { pathname } = useAddress();
  if (pathname.replace(/\/$/, '') === LOGIN_PAGE_PATH) return <LoginPage />;
  return <GuardedDashboard router={router} />;
}

function GuardedDashboard({ router }: ScreenProps) {
  const status = useAuthStatus();
  if (status === 'asking') return <p className="admin-wait">Checking your login…</p>;
  return status === 'in' ? <RouterProvider router={router} /> : <LoginRequired />;
}
