import type { Context } from 'koa';
import type { Login, ResetPassword } from '@northlight/shared/contracts/session.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, loginEnded, notLoggedIn, wrongFactor, badField } from '../../base/errors.ts';
import { deviceIdOf, rememberDevice, type Logins, presentUser } from './logins.ts';
import { adminIdOf, endSession, isLoggedIn, startSession } from './session.ts';
import * as adminStore from './admin-store.ts';
import type { PeopleContext } from '../context.ts';
import type { AdminUser } from './admin-store.ts';
import { dropFirstPassword } from './first-password.ts';
import { credentialOf } from './session-store.ts';
import * as tokenStore from './token-store.ts';
import { unclaimed } from './first-admin.ts';
import type { SecondFactors } from './second-factor.ts';
import { weaknessOf } from './passwords.ts';

const WRONG_PASSWORD = 'Your current password is incorrect';

export function sessionRoutes(
  mount: Mount,
  context: PeopleContext,
  factors: SecondFactors,
  logins: Logins,
): void {
  mount('POST /api/admin/login', async ({ body, ctx }) => {
    const admin = await checkLogin(context, body, ctx);
    if (!admin) {
      // People type passwords into the wrong field, and entries are kept for years.
      const who = adminStore.byUsernameOrEmail(context.db, body.username)?.username ?? 'Unknown username';
      await logins.note(ctx, { id: null, who, action: 'login-failed' });
      throw new ApiError(401, 'invalid_credentials', 'Invalid credentials');
    }
    return logins.begin(ctx, admin);
  });

  mount('POST /api/admin/login/passkey', ({ body: { ticket } }) => {
    if (ticket === undefined) return options(null);
    const known = factors.tickets.find(ticket);
    if (!known) throw loginEnded();
    return options(known.adminId, known.login ?? ticket);
  });

  mount('POST /api/admin/login/factor', async ({ body, ctx }) => {
    const ticket = factors.tickets.find(body.ticket);
    if (!ticket) throw loginEnded();
    const admin = await factors.check(ticket.adminId, body);
    if (!admin?.isActive) {
      const person = ticket.adminId === null ? undefined : adminStore.byId(context.db, ticket.adminId);
      await logins.note(ctx, {
        id: person?.id ?? null,
        who: person?.username ?? '',
        action: 'login-factor-failed',
      });
      throw wrongFactor();
    }
    // The check has ended a passkey's own ticket. Of several right answers at once, one ends the login's.
    const login = ticket.login ?? ('code' in body ? body.ticket : undefined);
    // A new password ends those that began with the old one.
    if (login !== undefined && factors.tickets.take(login)?.credential !== credentialOf(admin))
      throw loginEnded();
    return logins.finish(ctx, admin, true);
  });

  mount('POST /api/admin/logout', async ({ ctx }) => {
    await endSession(ctx);
    return { success: true, message: 'Logged out' };
  });

  mount('GET /api/admin/auth-status', ({ ctx }) => {
    const admin = isLoggedIn(ctx) ? adminStore.byId(context.db, adminIdOf(ctx)) : undefined;
    if (admin) return { isAuthenticated: true, user: presentUser(admin, context) };
    return { isAuthenticated: false, ...(unclaimed(context) && { isUnclaimed: true }) };
  });

  /** The current session continues with a new ID. All others of this administrator end. */
  mount('POST /api/admin/reset-password', async ({ body, ctx }) => {
    const admin = await changePassword(context, body, ctx);
    if (!admin) throw badField('currentPassword', WRONG_PASSWORD);
    await startSession(ctx, admin, { isConfirmed: ctx.session?.needsConfirmation === false });
    rememberDevice(context.settings, ctx, admin);
    return { success: true, message: 'Password Updated' };
  });

  const options = async (adminId: number | null, login?: string) => ({
    success: true as const,
    ...(await factors.passkeyOptions(adminId, login)),
  });
}

/** Changes the password, ends every session, and revokes the API tokens. Null when the current password is wrong. */
async function changePassword(
  { db, settings, limits, passwords, now }: PeopleContext,
  { currentPassword, newPassword }: ResetPassword,
  ctx: Context,
): Promise<AdminUser | null> {
  const admin = adminStore.byId(db, adminIdOf(ctx));
  if (!admin) throw notLoggedIn();
  const { username } = admin;
  const weakness = await weaknessOf(newPassword, { username, businessName: settings.business.name });
  if (weakness) throw badField('newPassword', weakness);
  const device = deviceIdOf(settings, ctx, admin);
  return limits.login.guard({ purpose: 'password-change', username, address: ctx.ip, device }, async () => {
    if (!(await passwords.isRight(currentPassword, admin.password))) return null;
    const password = await passwords.hash(newPassword);
    const isReplaced = await inTransaction(db, () => {
      if (!adminStore.replacePassword(db, admin, password, now())) return false;
      adminStore.update(db, admin.id, { invitedAt: null }, now());
      tokenStore.revokeAll(db, admin.id, now());
      return true;
    });
    if (!isReplaced) return null;
    dropFirstPassword(settings.dataDir, username);
    return { ...admin, password };
  });
}

/** The administrator, or null for every failure, so nobody learns which usernames or addresses exist or are inactive. */
function checkLogin(
  { db, settings, limits, passwords }: PeopleContext,
  { username, password }: Login,
  ctx: Context,
): Promise<AdminUser | null> {
  const admin = adminStore.byUsernameOrEmail(db, username);
  const device = deviceIdOf(settings, ctx, admin);
  // Whichever of the two is typed, the failures of an account count together.
  const account = admin?.username ?? username;
  return limits.login.guard({ purpose: 'login', username: account, address: ctx.ip, device }, async () => {
    const isRight = await passwords.isRight(password, admin?.password);
    return admin && isRight && admin.isActive ? admin : null;
  });
}
