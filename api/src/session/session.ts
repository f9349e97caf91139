import { randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { createSession } from 'koa-session';
import { notLoggedIn } from '../errors.ts';
import type { SessionData, SessionStore } from './session-store.ts';

/** koa-session ships no types for what it adds to the context. */
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

export const SESSION_COOKIE = 'northlight-session';

/** From login on; nothing prolongs it, for an open dashboard asks every 30 seconds and would never end. */
export const SESSION_MS = 12 * 60 * 60_000;

type Options = { store: SessionStore; secret: string; isHttps: boolean };

/** koa-session with its store in SQLite. The cookie carries 32 random bytes and a signature, nothing else. */
export function sessions(app: Koa, { store, secret, isHttps }: Options): Middleware {
  app.keys = [secret];
  // koa-session writes into its options, so they are made anew for each app.
  const readSession = createSession(
    {
      key: SESSION_COOKIE,
      maxAge: SESSION_MS,
      httpOnly: true,
      sameSite: 'strict',
      secure: isHttps,
      signed: true,
      // Only `startSession` and `endSession` write: whatever is in flight meanwhile cannot.
      autoCommit: false,
      genid: () => randomBytes(32).toString('base64url'),
      store: {
        get: async (id: string) => store.find(id),
        set: async (id: string, data: SessionData) => store.insert(id, data, SESSION_MS),
        destroy: async (id: string) => store.end(id),
      },
    },
    app,
  );
  return (ctx, next) => {
    // TLS ends at a proxy; without this, `cookies` refuses to send a secure cookie over the connection from there.
    ctx.cookies.secure = isHttps;
    return readSession(ctx, next);
  };
}

/** Under a new id, also when the browser came with one: nobody can log another into a session they know. */
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

/** For what outlives its request: asks the store again. */
export function isStillLoggedIn(ctx: Context, store: SessionStore): boolean {
  const id = ctx.cookies.get(SESSION_COOKIE, { signed: true });
  return id !== undefined && store.find(id) !== undefined;
}

/** Whose session it is; for routes behind `denyByDefault`. */
export function adminIdOf(ctx: Context): number {
  const adminId = ctx.session?.adminId;
  if (adminId === undefined) throw notLoggedIn();
  return adminId;
}
