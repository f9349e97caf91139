import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createAdminClient, type AdminTransport } from './admin-client.ts';
import { AdminContext, type AdminHost } from './admin-context.ts';
import { Dashboard } from './dashboard.tsx';
import { LoginPage } from './login/login-page.tsx';
import { LoginRequired } from './login/login-required.tsx';
import { useAuthStatus } from './login/session.queries.ts';
import { LOGIN_PAGE_PATH, useAddress } from './navigation.ts';
import { createAdminQueryClient } from './query-client.ts';
import { Toaster } from '../ui/toaster.tsx';

type AdminAppProps = {
  transport: AdminTransport;
  businessName: string;
};

/** The whole console, in whatever window it stands. Styles: admin.css, and ui/forms.css and ui/toast.css. */
export function AdminApp({ transport, businessName }: AdminAppProps) {
  const [host] = useState<AdminHost>(() => ({ client: createAdminClient(transport), businessName }));
  const [queryClient] = useState(createAdminQueryClient);
  return (
    <AdminContext value={host}>
      <QueryClientProvider client={queryClient}>
        <Screen />
        <Toaster />
      </QueryClientProvider>
    </AdminContext>
  );
}

function Screen() {
  const { pathname } = useAddress();
  return pathname.replace(/\/$/, '') === LOGIN_PAGE_PATH ? <LoginPage /> : <GuardedDashboard />;
}

function GuardedDashboard() {
  const status = useAuthStatus();
  if (status === 'asking') return <p className="admin-wait">Checking your login…</p>;
  return status === 'in' ? <Dashboard /> : <LoginRequired />;
}
