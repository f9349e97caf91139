import { forOwners } from './dashboard-words.ts';
import type { DoctorLine } from '@northlight/shared/contracts/operations.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { checkAddress, checkClock } from './address-checks.ts';
import { runChecks, type Check, type DoctorContext } from './check.ts';
import {
  checkBackup,
  checkDatabaseFile,
  checkDeletedBackups,
  checkDisk,
  checkDiskSpeed,
  checkPermissions,
} from './data-checks.ts';
import { checkInbox, checkMailchimp, checkSmtp } from './email-checks.ts';
import { checkPaypal, checkStripe } from './payment-checks.ts';
import { checkPaypalFeatures, checkStripePermissions } from './permission-checks.ts';
import {
  checkConnections,
  checkOtherAddresses,
  checkProxy,
  checkSettings,
  checkVersions,
} from './settings-checks.ts';

const CHECKS: readonly Check[] = [
  ['Settings', checkSettings],
  ['Connections', checkConnections],
  ['Address', checkAddress],
  ['Other addresses', checkOtherAddresses],
  ['Clock', checkClock],
  ['Stripe', checkStripe],
  ['PayPal', checkPaypal],
  ['Stripe permissions', checkStripePermissions],
  ['PayPal features', checkPaypalFeatures],
  ['Email', checkSmtp],
  ['Replies', checkInbox],
  ['Mailing list', checkMailchimp],
  ['Database', checkDatabaseFile],
  ['Backup', checkBackup],
  ['Deleted backups', checkDeletedBackups],
  ['Disk space', checkDisk],
  ['Disk speed', checkDiskSpeed],
  ['Data folder', checkPermissions],
  ['Versions', checkVersions],
];

const PROXY: Check = ['Proxy', checkProxy];

/** Changes nothing in the shop. */
export async function runDoctor(context: DoctorContext): Promise<DoctorLine[]> {
  const lines = await runChecks(CHECKS, context);
  // Last, because the call to the public address shows the server whether there is a proxy.
  return [...lines, ...(await runChecks([PROXY], context))];
}

/** Only the checks with these names. */
export const runDoctorChecks = (names: readonly string[], context: DoctorContext): Promise<DoctorLine[]> =>
  runChecks(
    [...CHECKS, PROXY].filter(([name]) => names.includes(name)),
    context,
  );

export function doctorRoutes(mount: Mount, context: DoctorContext): void {
  mount('GET /api/admin/doctor', async () => ({
    success: true,
    lines: (await runDoctor(context)).map(forOwners),
  }));
}
