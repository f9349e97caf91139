import { API_VERSION } from '@northlight/shared/contracts/operations.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { Env } from '../../base/settings/env.ts';

/** Only what the shop's public pages show too. */
export function aboutRoutes(mount: Mount, settings: Pick<Env, 'business'>): void {
  mount('GET /api/about', () => ({
    businessName: settings.business.name,
    businessEmail: settings.business.email,
    apiVersion: API_VERSION,
  }));
}
