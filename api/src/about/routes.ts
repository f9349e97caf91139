import { API_VERSION } from '@northlight/shared/contracts/shop/about.ts';
import type { Mount } from '../endpoints/mount.ts';
import type { Env } from '../env.ts';

/** Nothing that does not stand on the shop's pages as well. */
export function aboutRoutes(mount: Mount, { name, email }: Env['business']): void {
  mount('GET /api/about', () => ({ businessName: name, businessEmail: email, apiVersion: API_VERSION }));
}
