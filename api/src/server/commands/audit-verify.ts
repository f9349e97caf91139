/** `pnpm audit:verify`: checks that no entry of the audit log was changed or removed. */
import { verifyAudit } from '../../db/audit-log.ts';
import { openShop, runCommand } from './open-shop.ts';

await runCommand(() => {
  const { db } = openShop();
  const { count, brokenAt } = verifyAudit(db);
  db.$client.close();
  if (brokenAt !== null)
    throw new Error(`The audit log was changed: entry ${brokenAt} is missing or doesn’t match its hash.`);
  console.log(`The audit log is complete. Entries: ${count.toLocaleString('en-US')}.`);
});
