import type { ResetPassword } from '@northlight/shared/contracts/session.ts';
import { notLoggedIn } from '../errors.ts';
import type { AdminUser } from './admin-store.ts';
import type { AdminDeps } from './check-login.ts';

/** The administrator with the new password, or null when the current one is wrong. Ends every session they have. */
export async function changePassword(
  { adminStore, passwords, throttle, now }: AdminDeps,
  adminId: number,
  { currentPassword, newPassword }: ResetPassword,
  address: string,
): Promise<AdminUser | null> {
  const admin = adminStore.byId(adminId);
  if (!admin) throw notLoggedIn();
  return throttle.guard({ username: admin.username, address }, async () => {
    if (!(await passwords.isRight(currentPassword, admin.password))) return null;
    const password = await passwords.hash(newPassword);
    return adminStore.replacePassword(admin, password, now()) ? { ...admin, password } : null;
  });
}
