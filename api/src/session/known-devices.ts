import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import type { AdminUser } from './admin-store.ts';
import { cookieName } from './cookie-name.ts';
import { credentialOf } from './session-store.ts';

/** From the last login on this device. */
const KNOWN_MS = 180 * 24 * 60 * 60_000;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * A signed cookie tells a device that has logged in before from a stranger's. It opens nothing. The password is part of the
 * signature, so a changed one makes every device unknown.
 */
export function createKnownDevices({ secret, isHttps }: { secret: string; isHttps: boolean }) {
  const cookie = cookieName('northlight-device', isHttps);
  const sign = (id: string, admin: AdminUser): Buffer =>
    createHmac('sha256', secret)
      .update(`device:${id}:${admin.id}:${credentialOf(admin)}`)
      .digest();
  return {
    /** The device's id; null when it has not logged in as this administrator with the present password. */
    idOf: (ctx: Context, admin: AdminUser | undefined): string | null => {
      const [id = '', signature = ''] = (ctx.cookies.get(cookie, { signed: false }) ?? '').split('.');
      const given = Buffer.from(signature, 'base64url');
      if (!admin || given.length !== 32) return null;
      return timingSafeEqual(given, sign(id, admin)) ? id : null;
    },
    remember: (ctx: Context, admin: AdminUser): void => {
      const id = randomBytes(16).toString('base64url');
      const value = `${id}.${sign(id, admin).toString('base64url')}`;
      ctx.cookies.set(cookie, value, {
        maxAge: KNOWN_MS,
        httpOnly: true,
        sameSite: 'strict',
        secure: isHttps,
        signed: false,
      });
    },
  };
}
