import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../db/transaction.ts';
import { SettingsError } from '../../base/settings/env.ts';
import { keepFirstPassword } from './first-password.ts';
import { weaknessOf } from './weak-password.ts';
import * as adminStore from './admin-store.ts';
import type { PeopleContext } from '../context.ts';

/**
 * Creates the first administrator if there is none. A generated password goes into a file (see
 * `first-password.ts`). Throws a SettingsError for a weak ADMIN_PASSWORD.
 */
export async function createFirstAdmin({
  db,
  settings,
  passwords,
  now,
}: Pick<PeopleContext, 'db' | 'settings' | 'passwords' | 'now'>): Promise<void> {
  if (!adminStore.isEmpty(db)) return;
  const { username, password: given } = settings.admin;
  const weakness = given && (await weaknessOf(given, { username, businessName: settings.business.name }));
  if (weakness) throw new SettingsError(`ADMIN_PASSWORD is not accepted. ${weakness}`);
  const password = given ?? randomBytes(12).toString('base64url');
  // Stored first: after a crash in between, the next start generates another password.
  if (given === undefined) keepFirstPassword(settings.dataDir, username, password);
  const hash = await passwords.hash(password);
  const admin = { username, password: hash, email: settings.business.email, role: 'owner' as const };
  await inTransaction(db, () => adminStore.insert(db, admin, now()));
}
