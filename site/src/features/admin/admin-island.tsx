import '@northlight/shared/contracts/strict-zod.ts';
import { AdminApp } from '@northlight/shared/admin/admin-app.tsx';
import type { AdminPlatform } from '@northlight/shared/admin/admin-context.ts';
import { fetchStream } from '@northlight/shared/admin/host/fetch-stream.ts';
import { fetchTransport } from '@northlight/shared/admin/host/fetch-transport.ts';
import { download, save } from './browser-files.ts';

const browser: AdminPlatform = {
  send: fetchTransport,
  openStream: fetchStream,
  download,
  save,
  homeUrl: '/',
};

type AdminIslandProps = { businessName: string; businessEmail: string };

export function AdminIsland(props: AdminIslandProps) {
  return <AdminApp platform={browser} {...props} />;
}
