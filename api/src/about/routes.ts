import { API_VERSION } from '@northlight/shared/contracts/shop/about.ts';
import type { Mount } from '../endpoints/mount.ts';
import type { Env } from '../env.ts';

/** Only what the shop's public pages show too. */
export function aboutRoutes(mount: Mount, business: Env['business']): void {
  mount('GET /api/about', () => ({
    businessName: business.name,
    businessEmail: business.email,
    apiVersion: API_VERSION,
  }));
}
