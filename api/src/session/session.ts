import { randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { createSession } from 'koa-session';
import { BY_PERSON_HEADER } from '@northlight/shared/contracts/admin/session.ts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import * as sessionStore from './session-store.ts';
import type { SessionData } from './session-store.ts';
import { notLoggedIn } from '../errors.ts';
import { cookieName, isHttps } from '../middleware/cookie-name.ts';

/** koa-session has no types for its part of the context. */
type SessionOfContext = Partial<SessionData> & {
  regenerate(): Promise<void>;
  manuallyCommit(): Promise<void>;
};
declare module 'koa' {
  interface DefaultContext {
    get session(): SessionOfContext | null;
    set session(data: SessionData | null);
  }
}

/** From login on, without renewal. An idle session ends sooner: see `IDLE_MS`. */
const SESSION_MS = 7 * 24 * 60 * 60_000;

/** koa-session with a store in SQLite. The cookie only has 32 random bytes and a signature. */
export function sessions(app: Koa, context: AppContext): Middleware {
  const { db, settings, now } = context;
  app.keys = [settings.secret];
  const isEncrypted = isHttps(settings);
  const cookie = cookieName('northlight-session', isEncrypted);
  // koa-session modifies its options, so each app needs its own.
  const readSession = createSession(
    {
      key: cookie,
      maxAge: SESSION_MS,
      httpOnly: true,
      sameSite: 'strict',
      secure: isEncrypted,
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
    },
    app,
  );
  return (ctx, next) => {
    // TLS can end at a proxy. Without this, `cookies` refuses to send secure cookies over the proxy's
    // connection.
    ctx.cookies.secure = isEncrypted;
    const id = ctx.cookies.get(cookie, { signed: true });
    ctx.state['sessionId'] = id;
    return readSession(ctx, () => {
      if (id !== undefined && isLoggedIn(ctx) && isByPerson(ctx)) noteUse(context, id);
      return next();
    });
  };
}

/** Nobody waits for it, and a dashboard stays readable while nothing can be written. */
function noteUse({ db, now, log }: AppContext, id: string): void {
  if (!sessionStore.isUseDue(db, now(), id)) return;
  inTransaction(db, () => sessionStore.noteUse(db, now(), id)).catch((error: unknown) =>
    log.warn({ err: error }, 'could not record the use of a session'),
  );
}

/** Always uses a new ID, so nobody can log another person into a session they know. */
export async function startSession(ctx: Context, data: SessionData): Promise<void> {
  ctx.session = data;
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

/**
 * An open dashboard polls by itself, so reads only count as use when the page says that a person is active.
 */
function isByPerson(ctx: Context): boolean {
  return ctx.method !== 'GET' || ctx.get(BY_PERSON_HEADER) !== '';
}

/** For open streams: checks the store again. */
export function isStillLoggedIn(ctx: Context, { db, now }: AppContext): boolean {
  const id: string | undefined = ctx.state['sessionId'];
  return id !== undefined && sessionStore.find(db, now(), id) !== undefined;
}

/** The logged-in administrator's ID. Only for calls that require a login. */
export function adminIdOf(ctx: Context): number {
  const adminId = ctx.session?.adminId;
  if (adminId === undefined) throw notLoggedIn();
  return adminId;
}
