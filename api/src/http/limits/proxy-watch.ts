import { BlockList, isIPv6 } from 'node:net';
import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import { isSameSignature, signed } from '../../base/signed.ts';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Log } from '../../base/log.ts';
import { createStoredLimit } from './stored-limit.ts';
import { hostNameOf } from '../middleware/page-address.ts';
import { DAY_MS, HOUR_MS } from '../../base/units.ts';

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/**
 * `unknown-proxy`: a proxy passes requests on, but TRUST_PROXY_HOPS is 0, so all customers share one address
 * and its limits. `proxy-bypassed`: TRUST_PROXY_HOPS is set, but somebody outside reaches the server directly
 * and can claim any address.
 */
export type ProxyMistake = 'unknown-proxy' | 'proxy-bypassed';

const MESSAGES: Record<ProxyMistake, string> = {
  'unknown-proxy':
    'Requests come through a proxy, but TRUST_PROXY_HOPS is 0, so all customers share one rate limit.',
  'proxy-bypassed': 'Requests reach the server without your proxy, so they can claim any address.',
};

const own = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  own.addSubnet(network, bits);
own.addAddress('::1', 'ipv6');
own.addSubnet('fc00::', 7, 'ipv6');
own.addSubnet('fe80::', 10, 'ipv6');
const isOwn = (address: string): boolean => own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** When a mistake was noticed within a day, at most once an hour. In the database, so that commands see it. */
export const proxyNotices = (db: Db, now: () => Date) =>
  createStoredLimit(db, now, { name: 'proxy', most: 24, withinMs: DAY_MS });

const PROBE = 'northlight-probe';
/** In the response to a probe: how many proxies passed it on. */
export const HOPS_HEADER = 'northlight-hops';
/** In the same response: under which host name it arrived. */
export const NAME_HEADER = 'northlight-name';
const proof = (secret: string, id: string) => signed(secret, `probe:${id}`).toString('base64url');

/** The header of a request to which only this shop answers with `HOPS_HEADER`. */
export function probeHeader(secret: string): Record<string, string> {
  const id = randomBytes(12).toString('base64url');
  return { [PROBE]: `${id}.${proof(secret, id)}` };
}

type Deps = { db: Db; now: () => Date; log: Log; settings: { trustProxyHops: number; secret: string } };

/** Notices a wrong TRUST_PROXY_HOPS, and logs and stores it once an hour. Answers probes. */
export function proxyWatch({ db, now, log, settings }: Deps): Middleware {
  const notices = proxyNotices(db, now);
  const security = log.child({ security: true });
  let requests = 0;
  let nextNoticeAt = 0;
  return (ctx, next) => {
    const { req } = ctx;
    const { trustProxyHops, secret } = settings;
    const [id = '', given = ''] = String(req.headers[PROBE] ?? '').split('.');
    if (given && isSameSignature(given, proof(secret, id))) {
      ctx.set(HOPS_HEADER, String(ctx.get('X-Forwarded-For').split(',').filter(Boolean).length));
      ctx.set(NAME_HEADER, hostNameOf(req));
    }
    const isForwarded = FORWARDED.some((name) => req.headers[name] !== undefined);
    const fromOwn = () => isOwn(req.socket.remoteAddress ?? '127.0.0.1');
    const mistake: ProxyMistake | false =
      trustProxyHops === 0
        ? isForwarded && fromOwn() && 'unknown-proxy'
        : !isForwarded && !fromOwn() && 'proxy-bypassed';
    if (mistake) {
      requests += 1;
      if (now().getTime() >= nextNoticeAt) {
        nextNoticeAt = now().getTime() + HOUR_MS;
        security.warn({ event: mistake, requests }, MESSAGES[mistake]);
        requests = 0;
        // Not awaited: a busy database must not hold up the request.
        void inTransaction(db, () => notices.add(mistake)).catch((error: unknown) =>
          log.error({ err: error }, 'could not store a notice'),
        );
      }
    }
    return next();
  };
}
