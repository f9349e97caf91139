import * as adminStore from '../../people/session/admin-store.ts';
/**
 * `pnpm admin:create NAME`: creates an owner, or sets a new password, removes the second factors, and
 * reactivates the account. Reads the password from standard input.
 */
import { text } from 'node:stream/consumers';
import { appendAudit } from '../../db/audit-log.ts';
import { removeFactors } from '../../people/session/factor-store.ts';
import { dropFirstPassword } from '../../people/session/first-password.ts';
import { createPasswords, weaknessOf } from '../../people/session/passwords.ts';
import { revokeAll } from '../../people/session/token-store.ts';
import { openShop, runCommand } from './open-shop.ts';
const MAX_NAME_LENGTH = 50;

await runCommand(async () => {
  const username = process.argv[2]?.trim() ?? '';
  if (!username || username.length > MAX_NAME_LENGTH) {
    throw new Error(
      'Missing username (50 characters at most). Example: pnpm admin:create ada < password.txt',
    );
  }
  if (process.stdin.isTTY) console.log('Type the password, then press Enter and Ctrl+D:');
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  const { env, db } = openShop();
  const weakness = await weaknessOf(password, { username, businessName: env.business.name });
  if (weakness) throw new Error(weakness);
  const hash = await createPasswords().hash(password);
  const now = new Date();
  const before = adminStore.byUsername(db, username);
  if (before) {
    adminStore.replacePassword(db, before, hash, now);
    // The way back in for someone who lost their second factor.
    adminStore.update(
      db,
      before.id,
      { totpSecret: null, totpStep: null, isActive: true, invitedAt: null },
      now,
    );
    removeFactors(db, before.id);
    revokeAll(db, before.id, now);
    dropFirstPassword(env.dataDir, username);
  } else {
    const email = adminStore.isEmpty(db) ? env.business.email : `${encodeURIComponent(username)}@localhost`;
    adminStore.insert(db, { username, password: hash, email, role: 'owner' }, now);
  }
  const action = before ? 'admin-password-set' : 'admin-created';
  appendAudit(db, { adminId: null, who: username, address: '', action }, now);
  db.$client.close();
  console.log(
    before
      ? `Password changed for ${username}, and second factors removed. Existing sessions and API tokens have ended.`
      : `Created ${username}. You can log in now.`,
  );
});
