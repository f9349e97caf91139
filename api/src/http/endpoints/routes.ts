import { cookieName, isHttps } from '../middleware/cookie-name.ts';
import type { Env } from '../../base/settings/env.ts';
import type { Mount } from './mount.ts';
import type { OpenApi } from './openapi.ts';

/** The description of the API. It holds nothing of this shop. */
export function descriptionRoutes(mount: Mount, settings: Env): void {
  // Built on first use, then cached.
  let document: Promise<OpenApi> | undefined;
  async function describe(): Promise<OpenApi> {
    const { describeApi } = await import('./openapi.ts');
    return describeApi(cookieName('northlight-session', isHttps(settings)));
  }

  mount('GET /api/openapi.json', () => (document ??= describe()));

  // Bookmarks and older notes name it.
  mount('GET /api/docs', ({ ctx }) => {
    ctx.redirect('/api/openapi.json');
    ctx.status = 303;
  });
}
