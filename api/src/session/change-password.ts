import type { ResetPassword } from '@northlight/shared/contracts/admin/session.ts';
import type { Context } from 'koa';
import { deviceIdOf } from './known-devices.ts';
import { badInput, notLoggedIn } from '../errors.ts';
import type { AdminUser } from './admin-store.ts';
import { dropFirstPassword } from './first-password.ts';
import { adminIdOf } from './session.ts';
import { weaknessOf } from './weak-password.ts';
import * as adminStore from './admin-store.ts';
import type { AppContext } from '../context.ts';

/** Changes the password and ends every session. Null when the current password is wrong. */
export async function changePassword(
  { db, settings, limits, passwords, now }: AppContext,
  { currentPassword, newPassword }: ResetPassword,
  ctx: Context,
): Promise<AdminUser | null> {
  const admin = adminStore.byId(db, adminIdOf(ctx));
  if (!admin) throw notLoggedIn();
  const { username } = admin;
  const weakness = await weaknessOf(newPassword, { username, businessName: settings.business.name });
  if (weakness) throw badInput(weakness, { newPassword: [weakness] });
  const device = deviceIdOf(settings, ctx, admin);
  return limits.login.guard({ purpose: 'password-change', username, address: ctx.ip, device }, async () => {
    if (!(await passwords.isRight(currentPassword, admin.password))) return null;
    const password = await passwords.hash(newPassword);
    if (!adminStore.replacePassword(db, admin, password, now())) return null;
    dropFirstPassword(settings.dataDir, username);
    return { ...admin, password };
  });
}
