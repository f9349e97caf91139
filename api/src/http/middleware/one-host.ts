import type { Middleware } from 'koa';
import { badInput } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { errorHandler } from './error-handler.ts';

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
