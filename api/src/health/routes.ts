import type { Router } from '@koa/router';
import { API_VERSION, HEALTH_PATH, VERSION_HEADER } from '@northlight/shared/contracts/shop/about.ts';
import type { Db } from '../db/client.ts';
import { ApiError } from '../errors.ts';

/** Answers "ok" only if an order could be stored now. */
export function healthRoutes(router: Router, db: Db): void {
  router.get(HEALTH_PATH, (ctx) => {
    // Sent even when the database fails, so callers know that this is the right server.
    ctx.set(VERSION_HEADER, String(API_VERSION));
    try {
      db.$client.exec('BEGIN IMMEDIATE; ROLLBACK');
    } catch {
      throw new ApiError(503, 'database_unavailable', 'The database isn’t writable right now.');
    }
    ctx.body = { status: 'ok' };
  });
}
