import { API_VERSION } from '@northlight/shared/contracts/shop/about.ts';
import type { Mount } from '../endpoints/mount.ts';
import type { Env } from '../env.ts';

/** Only what the shop's public pages show too. */
export function aboutRoutes(mount: Mount, { name, email }: Env['business']): void {
  mount('GET /api/about', () => ({ businessName: name, businessEmail: email, apiVersion: API_VERSION }));
}
