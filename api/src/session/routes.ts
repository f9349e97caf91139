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
} from '@northlight/shared/contracts/session.ts';
import { badInput, invalidCredentials } from '../errors.ts';
import { validateBody } from '../middleware/validate.ts';
import { changePassword } from './change-password.ts';
import { checkLogin, type AdminDeps } from './check-login.ts';
import { credentialOf } from './session-store.ts';
import { endSession, isLoggedIn, startSession } from './session.ts';

const WRONG_PASSWORD = 'Your current password is incorrect';

export function sessionRoutes(router: Router, deps: AdminDeps): void {
  router.post(LOGIN_PATH, async (ctx) => {
    const admin = await checkLogin(deps, validateBody(ctx, Login), ctx);
    if (!admin) throw invalidCredentials();
    await startSession(ctx, { adminId: admin.id, credential: credentialOf(admin) });
    deps.knownDevices.remember(ctx, admin);
    deps.adminStore.recordLogin(admin.id, deps.now());
    ctx.body = { success: true, message: 'Login successful' } satisfies SessionAnswer;
  });

  router.post(LOGOUT_PATH, async (ctx) => {
    await endSession(ctx);
    ctx.body = { success: true, message: 'Logged out' } satisfies SessionAnswer;
  });

  router.get(AUTH_STATUS_PATH, (ctx) => {
    ctx.body = { isAuthenticated: isLoggedIn(ctx) } satisfies AuthStatusAnswer;
  });

  /** Whoever changes it stays logged in, under a new id; every other session of theirs is over. */
  router.post(RESET_PASSWORD_PATH, async (ctx) => {
    const admin = await changePassword(deps, validateBody(ctx, ResetPassword), ctx);
    if (!admin) throw badInput(WRONG_PASSWORD, { currentPassword: [WRONG_PASSWORD] });
    await startSession(ctx, { adminId: admin.id, credential: credentialOf(admin) });
    deps.knownDevices.remember(ctx, admin);
    ctx.body = { success: true, message: 'Password Updated' } satisfies SessionAnswer;
  });
}
