import type { Middleware } from 'koa';
import { ApiError, badInput } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { type Env, isPublic } from '../../base/settings/env.ts';
import { DAY_MS, MINUTE_MS } from '../../base/units.ts';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createStoredLimit } from '../limits/stored-limit.ts';
import { errorHandler } from './error-handler.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** As browsers write one, and not longer than a name can be. */
const AN_ORIGIN = /^https?:\/\/(?=.{1,100}$)(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const MOST_ADDRESSES = 5;

/** Where pages of the shop were open that could send nothing, within a day. In the database, so that commands see it. */
export const otherAddresses = (db: Db, now: () => Date) =>
  createStoredLimit(db, now, { name: 'other-address', most: 1, withinMs: DAY_MS });

type Deps = { db: Db; now: () => Date; log: Log; settings: Pick<Env, 'publicUrl'> };

/**
 * Refuses writes that a browser sends on behalf of another site. Does not trust the Host header. Webhooks do
 * not come from browsers and have neither header. Tells the owner about pages of the shop under another address.
 */
export function sameOrigin({ db, now, log, settings }: Deps): Middleware {
  const noticed = otherAddresses(db, now);
  let nextNoticeAt = 0;
  /** Anyone can claim to be such a page, so only a few are kept, at most one a minute. */
  const notice = (origin: string): void => {
    if (now().getTime() < nextNoticeAt || !AN_ORIGIN.test(origin)) return;
    nextNoticeAt = now().getTime() + MINUTE_MS;
    // Not awaited: a busy database must not hold up the request.
    void inTransaction(db, () => {
      const known = noticed.keys();
      if (known.length < MOST_ADDRESSES || known.includes(origin)) noticed.add(origin);
    }).catch((error: unknown) => log.error({ err: error }, 'could not store a notice'));
  };
  return (ctx, next) => {
    if (READS.has(ctx.method)) return next();
    const origin = ctx.get('Origin');
    const site = ctx.get('Sec-Fetch-Site');
    const isForeign =
      (origin && !isOwn(settings.publicUrl, origin)) || (site && site !== 'same-origin' && site !== 'none');
    if (!isForeign) return next();
    const isOwnPage = site === 'same-origin' || (!site && URL.parse(origin)?.host === ctx.host);
    if (!isOwnPage) throw new ApiError(403, 'foreign_origin', 'Requests from other websites aren’t allowed.');
    notice(origin);
    throw new ApiError(403, 'foreign_origin', openInstead(settings, ctx.path));
  };
}

function openInstead({ publicUrl }: Pick<Env, 'publicUrl'>, path: string): string {
  const page = path.startsWith('/api/admin/') ? '/admin' : '';
  const text = `This doesn’t work at this address. Open ${publicUrl}${page} instead.`;
  return isPublic({ publicUrl }) ? text : `${text} If the shop has another address, set it on its server.`;
}

function isOwn(publicUrl: string, origin: string): boolean {
  const own = new URL(publicUrl);
  const names = LOOPBACK.includes(own.hostname) ? LOOPBACK : [own.hostname];
  return names.some((name) => origin === `${own.protocol}//${name}${own.port && `:${own.port}`}`);
}

/**
 * Refuses a request with several Host headers: Node uses the first, but a proxy may use another (RFC 9112).
 */
export function oneHost(log: Log): Middleware {
  const asAnswer = errorHandler(log);
  return (ctx, next) => {
    if ((ctx.req.headersDistinct['host']?.length ?? 0) <= 1) return next();
    return asAnswer(ctx, () => {
      throw badInput('Send only one Host header.');
    });
  };
}
