import type { Mount } from '../../http/endpoints/mount.ts';
import { adminIdOf, mayCaller } from '../../people/session/session.ts';
import { readOverview } from './read-overview.ts';

export function overviewRoutes(mount: Mount, deps: Parameters<typeof readOverview>[0]): void {
  mount('GET /api/json/overview', ({ ctx }) => readOverview(deps, mayCaller(ctx, 'work'), adminIdOf(ctx)));
}
