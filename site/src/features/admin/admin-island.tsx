import { AdminApp } from '@northlight/shared/admin/app/admin-app.tsx';
import type { AdminPlatform } from '@northlight/shared/admin/base/admin-context.ts';
import { fetchStream, fetchTransport } from '@northlight/shared/admin/host/fetch-transport.ts';
import { showFailed } from '@northlight/shared/ui/failed-island.ts';
import { guardIsland } from '@northlight/shared/ui/guard-island.ts';
import '@northlight/shared/contracts/strict-zod.ts';

for (const island of document.querySelectorAll('astro-island')) guardIsland(island, showFailed);

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

/** Downloads a server file under the name it gives. */
function download(path: string): void {
  clickLink(path, '');
}

/** Downloads a text under a name. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  clickLink(address, name);
  // The download keeps the text alive once it has started.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function clickLink(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
