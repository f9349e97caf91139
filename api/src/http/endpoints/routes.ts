import { cookieName, isHttps } from '../middleware/cookie-name.ts';
import type { Env } from '../../base/settings/env.ts';
import type { Mount } from './mount.ts';

/** The description of the API. It holds nothing of this shop. */
export function descriptionRoutes(mount: Mount, settings: Env): void {
  // Built on first use, then cached.
  const document = once(async () => {
    const { describeApi } = await import('./openapi.ts');
    return describeApi(cookieName('northlight-session', isHttps(settings)));
  });
  const page = once(async () => {
    const { docsPage, DOCS_PAGE_CSP } = await import('./docs-page.ts');
    return { html: docsPage(await document()), csp: DOCS_PAGE_CSP };
  });

  mount('GET /api/openapi.json', document);

  mount('GET /api/docs', async ({ ctx }) => {
    const { html, csp } = await page();
    ctx.set('Content-Security-Policy', csp);
    ctx.type = 'html';
    ctx.body = html;
  });
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}
