import type { Router } from '@koa/router';
import { API_VERSION, HEALTH_PATH, VERSION_HEADER } from '@northlight/shared/contracts/shop/about.ts';
import type { Db } from '../db/client.ts';
import { ApiError } from '../errors.ts';

/** "ok" only when an order could be written now. */
export function healthRoutes(router: Router, db: Db): void {
  router.get(HEALTH_PATH, (ctx) => {
    // Also when the database fails: whoever asks knows then that this is the right server.
    ctx.set(VERSION_HEADER, String(API_VERSION));
    try {
      db.$client.exec('BEGIN IMMEDIATE; ROLLBACK');
    } catch {
      throw new ApiError(503, 'database_unavailable', 'The database isn’t writable right now.');
    }
    ctx.body = { status: 'ok' };
  });
}
