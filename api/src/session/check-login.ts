import type { Login } from '@northlight/shared/contracts/session.ts';
import type { AdminStore, AdminUser } from './admin-store.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './passwords.ts';

export type AdminDeps = {
  adminStore: AdminStore;
  passwords: Passwords;
  throttle: LoginThrottle;
  now: () => Date;
};

/** The administrator, or null for every kind of failure: nobody learns which names exist or which are shut. */
export function checkLogin(
  { adminStore, passwords, throttle }: AdminDeps,
  { username, password }: Login,
  address: string,
): Promise<AdminUser | null> {
  return throttle.guard({ username, address }, async () => {
    const admin = adminStore.byUsername(username);
    const isRight = await passwords.isRight(password, admin?.password);
    return admin && isRight && admin.isActive ? admin : null;
  });
}
