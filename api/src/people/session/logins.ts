import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { type Env, cookieName, isHttps } from '../../base/settings/env.ts';
import { isSameSignature, signed } from '../../base/signed.ts';
import { DAY_MS } from '../../base/units.ts';
import { appendAudit } from '../../db/audit-log.ts';
import { commandName } from '../../base/command-name.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PeopleContext } from '../context.ts';
import * as adminStore from './admin-store.ts';
import type { AdminUser } from './admin-store.ts';
import * as factorStore from './factor-store.ts';
import type { SecondFactors } from './second-factor.ts';
import { startSession } from './session.ts';
import { credentialOf } from './session-store.ts';
import { readShopSettings } from '../../db/shop-settings.ts';

export type Logins = ReturnType<typeof createLogins>;

/** How a person gets in whose password is right, or was just set. */
export function createLogins(context: PeopleContext, factors: SecondFactors) {
  const { db, now, settings } = context;

  const note = (ctx: Context, { id, who, action }: { id: number | null; who: string; action: string }) =>
    inTransaction(db, () => appendAudit(db, { adminId: id, who, address: ctx.ip, action }, now()));

  async function finish(ctx: Context, admin: AdminUser, isConfirmed: boolean, message = 'Login successful') {
    await startSession(ctx, admin, { isConfirmed, mayLackFactor: isConfirmed });
    rememberDevice(settings, ctx, admin);
    await inTransaction(db, () => adminStore.recordLogin(db, admin.id, now()));
    await note(ctx, { id: admin.id, who: adminStore.nameOf(admin), action: 'login' });
    return { success: true as const, message, user: presentUser(admin, context) };
  }

  return {
    note,
    finish,
    /** Logs the person in, or asks for the second factor first. */
    begin: async (ctx: Context, admin: AdminUser, message?: string) => {
      if (!factors.has(admin)) return finish(ctx, admin, false, message);
      const methods = { code: true, passkey: factorStore.passkeysOf(db, admin.id).length > 0 };
      const credential = credentialOf(admin);
      const ticket = factors.tickets.issue({ adminId: admin.id, challenge: null, credential });
      return {
        success: true as const,
        message: 'Second factor required',
        secondFactor: { ticket, methods, lostCommand: commandName('admin --without-factor') },
      };
    },
  };
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
export function deviceIdOf(settings: Signing, ctx: Context, admin: AdminUser | undefined): string | null {
  const [id = '', signature = ''] = (ctx.cookies.get(cookieOf(settings), { signed: false }) ?? '').split('.');
  return admin && isSameSignature(signature, sign(settings, id, admin)) ? id : null;
}

export function rememberDevice(settings: Signing, ctx: Context, admin: AdminUser): void {
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

/** Who is logged in, for the dashboard, and the time zone in which it shows days. */
export const presentUser = (
  admin: adminStore.AdminUser,
  { db, settings }: Pick<PeopleContext, 'db' | 'settings'>,
) => ({
  id: admin.id,
  name: adminStore.nameOf(admin),
  role: admin.role,
  staffSeesRevenue: readShopSettings(db).staffSeesRevenue,
  timeZone: settings.hours.timeZone,
  businessName: settings.business.name,
  hasPasskey: factorStore.passkeysOf(db, admin.id).length > 0,
});
