import { pathPattern } from '@northlight/shared/contracts/call-path.ts';
import { allCalls, endpointOf } from '@northlight/shared/contracts/endpoints.ts';
import type { Middleware } from 'koa';
import { notLoggedIn } from '../errors.ts';
import { isLoggedIn } from './session.ts';

const publicCalls = allCalls.filter((call) => endpointOf(call).access === 'public');
/** The only /api calls that need no login. */
export const PUBLIC_CALLS: ReadonlySet<string> = new Set(publicCalls);

const publicPaths: ReadonlySet<string> = new Set(publicCalls.map(pathPattern));

/** Buyers' calls look at no session, so a purchase costs no look-up and sets no cookie. */
export const mayUseSession = (path: string): boolean =>
  !publicPaths.has(path) || path.startsWith('/api/admin/');

/** A public path asked with another method goes on to its 405; everything else wants a live session. */
export const denyByDefault: Middleware = (ctx, next) => {
  if (!publicPaths.has(ctx.path) && !isLoggedIn(ctx)) throw notLoggedIn();
  return next();
};
