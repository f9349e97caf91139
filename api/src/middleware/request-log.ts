import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Log } from '../log.ts';

/** Names every request and logs API calls. Paths only: query strings may carry what is private. */
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
