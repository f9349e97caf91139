import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { PLACE_PATHS } from '@northlight/shared/contracts/places.ts';
import { type Env, isLoopback } from '../../base/settings/env.ts';
import { clientKey, createRecentTimes } from '../limits/rate-limit.ts';

type Settings = Pick<Env, 'publicUrl'>;

/** The host name that the browser shows, in lower case, without its port. Whoever sends the request can make it up. */
export function hostNameOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const forwarded = String(headers['x-forwarded-host'] ?? '')
    .split(',')[0]
    ?.trim();
  return /^(?:\[[^\]]*\]|[^:]*)/.exec(forwarded || (headers.host ?? ''))?.[0].toLowerCase() ?? '';
}

/** Whether a request came under another name than the shop's. Commands and proxies on the machine call it by a local one. */
export function isElsewhere(request: Pick<IncomingMessage, 'headers'>, { publicUrl }: Settings): boolean {
  const own = new URL(publicUrl).hostname;
  const name = hostNameOf(request);
  return !isLoopback(own) && name !== '' && name !== own && !isLoopback(name);
}

/** Whether the same response is right for everyone who asks for this path. */
export const isPlainAddress =
  (settings: Settings) =>
  (request: IncomingMessage): boolean =>
    !request.url?.includes('%23') && !isElsewhere(request, settings);

/** A path, or the dashboard with a query, whose `#` was encoded. Not `//host` or `/\host`, which leads to another site. */
const ENCODED_HASH = /^(\/(?![/\\])[^?]*?|\/admin[\w-]*\/?\?.*?)%23(.*)$/s;
/** Browsers follow about 20. */
const SENT = { withinMs: 10_000, most: 3 };
const VIEW = /^\/admin(\/[\w-]+)\/?$/;

/**
 * Leads to the one address of a page: from other host names to the shop's own, where alone people can buy and log in; from a
 * `#` that mail security encoded to a real one; and from the name of a view, such as /admin/orders, to the view.
 */
export function pageAddress({ settings, now }: { settings: Settings; now: () => Date }): Middleware {
  const sent = createRecentTimes(now, SENT);
  let reached: string | undefined;
  return (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || !ctx.path.startsWith('/')) return next();
    const { publicUrl } = settings;
    if (isElsewhere(ctx.req, settings)) {
      // A proxy that passes on another name would send visitors in a circle. Then the page is shown.
      const key = `${clientKey(ctx.ip)} ${ctx.method} ${hostNameOf(ctx.req)} ${ctx.path.slice(0, 100)}`;
      const isCircle = reached !== publicUrl && sent.of(key).length === SENT.most;
      if (!isCircle) {
        sent.add(key);
        ctx.status = 308;
        return leadTo(`${publicUrl}${ctx.path}${ctx.search}`);
      }
    } else if (hostNameOf(ctx.req) === new URL(publicUrl).hostname) reached = publicUrl;

    const [, before, after = ''] = ENCODED_HASH.exec(ctx.path + ctx.search) ?? [];
    if (before !== undefined) return leadTo(`${before}#${after}`);
    const [, view = ''] = VIEW.exec(ctx.path) ?? [];
    if (PLACE_PATHS.some((path) => path === view)) return leadTo(`/admin#${view}${ctx.search}`);
    return next();

    function leadTo(address: string): void {
      // Browsers would keep a permanent one even after the shop has moved.
      ctx.set('Cache-Control', 'no-store');
      ctx.redirect(address);
    }
  };
}
