import { randomBytes } from 'node:crypto';
import type { Env } from '../env.ts';
import type { AdminStore } from './admin-store.ts';
import type { Passwords } from './passwords.ts';

type Deps = {
  adminStore: AdminStore;
  passwords: Passwords;
  env: Pick<Env, 'admin' | 'business'>;
  now: () => Date;
};

/** What must be shown once: the password exists nowhere else. */
export type PrintOnce = { username: string; password: string };

/** Puts in the first administrator where there is none (D21). Null when there is nothing to print. */
export async function createFirstAdmin({ adminStore, passwords, env, now }: Deps): Promise<PrintOnce | null> {
  if (!adminStore.isEmpty()) return null;
  const { username } = env.admin;
  const password = env.admin.password ?? randomBytes(12).toString('base64url');
  adminStore.insert({ username, password: await passwords.hash(password), email: env.business.email }, now());
  return env.admin.password === undefined ? { username, password } : null;
}
