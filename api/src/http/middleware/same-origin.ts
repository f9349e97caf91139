import type { Middleware } from 'koa';
import { ApiError, badInput } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { errorHandler } from './error-handler.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses writes that a browser sends on behalf of another site. Does not trust the Host header. Webhooks do
 * not come from browsers and have neither header.
 */
export function sameOrigin(settings: { publicUrl: string }): Middleware {
  return (ctx, next) => {
    if (READS.has(ctx.method)) return next();
    const origin = ctx.get('Origin');
    const site = ctx.get('Sec-Fetch-Site');
    const isForeign =
      (origin && !isOwn(settings.publicUrl, origin)) || (site && site !== 'same-origin' && site !== 'none');
    if (isForeign) throw new ApiError(403, 'foreign_origin', 'Requests from other websites aren’t allowed.');
    return next();
  };
}

function isOwn(publicUrl: string, origin: string): boolean {
  const own = new URL(publicUrl);
  const names = LOOPBACK.includes(own.hostname) ? LOOPBACK : [own.hostname];
  return names.some((name) => origin === `${own.protocol}//${name}${own.port && `:${own.port}`}`);
}

/**
 * Refuses a request with several Host headers: Node uses the first, but a proxy may use another (RFC 9112).
 */
export function oneHost(log: Log): Middleware {
  const asAnswer = errorHandler(log);
  return (ctx, next) => {
    if ((ctx.req.headersDistinct['host']?.length ?? 0) <= 1) return next();
    return asAnswer(ctx, () => {
      throw badInput('Send only one Host header.');
    });
  };
}
