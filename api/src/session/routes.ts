import { rememberDevice } from './known-devices.ts';
import type { Router } from '@koa/router';
import {
  AUTH_STATUS_PATH,
  Login,
  LOGIN_PATH,
  LOGOUT_PATH,
  RESET_PASSWORD_PATH,
  ResetPassword,
  type AuthStatusAnswer,
  type SessionAnswer,
} from '@northlight/shared/contracts/admin/session.ts';
import { badInput, invalidCredentials } from '../errors.ts';
import { validateBody } from '../middleware/validate.ts';
import { changePassword } from './change-password.ts';
import { checkLogin } from './check-login.ts';
import { credentialOf } from './session-store.ts';
import { endSession, isLoggedIn, startSession } from './session.ts';
import * as adminStore from './admin-store.ts';
import type { AppContext } from '../context.ts';

const WRONG_PASSWORD = 'Your current password is incorrect';

export function sessionRoutes(router: Router, context: AppContext): void {
  router.post(LOGIN_PATH, async (ctx) => {
    const admin = await checkLogin(context, validateBody(ctx, Login), ctx);
    if (!admin) throw invalidCredentials();
    await startSession(ctx, { adminId: admin.id, credential: credentialOf(admin) });
    rememberDevice(context.settings, ctx, admin);
    adminStore.recordLogin(context.db, admin.id, context.now());
    ctx.body = { success: true, message: 'Login successful' } satisfies SessionAnswer;
  });

  router.post(LOGOUT_PATH, async (ctx) => {
    await endSession(ctx);
    ctx.body = { success: true, message: 'Logged out' } satisfies SessionAnswer;
  });

  router.get(AUTH_STATUS_PATH, (ctx) => {
    ctx.body = { isAuthenticated: isLoggedIn(ctx) } satisfies AuthStatusAnswer;
  });

  /** The current session continues with a new ID. All others of this administrator end. */
  router.post(RESET_PASSWORD_PATH, async (ctx) => {
    const admin = await changePassword(context, validateBody(ctx, ResetPassword), ctx);
    if (!admin) throw badInput(WRONG_PASSWORD, { currentPassword: [WRONG_PASSWORD] });
    await startSession(ctx, { adminId: admin.id, credential: credentialOf(admin) });
    rememberDevice(context.settings, ctx, admin);
    ctx.body = { success: true, message: 'Password Updated' } satisfies SessionAnswer;
  });
}
