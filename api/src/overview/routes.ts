import type { Router } from '@koa/router';
import { OVERVIEW_PATH } from '@northlight/shared/contracts/admin/overview.ts';
import { readOverview } from './read-overview.ts';

export function overviewRoutes(router: Router, deps: Parameters<typeof readOverview>[0]): void {
  router.get(OVERVIEW_PATH, (ctx) => {
    ctx.body = readOverview(deps);
  });
}
