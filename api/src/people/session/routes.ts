import type { Context } from 'koa';
import type { Login, ResetPassword } from '@northlight/shared/contracts/session.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { appendAudit } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, badInput, loginEnded, notLoggedIn, wrongFactor } from '../../base/errors.ts';
import { adminIdOf, endSession, isLoggedIn, startSession } from './session.ts';
import * as adminStore from './admin-store.ts';
import type { PeopleContext } from '../context.ts';
import type { AdminUser } from './admin-store.ts';
import { dropFirstPassword } from './first-password.ts';
import * as factorStore from './factor-store.ts';
import { credentialOf } from './session-store.ts';
import * as tokenStore from './token-store.ts';
import type { SecondFactors } from './second-factor.ts';
import { presentUser } from './present-user.ts';
import { weaknessOf } from './weak-password.ts';
import { randomBytes } from 'node:crypto';
import type { Env } from '../../base/settings/env.ts';
import { isSameSignature, signed } from '../../base/signed.ts';
import { cookieName, isHttps } from '../../http/middleware/cookie-name.ts';
import { DAY_MS } from '../../base/units.ts';

const WRONG_PASSWORD = 'Your current password is incorrect';

export function sessionRoutes(mount: Mount, context: PeopleContext, factors: SecondFactors): void {
  mount('POST /api/admin/login', async ({ body, ctx }) => {
    const admin = await checkLogin(context, body, ctx);
    if (!admin) {
      // People type passwords into the wrong field, and entries are kept for years.
      const isKnown = adminStore.byUsername(context.db, body.username) !== undefined;
      const who = isKnown ? body.username : 'Unknown username';
      await note(ctx, { id: null, who, action: 'login-failed' });
      throw new ApiError(401, 'invalid_credentials', 'Invalid credentials');
    }
    if (!factors.has(admin)) return logIn(ctx, admin, false);
    const methods = {
      code: true,
      passkey: factorStore.passkeysOf(context.db, admin.id).length > 0,
    };
    const ticket = factors.tickets.issue({
      adminId: admin.id,
      challenge: null,
      credential: credentialOf(admin),
    });
    return { success: true, message: 'Second factor required', secondFactor: { ticket, methods } };
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
      await note(ctx, { id: person?.id ?? null, who: person?.username ?? '', action: 'login-factor-failed' });
      throw wrongFactor();
    }
    // The check has ended a passkey's own ticket. Of several right answers at once, one ends the login's.
    const login = ticket.login ?? ('code' in body ? body.ticket : undefined);
    // A new password ends those that began with the old one.
    if (login !== undefined && factors.tickets.take(login)?.credential !== credentialOf(admin))
      throw loginEnded();
    return logIn(ctx, admin, true);
  });

  mount('POST /api/admin/logout', async ({ ctx }) => {
    await endSession(ctx);
    return { success: true, message: 'Logged out' };
  });

  mount('GET /api/admin/auth-status', ({ ctx }) => {
    const admin = isLoggedIn(ctx) ? adminStore.byId(context.db, adminIdOf(ctx)) : undefined;
    return admin ? { isAuthenticated: true, user: presentUser(admin, context) } : { isAuthenticated: false };
  });

  /** The current session continues with a new ID. All others of this administrator end. */
  mount('POST /api/admin/reset-password', async ({ body, ctx }) => {
    const admin = await changePassword(context, body, ctx);
    if (!admin) throw badInput(WRONG_PASSWORD, { currentPassword: [WRONG_PASSWORD] });
    await startSession(ctx, admin, { isConfirmed: ctx.session?.needsConfirmation === false });
    rememberDevice(context.settings, ctx, admin);
    return { success: true, message: 'Password Updated' };
  });

  async function logIn(ctx: Context, admin: AdminUser, isConfirmed: boolean) {
    await startSession(ctx, admin, { isConfirmed, mayLackFactor: isConfirmed });
    rememberDevice(context.settings, ctx, admin);
    await inTransaction(context.db, () => adminStore.recordLogin(context.db, admin.id, context.now()));
    await note(ctx, { id: admin.id, who: adminStore.nameOf(admin), action: 'login' });
    return {
      success: true as const,
      message: 'Login successful',
      user: presentUser(admin, context),
    };
  }

  const options = async (adminId: number | null, login?: string) => ({
    success: true as const,
    ...(await factors.passkeyOptions(adminId, login)),
  });

  const note = (ctx: Context, { id, who, action }: { id: number | null; who: string; action: string }) =>
    inTransaction(context.db, () =>
      appendAudit(
        context.db,
        { adminId: id, who, address: ctx.ip, action, record: null, detail: null },
        context.now(),
      ),
    );
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
  if (weakness) throw badInput(weakness, { newPassword: [weakness] });
  const device = deviceIdOf(settings, ctx, admin);
  return limits.login.guard({ purpose: 'password-change', username, address: ctx.ip, device }, async () => {
    if (!(await passwords.isRight(currentPassword, admin.password))) return null;
    const password = await passwords.hash(newPassword);
    const isReplaced = await inTransaction(db, () => {
      if (!adminStore.replacePassword(db, admin, password, now())) return false;
      tokenStore.revokeAll(db, admin.id, now());
      return true;
    });
    if (!isReplaced) return null;
    dropFirstPassword(settings.dataDir, username);
    return { ...admin, password };
  });
}

/**
 * The administrator, or null for every kind of failure, so nobody learns which usernames exist or are
 * inactive.
 */
function checkLogin(
  { db, settings, limits, passwords }: PeopleContext,
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

/** Since the last login on this device. */
const KNOWN_MS = 180 * DAY_MS;

type Signing = Pick<Env, 'secret' | 'publicUrl'>;

// A signed cookie identifies a device that has logged in before. It grants no access. The password is part of
// the signature, so changing it makes every device unknown.

const cookieOf = (settings: Signing): string => cookieName('northlight-device', isHttps(settings));

const sign = ({ secret }: Signing, id: string, admin: AdminUser): string =>
  signed(secret, `device:${id}:${admin.id}:${credentialOf(admin)}`).toString('base64url');

/** The device's ID; null if it has not logged in as this administrator with the current password. */
function deviceIdOf(settings: Signing, ctx: Context, admin: AdminUser | undefined): string | null {
  const [id = '', signature = ''] = (ctx.cookies.get(cookieOf(settings), { signed: false }) ?? '').split('.');
  return admin && isSameSignature(signature, sign(settings, id, admin)) ? id : null;
}

function rememberDevice(settings: Signing, ctx: Context, admin: AdminUser): void {
  const id = randomBytes(16).toString('base64url');
  const value = `${id}.${sign(settings, id, admin)}`;
  ctx.cookies.set(cookieOf(settings), value, {
    maxAge: KNOWN_MS,
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(settings),
    signed: false,
  });
}
