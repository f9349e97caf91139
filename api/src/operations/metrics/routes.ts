import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Registry } from 'prom-client';
import type { AppContext } from '../../money/context.ts';

/** `GET /metrics` for Prometheus. Without METRICS_TOKEN there is no such page. */
export function metricsPage(context: AppContext): Middleware {
  const { metricsToken } = context.settings;
  if (!metricsToken) return (_, next) => next();
  const expected = digest(`Bearer ${metricsToken}`);
  let metrics: Promise<Registry> | undefined;
  return async (ctx, next) => {
    if (ctx.path !== '/metrics') return next();
    ctx.set('Cache-Control', 'no-store');
    if (!timingSafeEqual(digest(ctx.get('Authorization')), expected)) {
      ctx.set('WWW-Authenticate', 'Bearer');
      ctx.status = 401;
      ctx.body = 'Send the METRICS_TOKEN as a bearer token.';
      return;
    }
    // From the first scrape on, because the library takes memory.
    metrics ??= import('./metrics.ts').then(({ createMetrics }) => createMetrics(context));
    const register = await metrics.catch((error: unknown) => {
      metrics = undefined;
      throw error;
    });
    ctx.set('Content-Type', register.contentType);
    ctx.body = await register.metrics();
  };
}

/** Of equal length for any text, as the comparison requires. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
