import type { Router } from '@koa/router';
import type { Db } from '../db/client.ts';
import { ApiError } from '../errors.ts';

/** "ok" only when an order could be written now. */
export function healthRoutes(router: Router, db: Db): void {
  router.get('/api/health', (ctx) => {
    try {
      db.$client.exec('BEGIN IMMEDIATE; ROLLBACK');
    } catch {
      throw new ApiError(503, 'database_unavailable', 'The database cannot be written at the moment.');
    }
    ctx.body = { status: 'ok' };
  });
}
