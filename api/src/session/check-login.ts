import type { Login } from '@northlight/shared/contracts/admin/session.ts';
import type { Context } from 'koa';
import { deviceIdOf } from './known-devices.ts';
import type { AdminUser } from './admin-store.ts';
import * as adminStore from './admin-store.ts';
import type { AppContext } from '../context.ts';

/**
 * The administrator, or null for every kind of failure, so nobody learns which usernames exist or are
 * inactive.
 */
export function checkLogin(
  { db, settings, limits, passwords }: AppContext,
  { username, password }: Login,
  ctx: Context,
): Promise<AdminUser | null> {
  const admin = adminStore.byUsername(db, username);
  const device = deviceIdOf(settings, ctx, admin);
  return limits.login.guard({ purpose: 'login', username, address: ctx.ip, device }, async () => {
    const isRight = await passwords.isRight(password, admin?.password);
    return admin && isRight && admin.isActive ? admin : null;
  });
}
