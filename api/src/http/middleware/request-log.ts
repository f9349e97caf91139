import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Log } from '../../base/log.ts';

/** Gives every request an ID and logs API calls. Paths only, because query strings can be private. */
export function requestLog(log: Log): Middleware {
  return async (ctx, next) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    ctx.state['requestId'] = requestId;
    ctx.set('X-Request-Id', requestId);
    await next();
    const entry = {
      requestId,
      method: ctx.method,
      path: ctx.path,
      status: ctx.status,
      ms: Math.round(performance.now() - startedAt),
    };
    if (ctx.path.startsWith('/api/')) log.info(entry, 'request');
    else log.debug(entry, 'page');
  };
}
