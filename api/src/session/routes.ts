import { rememberDevice } from './known-devices.ts';
import type { Mount } from '../endpoints/mount.ts';
import { badInput, invalidCredentials } from '../errors.ts';
import { changePassword } from './change-password.ts';
import { checkLogin } from './check-login.ts';
import { credentialOf } from './session-store.ts';
import { endSession, isLoggedIn, startSession } from './session.ts';
import * as adminStore from './admin-store.ts';
import type { AppContext } from '../context.ts';

const WRONG_PASSWORD = 'Your current password is incorrect';

export function sessionRoutes(mount: Mount, context: AppContext): void {
  mount('POST /api/admin/login', async ({ body, ctx }) => {
    const admin = await checkLogin(context, body, ctx);
    if (!admin) throw invalidCredentials();
    await startSession(ctx, { adminId: admin.id, credential: credentialOf(admin) });
    rememberDevice(context.settings, ctx, admin);
    adminStore.recordLogin(context.db, admin.id, context.now());
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
