import { randomBytes } from 'node:crypto';
import { isRealMoney } from '../../base/settings/payment-settings.ts';
import { publishedBusiness } from '../../db/catalogs.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { signed } from '../../base/signed.ts';
import { SettingsError } from '../../base/settings/variables.ts';
import { keepFirstPassword, readFirstPassword } from './first-password.ts';
import { weaknessOf } from './passwords.ts';
import * as adminStore from './admin-store.ts';
import type { PeopleContext } from '../context.ts';

const CODE_BYTES = 10;

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

/**
 * Whether the shop is somebody's: claimed, published as a business of its own, or open for real money. One of production is,
 * as soon as somebody has logged in. A trial at home may keep the sample.
 */
export const isClaimed = ({ db, settings }: Pick<PeopleContext, 'db' | 'settings'>): boolean =>
  readShopSettings(db).isClaimed ||
  publishedBusiness(db) !== null ||
  isRealMoney(settings.payments) ||
  (settings.variables['NODE_ENV'] === 'production' &&
    adminStore.all(db).some(({ lastLogin }) => lastLogin !== null));

/**
 * The first account while nobody has used it, and the code with which the owner claims it. Null once somebody has logged
 * in or claimed it, or if the account came from the settings or the command. The code is printed, so it isn't the password,
 * and it ends with it.
 */
export function unclaimed({
  db,
  settings,
}: Pick<PeopleContext, 'db' | 'settings'>): { admin: adminStore.AdminUser; code: string } | null {
  const first = readFirstPassword(settings.dataDir);
  if (!first) return null;
  const [admin, ...others] = adminStore.all(db);
  const isUnused = admin?.username === first.username && admin.lastLogin === null && others.length === 0;
  if (!isUnused) return null;
  const digits = signed(settings.secret, `claim:${first.password}`).toString('hex', 0, CODE_BYTES);
  return { admin, code: digits.replaceAll(/(.{4})(?=.)/g, '$1-') };
}
