import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { AdminUser } from './admin-store.ts';
import type { Env } from '../../base/settings/env.ts';
import { isSameSignature, signed } from '../../base/signed.ts';
import { cookieName, isHttps } from '../../http/middleware/cookie-name.ts';
import { credentialOf } from './session-store.ts';
import { DAY_MS } from '../../base/units.ts';

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
