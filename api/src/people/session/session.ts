import { randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { createSession } from 'koa-session';
import { hasRight, type Right } from '@northlight/shared/contracts/rights.ts';
import { BY_PERSON_HEADER } from '@northlight/shared/contracts/session.ts';
import type { PeopleContext } from '../context.ts';
import { appendAudit, refundedBy } from '../../db/audit-log.ts';
import type { Db } from '../../db/client.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as sessionStore from './session-store.ts';
import type { SessionData } from './session-store.ts';
import { type AdminUser, lacksRequiredFactor, nameOf } from './admin-store.ts';
import * as tokenStore from './token-store.ts';
import { ApiError, confirmFirst, notLoggedIn } from '../../base/errors.ts';
import { cookieName, isHttps } from '../../base/settings/env.ts';
import { DAY_MS } from '../../base/units.ts';

/** koa-session has no types for its part of the context. */
type SessionOfContext = Partial<SessionData> & {
  regenerate(): Promise<void>;
  manuallyCommit(): Promise<void>;
};
declare module 'koa' {
  interface DefaultContext {
    /** Who calls, as the database has it now. Undefined once the session or the token has ended. */
    callerNow?(): SessionData | undefined;
    get session(): SessionOfContext | null;
    set session(data: SessionData | null);
  }
}

/** From login on, without renewal. An idle session ends sooner: see `IDLE_MS`. */
const SESSION_MS = 7 * DAY_MS;

/** koa-session with a store in SQLite. The cookie only has 32 random bytes and a signature. */
export function sessions(app: Koa, context: PeopleContext): Middleware {
  const { db, settings, now } = context;
  app.keys = [settings.secret];
  // The owner can change the address.
  const cookieNow = () => {
    const secure = isHttps(settings);
    return { key: cookieName('northlight-session', secure), secure };
  };
  // koa-session modifies its options, so each app needs its own.
  const options = {
    ...cookieNow(),
    maxAge: SESSION_MS,
    httpOnly: true,
    sameSite: 'strict',
    signed: true,
    // Only `startSession` and `endSession` write, so requests in flight cannot.
    autoCommit: false,
    genid: () => randomBytes(32).toString('base64url'),
    store: {
      get: async (id: string) => sessionStore.find(db, now(), id),
      set: (id: string, data: SessionData) =>
        inTransaction(db, () => sessionStore.insert(db, now(), id, data, SESSION_MS)),
      destroy: (id: string) => inTransaction(db, () => sessionStore.end(db, now(), id)),
    },
  };
  const readSession = createSession(options, app);
  return (ctx, next) => {
    const { key, secure } = Object.assign(options, cookieNow());
    const [, token] = /^Bearer (\S+)$/i.exec(ctx.get('Authorization')) ?? [];
    if (token) return withToken(context, ctx, token, next, readSession);
    // TLS can end at a proxy. Without this, `cookies` refuses to send secure cookies over the proxy's
    // connection.
    ctx.cookies.secure = secure;
    const id = ctx.cookies.get(key, { signed: true });
    ctx.state['sessionId'] = id;
    ctx.callerNow = () => (id === undefined ? undefined : sessionStore.find(db, now(), id));
    return readSession(ctx, async () => {
      if (id !== undefined && isLoggedIn(ctx)) {
        if (isFromElsewhere(ctx)) await endMoved(context, ctx);
        else if (isByPerson(ctx)) recordUse(context, ctx, id);
      }
      return next();
    });
  };
}

const TOKEN_NOTED_EVERY_MS = 60_000;

/**
 * Lets the call see the person of an API token as if they were logged in. Nothing is stored and no cookie is set. The
 * second factor was given when the token was made.
 */
async function withToken(
  { db, now, log }: PeopleContext,
  ctx: Context,
  given: string,
  next: Koa.Next,
  readSession: Middleware,
): Promise<void> {
  const found = tokenStore.find(db, given, now());
  if (!found) throw new ApiError(401, 'token_invalid', 'This API token is unknown, revoked, or expired.');
  const { token } = found;
  if (!token.lastUsedAt || now().getTime() - token.lastUsedAt.getTime() >= TOKEN_NOTED_EVERY_MS)
    // Nobody waits for it.
    inTransaction(db, () => tokenStore.recordUse(db, token.id, now())).catch((error: unknown) =>
      log.warn({ err: error }, 'could not record the use of an API token'),
    );
  ctx.req.headers.cookie = '';
  ctx.callerNow = () => callerOf(db, tokenStore.find(db, given, now()));
  await readSession(ctx, () => {
    ctx.session = callerOf(db, found) ?? null;
    return next();
  });
}

const callerOf = (db: Db, found: ReturnType<typeof tokenStore.find>): SessionData | undefined =>
  found && {
    adminId: found.person.id,
    credential: '',
    name: `${nameOf(found.person)} (API token “${found.token.name}”)`,
    role: tokenStore.lesserRole(found.token.role, found.person.role),
    mustAddFactor: lacksRequiredFactor(db, found.person),
    tokenId: found.token.id,
  };

const MAX_DEVICE_LENGTH = 300;
const deviceOf = (ctx: Context): string => ctx.get('User-Agent').slice(0, MAX_DEVICE_LENGTH);
/** Browsers update themselves, so their versions don't count. */
const withoutVersions = (device: string): string => device.replaceAll(/[\d._]+/g, '');

/** Whether the cookie comes from another browser or system than at login, so it was probably copied. */
function isFromElsewhere(ctx: Context): boolean {
  const device = ctx.session?.device;
  return Boolean(device) && withoutVersions(device ?? '') !== withoutVersions(deviceOf(ctx));
}

async function endMoved({ db, now }: PeopleContext, ctx: Context): Promise<void> {
  const { adminId = null, name = '', device } = ctx.session ?? {};
  await endSession(ctx);
  const detail = { before: deviceName(device ?? ''), now: deviceName(deviceOf(ctx)) };
  const entry = { adminId, who: name, address: ctx.ip, action: 'session-moved', detail };
  await inTransaction(db, () => appendAudit(db, entry, now()));
}

/** Asks for the second factor again if that is due. */
export function confirmAlways(ctx: Context): void {
  if (ctx.session?.needsConfirmation) throw confirmFirst();
}

/**
 * Asks for the second factor before a refund above the limit. What the person refunded within a day counts, so
 * that nobody gets past it with several refunds. `amount` is in dollars; without it, it is all. Call it in the
 * call's first transaction, which writes the audit entry that counts.
 */
export function confirmRefund({ db, now }: PeopleContext, ctx: Context, amount: number | undefined): void {
  const since = new Date(now().getTime() - DAY_MS);
  const together = amount === undefined ? Infinity : amount + refundedBy(db, adminIdOf(ctx), since);
  if (together > readShopSettings(db).confirmRefundsAbove) confirmAlways(ctx);
}

/** The ID of the current session, as the store takes it. Empty without one. */
export const sessionIdOf = (ctx: Context): string => ctx.state['sessionId'] ?? '';

/** Nobody waits for it, and a dashboard stays readable while nothing can be written. */
function recordUse({ db, now, log }: PeopleContext, ctx: Context, id: string): void {
  if (!sessionStore.isUseDue(db, now(), id)) return;
  const { adminId = null, name = '', address } = ctx.session ?? {};
  const { ip } = ctx;
  inTransaction(db, () => {
    sessionStore.recordUse(db, now(), id, ip);
    if (!address || address === ip) return;
    const entry = { adminId, who: name, address: ip, action: 'address-changed', detail: { before: address } };
    appendAudit(db, entry, now());
  }).catch((error: unknown) => log.warn({ err: error }, 'could not record the use of a session'));
}

/** Always uses a new ID, so nobody can log another person into a session they know. */
export async function startSession(
  ctx: Context,
  admin: AdminUser,
  { isConfirmed = false, mayLackFactor = true } = {},
): Promise<void> {
  ctx.session = {
    adminId: admin.id,
    credential: sessionStore.credentialOf(admin),
    role: admin.role,
    device: deviceOf(ctx),
    address: ctx.ip,
    isConfirmed,
    mayLackFactor,
  };
  await ctx.session?.regenerate();
}

export async function endSession(ctx: Context): Promise<void> {
  const { session } = ctx;
  ctx.session = null;
  await session?.manuallyCommit();
}

export function isLoggedIn(ctx: Context): boolean {
  return ctx.session?.adminId !== undefined;
}

/** Whether the caller is an administrator whose role has this right, and who lacks no required second factor. */
export const mayCaller = (ctx: Context, right: Right): boolean =>
  hasRight(ctx.session?.role, right) && !ctx.session?.mustAddFactor;

/**
 * An open dashboard polls by itself, so reads only count as use when the page says that a person is active.
 */
function isByPerson(ctx: Context): boolean {
  return ctx.method !== 'GET' || ctx.get(BY_PERSON_HEADER) !== '';
}

/** The logged-in administrator's ID. Only for calls that require a login. */
export function adminIdOf(ctx: Context): number {
  const adminId = ctx.session?.adminId;
  if (adminId === undefined) throw notLoggedIn();
  return adminId;
}

/** The first that matches counts, because browsers also name the ones that they are compatible with. */
const BROWSERS = [
  [/Northlight|Electron/, 'the desktop app'],
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** A User-Agent for people, such as "Firefox on Windows". */
export function deviceName(userAgent: string): string {
  const [, browser = 'Unknown browser'] = BROWSERS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const [, system] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return system ? `${browser} on ${system}` : browser;
}
