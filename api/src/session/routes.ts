import type { Context } from 'koa';
import type { ResetPassword, Login } from '@northlight/shared/contracts/admin/session.ts';
import { rememberDevice, deviceIdOf } from './known-devices.ts';
import type { Mount } from '../endpoints/mount.ts';
import { inTransaction } from '../db/transaction.ts';
import { badInput, invalidCredentials, notLoggedIn } from '../errors.ts';
import { credentialOf } from './session-store.ts';
import { endSession, isLoggedIn, startSession, adminIdOf } from './session.ts';
import * as adminStore from './admin-store.ts';
import type { AppContext } from '../context.ts';
import type { AdminUser } from './admin-store.ts';
import { dropFirstPassword } from './first-password.ts';
import { weaknessOf } from './weak-password.ts';

const WRONG_PASSWORD = 'Your current password is incorrect';

export function sessionRoutes(mount: Mount, context: AppContext): void {
  mount('POST /api/admin/login', async ({ body, ctx }) => {
    const admin = await checkLogin(context, body, ctx);
    if (!admin) throw invalidCredentials();
    await startSession(ctx, { adminId: admin.id, credential: credentialOf(admin) });
    rememberDevice(context.settings, ctx, admin);
    await inTransaction(context.db, () => adminStore.recordLogin(context.db, admin.id, context.now()));
    return { success: true, message: 'Login successful' };
  });

  mount('POST /api/admin/logout', async ({ ctx }) => {
    await endSession(ctx);
    return { success: true, message: 'Logged out' };
  });

  mount('GET /api/admin/auth-status', ({ ctx }) => ({ isAuthenticated: isLoggedIn(ctx) }));

  /** The current session continues with a new ID. All others of this administrator end. */
  mount('POST /api/admin/reset-password', async ({ body, ctx }) => {
    const admin = await changePassword(context, body, ctx);
    if (!admin) throw badInput(WRONG_PASSWORD, { currentPassword: [WRONG_PASSWORD] });
    await startSession(ctx, { adminId: admin.id, credential: credentialOf(admin) });
    rememberDevice(context.settings, ctx, admin);
    return { success: true, message: 'Password Updated' };
  });
}

/** Changes the password and ends every session. Null when the current password is wrong. */
async function changePassword(
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
    if (!(await inTransaction(db, () => adminStore.replacePassword(db, admin, password, now())))) return null;
    dropFirstPassword(settings.dataDir, username);
    return { ...admin, password };
  });
}

/**
 * The administrator, or null for every kind of failure, so nobody learns which usernames exist or are
 * inactive.
 */
function checkLogin(
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
