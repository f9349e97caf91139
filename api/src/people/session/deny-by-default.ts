import { pathPattern } from '@northlight/shared/contracts/call-path.ts';
import { allCalls, endpointOf } from '@northlight/shared/contracts/endpoints.ts';
import type { Middleware } from 'koa';
import { notLoggedIn } from '../../base/errors.ts';
import { isLoggedIn } from './session.ts';

const publicCalls = allCalls.filter((call) => endpointOf(call).access === 'public');
/** The only /api calls that need no login. */
export const PUBLIC_CALLS: ReadonlySet<string> = new Set(publicCalls);

const publicPaths: ReadonlySet<string> = new Set(publicCalls.map(pathPattern));
const publicPatterns = [...publicPaths]
  .filter((path) => path.includes(':'))
  .map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));

const isPublic = (path: string): boolean =>
  publicPaths.has(path) || publicPatterns.some((pattern) => pattern.test(path));

/** The calls of the tus protocol. */
const isTus = (path: string): boolean => path === '/api/files' || path.startsWith('/api/files/');

/** Calls whose bodies are files. */
export const isUpload = (path: string): boolean => isTus(path) || path.startsWith('/api/json/shop/media/');

/**
 * Buyers' calls look at no session, so a purchase costs no look-up and sets no cookie. Both customers and
 * administrators upload files.
 */
export const mayUseSession = (path: string): boolean =>
  !isPublic(path) || path.startsWith('/api/admin/') || path === '/api/claim' || isUpload(path);

/** A public path asked with another method goes on to its 405; everything else wants a live session. */
export const denyByDefault: Middleware = (ctx, next) => {
  if (!isPublic(ctx.path) && !isLoggedIn(ctx)) throw notLoggedIn();
  return next();
};
