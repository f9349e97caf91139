import { randomBytes } from 'node:crypto';
import { SettingsError, type Env } from '../env.ts';
import type { AdminStore } from './admin-store.ts';
import { keepFirstPassword } from './first-password.ts';
import type { Passwords } from './passwords.ts';
import { weaknessOf } from './weak-password.ts';

type Deps = {
  adminStore: AdminStore;
  passwords: Passwords;
  env: Pick<Env, 'admin' | 'business' | 'dataDir'>;
  now: () => Date;
};

/**
 * Puts in the first administrator where there is none (D21). A password that is made up goes into a file (see
 * `first-password.ts`). Throws a SettingsError for a weak ADMIN_PASSWORD.
 */
export async function createFirstAdmin({ adminStore, passwords, env, now }: Deps): Promise<void> {
  if (!adminStore.isEmpty()) return;
  const { username, password: given } = env.admin;
  const weakness = given && (await weaknessOf(given, { username, businessName: env.business.name }));
  if (weakness) throw new SettingsError(`ADMIN_PASSWORD is not accepted. ${weakness}`);
  const password = given ?? randomBytes(12).toString('base64url');
  // Before the administrator is stored: after a crash in between, the next start makes another password.
  if (given === undefined) keepFirstPassword(env.dataDir, username, password);
  adminStore.insert({ username, password: await passwords.hash(password), email: env.business.email }, now());
}
