import { isInstalled } from '../../base/command-name.ts';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTION_IDS, type ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { CONNECTIONS, isFixed } from '../../base/settings/connections.ts';
import { savedIn, settingsOf } from '../../db/connection-store.ts';
import { proxyNotices } from '../../http/limits/proxy-watch.ts';
import { projectRoot } from '../../base/paths.ts';
import { firstPasswordFile } from '../../people/session/first-password.ts';
import { otherAddresses } from '../../http/middleware/same-origin.ts';
import { isPublic } from '../../base/settings/env.ts';
import { failure, ok, timeText, warning, type DoctorContext, type Finding } from './check.ts';

/** Settings that are right for a trial and wrong for customers. */
export function checkSettings({ settings }: DoctorContext): Finding[] {
  const { payments, business, publicUrl } = settings;
  const faults = [
    !settings.isRateLimited && warning('Rate limits are off.', 'Remove RATE_LIMIT=off.'),
    ...(isPublic(settings)
      ? [
          business.email.endsWith('.example') &&
            warning(
              `BUSINESS_EMAIL is ${business.email}, which does not exist.`,
              'Set it to your email address.',
            ),
          existsSync(firstPasswordFile(settings.dataDir)) &&
            warning('The first password has not been changed.', 'Change it in the dashboard under Settings.'),
        ]
      : []),
  ].filter((line) => line !== false);
  return faults.length > 0 ? faults : [ok(`${publicUrl}, payments: ${payments.mode}.`)];
}

/** Where each service is connected, by the one list of settings. */
export function checkConnections({ db, settings }: DoctorContext): Finding[] {
  const { faults } = settingsOf(db, settings);
  const saved = savedIn(db, settings.secret);
  const labels = (ids: ConnectionId[]) => ids.map((id) => CONNECTIONS[id].label).join(', ') || 'nothing';
  const onServer = CONNECTION_IDS.filter((id) => isFixed(settings, id));
  const inDashboard = CONNECTION_IDS.filter((id) => saved[id] !== undefined && !onServer.includes(id));
  const unread = inDashboard.filter((id) => faults[id] !== undefined);
  if (unread.length > 0)
    return unread.map((id) =>
      failure(`${CONNECTIONS[id].label}: ${faults[id]}`, 'Open Settings, Connections.'),
    );
  return [ok(`Set on the server: ${labels(onServer)}. In the dashboard: ${labels(inDashboard)}.`)];
}

export function checkProxy({ db, now, settings }: DoctorContext): Finding {
  const hops = settings.trustProxyHops;
  const noticedAt = proxyNotices(db, now)
    .times(hops === 0 ? 'unknown-proxy' : 'proxy-bypassed')
    .at(-1);
  if (noticedAt === undefined) return ok(`TRUST_PROXY_HOPS is ${hops}, which fits all requests so far.`);
  const at = timeText(new Date(noticedAt));
  if (hops > 0)
    return failure(
      `Requests reached the server without your proxy, last noticed ${at}. They can claim any address.`,
      'Set HOST=127.0.0.1, or close the port to the outside.',
    );
  return failure(
    `Requests come through a proxy, last noticed ${at}. All customers share one address, so strangers’ wrong passwords can lock you out.`,
    'Set TRUST_PROXY_HOPS=1, or the number of your own proxies in a row.',
  );
}

/** Anyone can send such a request, so it shows text and fails nothing. */
export function checkOtherAddresses({ db, now, settings }: DoctorContext): Finding | null {
  const seen = otherAddresses(db, now).keys();
  if (seen.length === 0) return null;
  return warning(
    `Somebody couldn’t buy or log in at ${seen.join(', ')}, because the shop’s address is ${settings.publicUrl}.`,
    `If one of these is yours, redirect it to ${settings.publicUrl} at your proxy, or make it the shop’s address under Settings, Connections. If not, ignore it.`,
  );
}

export function checkVersions({ db }: DoctorContext): Finding {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const sqlite = db.$client.prepare('SELECT sqlite_version()').pluck().get();
  const versions = `Northlight ${version}, Node ${process.versions.node}, SQLite ${String(sqlite)}.`;
  const builtAt = siteBuiltAt(projectRoot);
  if (builtAt === null) return failure(`${versions} The site is not built.`, buildAgain());
  if (sourcesChangedAt(projectRoot) <= builtAt) return ok(versions);
  return warning(`${versions} The site is older than its sources.`, buildAgain());
}

const buildAgain = () =>
  isInstalled() ? 'Run deploy/install again.' : 'Run pnpm build, and restart the shop.';

/** When `pnpm build` last ran, in Unix milliseconds. */
function siteBuiltAt(root: string): number | null {
  return statSync(join(root, 'site/dist/current'), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function sourcesChangedAt(root: string): number {
  const folders = ['site/src', 'site/public', 'shared/src'].map((folder) => join(root, folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
