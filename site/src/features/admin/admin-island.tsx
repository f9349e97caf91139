import '../../lib/strict-zod.ts';
import { AdminApp } from '@northlight/shared/admin/admin-app.tsx';
import type { AdminPlatform } from '@northlight/shared/admin/admin-context.ts';
import { download, save } from './browser-files.ts';
import { openBrowserStream } from './browser-stream.ts';
import { browserTransport } from './browser-transport.ts';

const browser: AdminPlatform = { send: browserTransport, openStream: openBrowserStream, download, save };

type AdminIslandProps = { businessName: string; businessEmail: string };

export function AdminIsland(props: AdminIslandProps) {
  return <AdminApp platform={browser} {...props} />;
}
