import type { Context, Middleware } from 'koa';
import type { ErrorResponse } from '@northlight/shared/contracts/errors.ts';
import { storageFault } from '../../db/client.ts';
import { ApiError, bodyTooLarge, unexpected, unreadable } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { randomUUID } from 'node:crypto';

/** Answers every error of an API call with the same JSON shape. Unexpected errors are only logged. */
export function errorHandler(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      answer(ctx, toApiError(error, ctx, log));
    }
  };
}

function toApiError(error: unknown, ctx: Context, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return bodyTooLarge();
  if (typeof status === 'number' && status >= 400 && status < 500) return unreadable();
  const fault = storageFault(error);
  if (fault) {
    log.error(
      { err: error, requestId: ctx.state['requestId'], path: ctx.path },
      `nothing can be stored: ${fault}`,
    );
    return new ApiError(
      503,
      'database_unavailable',
      'We can’t save anything at the moment. Nothing you entered has been lost, and you won’t be charged twice. Please try again in a minute.',
      { retryAfterSeconds: 30 },
    );
  }
  log.error({ err: error, requestId: ctx.state['requestId'], path: ctx.path }, 'unexpected error');
  return unexpected();
}

function answer(ctx: Context, error: ApiError): void {
  ctx.status = error.status;
  if (error.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(error.retryAfterSeconds));
  ctx.body = {
    success: false,
    code: error.code,
    message: error.message,
    error: error.message,
    ...(error.fields && { fields: error.fields }),
    requestId: String(ctx.state['requestId']),
  } satisfies ErrorResponse;
}

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
      // Behind an encoded `#` may be the key of an invitation.
      path: ctx.path.replace(/%23.*/s, ''),
      status: ctx.status,
      ms: Math.round(performance.now() - startedAt),
    };
    if (ctx.path.startsWith('/api/')) log.info(entry, 'request');
    else log.debug(entry, 'page');
  };
}
