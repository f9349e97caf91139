import { API_VERSION, VERSION_HEADER } from '@northlight/shared/contracts/operations.ts';
import { basename, dirname } from 'node:path';
import { projectRoot } from '../../base/paths.ts';
import type { AppContext } from '../../money/context.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { ApiError, stopping } from '../../base/errors.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { cookieName, isHttps } from '../../base/settings/env.ts';
import type { OpenApi } from '../../http/endpoints/openapi.ts';

/** The installed version, which `deploy/install` names after its content. A checkout has none. */
const release = basename(dirname(projectRoot)) === 'releases' ? basename(projectRoot) : undefined;

/** For monitors: why no order can be stored. */
const unhealthy = (reason: string) =>
  new ApiError(503, 'database_unavailable', `Orders can’t be saved: ${reason}.`, { retryAfterSeconds: 30 });

export function healthRoutes(mount: Mount, context: AppContext): void {
  const { db, settings, whyNoOrders } = context;

  mount('GET /api/health', async ({ ctx }) => {
    // Sent even when the database fails, so callers know that this is the right server.
    ctx.set(VERSION_HEADER, String(API_VERSION));
    const reason = await whyNoOrders();
    if (reason) throw unhealthy(reason);
    return { status: 'ok' };
  });

  // The page goes on without the part that failed, so nobody else would tell.
  mount('POST /api/page-faults', ({ body, ctx }) => {
    const [browser = ''] = /(?:Firefox|Chrome|Version)\/\d+/.exec(ctx.get('user-agent')) ?? [];
    context.log.warn({ ...body, browser }, 'part of a page failed');
    ctx.status = 204;
  });

  mount('GET /api/ready', async () => {
    if (context.isStopping) throw stopping();
    const reason = await whyNoOrders();
    if (reason) throw unhealthy(reason);
    const lastSuccess = (task: 'backup' | 'database check') =>
      upkeepStore.read(db, task)?.succeededAt?.toISOString() ?? null;
    return {
      status: 'ready',
      ...(release && { release }),
      lastBackup: lastSuccess('backup'),
      lastDatabaseCheck: lastSuccess('database check'),
    };
  });

  // Only what the shop's public pages show too.
  mount('GET /api/about', () => ({
    businessName: settings.business.name,
    businessEmail: settings.business.email,
    apiVersion: API_VERSION,
  }));

  // Built on first use, then cached. It holds nothing of this shop.
  let document: Promise<OpenApi> | undefined;
  async function describe(): Promise<OpenApi> {
    const { describeApi } = await import('../../http/endpoints/openapi.ts');
    return describeApi(cookieName('northlight-session', isHttps(settings)));
  }
  mount('GET /api/openapi.json', () => (document ??= describe()));

  // Bookmarks and older notes name it.
  mount('GET /api/docs', ({ ctx }) => {
    ctx.redirect('/api/openapi.json');
    ctx.status = 303;
  });
}
