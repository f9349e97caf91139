import type { Context, Middleware } from 'koa';
import { type Env, cookieName, isHttps } from '../../base/settings/env.ts';
import { isSameSignature, signed } from '../../base/signed.ts';
import { DAY_MS } from '../../base/units.ts';
import { PREVIEW_COOKIE } from './page-cache.ts';
import { staticSite, type PageSources } from './static-site.ts';

const VALID_MS = 7 * DAY_MS;

const keyOf = (secret: string, end: string, by: string): string =>
  `${end}.${by}.${signed(secret, `preview:${end}:${by}`).toString('base64url')}`;

/** Shows the preview to whoever has it, until its end, which it begins with, and while `by` may still send one. */
export const previewKey = (secret: string, now: Date, by: number): string =>
  keyOf(secret, String(now.getTime() + VALID_MS), String(by));

/** Who sent a key that is valid now. Undefined for another one. */
function senderOf(secret: string, key: string, now: Date): number | undefined {
  const [end = '', by = ''] = key.split('.');
  return isSameSignature(key, keyOf(secret, end, by)) && Number(end) > now.getTime() ? Number(by) : undefined;
}

const END = '/preview';
/** Not the dashboard, which nothing may frame, and no unusual spelling of it. */
const PREVIEWED = /^(?:\/(?!admin)[\w.-]*)+$/i;

/**
 * Serves a build with unpublished texts and prices to browsers that opened a link with a key. `/preview?end` leaves it.
 * What the dashboard frames has a cookie of its own, so its other windows show the published pages.
 */
export function previewSite(
  { settings, now }: { settings: Pick<Env, 'secret' | 'publicUrl'>; now: () => Date },
  checkoutSources: () => PageSources,
  maySend: (by: number) => boolean,
): Middleware & { switchTo: (root: string) => void } {
  const site = staticSite('', checkoutSources, { isPreview: true });
  let isOpen = false;
  const cookieOf = (ctx: Context) =>
    cookieName(PREVIEW_COOKIE, isHttps(settings)) + (ctx.get('Sec-Fetch-Dest') === 'iframe' ? '-frame' : '');
  const isValid = (key: unknown): key is string => {
    const by = typeof key === 'string' ? senderOf(settings.secret, key, now()) : undefined;
    return by !== undefined && maySend(by);
  };

  const serve: Middleware = async (ctx, next) => {
    const { key, end } = ctx.query;
    if (ctx.path === END && (end !== undefined || isValid(key))) {
      const secure = isHttps(settings);
      // TLS can end at a proxy.
      ctx.cookies.secure = secure;
      const options = { httpOnly: true, sameSite: 'lax', secure, signed: false } as const;
      const expires = new Date(isValid(key) ? Number.parseInt(key, 10) : 0);
      ctx.cookies.set(cookieOf(ctx), end === undefined && isValid(key) ? key : '', { ...options, expires });
      ctx.set('Cache-Control', 'no-store');
      ctx.redirect('/');
      return;
    }
    if (!isOpen || !PREVIEWED.test(ctx.path) || !isValid(ctx.cookies.get(cookieOf(ctx), { signed: false })))
      return next();
    ctx.set('X-Robots-Tag', 'noindex');
    // The browser may have it from the published pages.
    delete ctx.req.headers['if-none-match'];
    await site(ctx, next);
    if (ctx.respond !== false) ctx.set('Cache-Control', 'no-store');
  };
  return Object.assign(serve, {
    switchTo: (root: string) => {
      site.switchTo(root);
      isOpen = true;
    },
  });
}
