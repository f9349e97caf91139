import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Middleware } from 'koa';
import sirv, { type Options } from 'sirv';
import { otherBuildWith } from './site-builds.ts';

/** Device features that no page of ours uses. */
const NEVER = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** The `Permissions-Policy` header. Wallets such as Apple Pay are allowed where a payment form is. */
export function permissionsPolicy(paymentFrames: readonly string[] = []): string {
  const allowed = paymentFrames.map((origin) => `"${origin}"`);
  const payment = allowed.length > 0 ? `(self ${allowed.join(' ')})` : '()';
  return [...NEVER.map((feature) => `${feature}=()`), `payment=${payment}`].join(', ');
}

/** The build's rules for a page. Without any, it frames nothing and cannot be framed. */
type PagePolicy = {
  scripts: string[];
  styles: string[];
  /** Embeds one of our pages in a frame. */
  framesOwn?: boolean;
  /** Our own pages may embed it. */
  isFramedByOwn?: boolean;
};

/** Other origins that a page may load from. */
export type PageSources = { scripts: string[]; frames: string[]; connections: string[]; images: string[] };

const NO_SOURCES: PageSources = { scripts: [], frames: [], connections: [], images: [] };
/** Where cards are asked for. */
const PAYMENT_PAGES = ['/checkout.html', '/quote.html'];
const HASHED_ASSETS = '/assets/';
/** Without a leading dot, and so without a way out of the folder. */
const HASHED_ASSET = /^\/assets\/[\w-][\w.-]*$/;
const NOT_FOUND_PAGE = '/404.html';

/**
 * Serves a build of the site: precompressed where the browser accepts it, with cache headers, and with each
 * page's own CSP. Files of other builds are only served if their names say their content.
 */
export function staticSite(
  root: string,
  checkoutSources: () => PageSources = () => NO_SOURCES,
  { isPreview = false } = {},
): Middleware & { switchTo: (root: string) => void } {
  // All that a request needs of a build, so that another build can take over between two requests.
  let current = existsSync(root) ? openBuild(root, checkoutSources, isPreview) : null;
  const serve: Middleware = async (ctx, next) => {
    const site = current;
    if (!site) return notBuilt(ctx, next);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      ctx.status = 405;
      ctx.body = 'This page only accepts GET requests.';
      return;
    }
    if (!isPlainRange(ctx.get('Range'))) delete ctx.req.headers.range;
    const isServed = await new Promise<boolean>((resolve) => {
      // A file that somebody deleted would otherwise crash the process.
      ctx.res.once('pipe', (file: Readable) => file.once('error', () => ctx.res.destroy()));
      ctx.res.once('close', () => resolve(true));
      ctx.res.once('finish', () => resolve(true));
      site.serve(ctx.req, ctx.res, () => {
        const other = HASHED_ASSET.test(ctx.path) && otherBuildWith(ctx.path, site.root);
        // `dev` looks for the one file. Without it, sirv lists the whole folder first.
        if (other) sirv(other, { ...site.options, dev: true })(ctx.req, ctx.res, () => resolve(false));
        else resolve(false);
      });
    });
    if (isServed) {
      ctx.respond = false;
      return;
    }
    ctx.status = 404;
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Content-Security-Policy', contentSecurityPolicy(site.policies[NOT_FOUND_PAGE]));
    ctx.body = site.notFoundPage || '404 Page Not Found';
  };
  return Object.assign(serve, {
    switchTo: (other: string) => {
      current = openBuild(other, checkoutSources, isPreview);
    },
  });
}

function openBuild(root: string, checkoutSources: () => PageSources, isPreview: boolean) {
  const policies: Record<string, PagePolicy> = existsSync(join(root, '.csp.json'))
    ? JSON.parse(readFileSync(join(root, '.csp.json'), 'utf8'))
    : {};
  // The dashboard shows it in a frame.
  if (isPreview) for (const page of Object.values(policies)) page.isFramedByOwn = true;
  const notFoundPage = existsSync(join(root, NOT_FOUND_PAGE)) && readFileSync(join(root, NOT_FOUND_PAGE));
  const options: Options = {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      setHeaders(response, path, policies, checkoutSources());
      if (isPreview && !path.startsWith(HASHED_ASSETS)) response.setHeader('Cache-Control', 'no-store');
    },
  };
  return { root, policies, notFoundPage, options, serve: sirv(root, options) };
}

/** In development, `astro dev` serves the pages and proxies /api to this server. */
const notBuilt: Middleware = (ctx) => {
  ctx.status = 404;
  ctx.body = 'The site hasn’t been built yet. Run "pnpm build", or open the address that "pnpm dev" prints.';
};

/** Only simple byte ranges. sirv answers others wrongly or never, and the whole file is always valid. */
function isPlainRange(range: string): boolean {
  const [, start, end] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? [];
  return start !== undefined && (!end || (Number(end) > 0 && Number(end) >= Number(start)));
}

function setHeaders(
  response: ServerResponse,
  path: string,
  policies: Record<string, PagePolicy>,
  checkoutSources: PageSources,
): void {
  // sirv finds a page under all these spellings: with a trailing slash, by its folder, or by its compressed
  // file.
  const name = path.replace(/\/$/, '').replace(/\.(br|gz)$/, '');
  const page = policies[name] ?? policies[`${name}.html`] ?? policies[`${name}/index.html`];
  response.setHeader('Cache-Control', cacheControl(path, page !== undefined));
  if (page) {
    const isCheckout = PAYMENT_PAGES.some((name) => page === policies[name]);
    const sources = isCheckout ? checkoutSources : NO_SOURCES;
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(page, sources));
    response.setHeader('Permissions-Policy', permissionsPolicy(sources.frames));
    // A bank opens its login in another window, which reports the result to this page.
    if (isCheckout) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  }
  // Some browsers follow this header in addition to frame-ancestors.
  if (page?.isFramedByOwn) response.setHeader('X-Frame-Options', 'SAMEORIGIN');
}

/** Pages are revalidated each time, which their ETag makes cheap. Hashed files never change. */
function cacheControl(path: string, isPage: boolean): string {
  if (isPage) return 'no-cache';
  if (path.startsWith(HASHED_ASSETS)) return 'public, max-age=31536000, immutable';
  return 'public, max-age=604800';
}

/** Allows only the page's own inline scripts and styles, by hash. */
export function contentSecurityPolicy(
  page: PagePolicy = { scripts: [], styles: [] },
  { scripts, frames, connections, images }: PageSources = NO_SOURCES,
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...page.scripts, ...scripts].join(' '),
    ["style-src 'self'", ...page.styles].join(' '),
    ["img-src 'self' data:", ...images].join(' '),
    "font-src 'self'",
    "media-src 'self'",
    ["connect-src 'self'", ...connections].join(' '),
    `frame-src ${frameSources(page, frames)}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${page.isFramedByOwn ? "'self'" : "'none'"}`,
  ].join('; ');
}

function frameSources({ framesOwn }: PagePolicy, frames: string[]): string {
  const all = [...(framesOwn ? ["'self'"] : []), ...frames];
  return all.length > 0 ? all.join(' ') : "'none'";
}
