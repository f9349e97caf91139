import '../../lib/strict-zod.ts';
import { AdminApp } from '@northlight/shared/admin/admin-app.tsx';
import { browserTransport } from './browser-transport.ts';

export function AdminIsland({ businessName }: { businessName: string }) {
  return <AdminApp transport={browserTransport} businessName={businessName} />;
}
