import { isIPv6 } from 'node:net';
import type { Context, Middleware } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../errors.ts';

/** So many calls, or so much of their bodies. */
export type Limit = { perMinute: number } | { kilobytesPerHour: number };
export type LimitFactory = (name: string, limit: Limit) => Middleware;

/** Makes limits by client address; all of them open when limiting is off (load tests). */
export function rateLimits(isOn: boolean): LimitFactory {
  return (name, limit) => {
    if (!isOn) return (_ctx, next) => next();
    const isByCalls = 'perMinute' in limit;
    const limiter = new RateLimiterMemory({
      keyPrefix: name,
      points: isByCalls ? limit.perMinute : limit.kilobytesPerHour,
      duration: isByCalls ? 60 : 60 * 60,
    });
    return async (ctx, next) => {
      await consume(limiter, ctx, isByCalls ? 1 : kilobytesOf(ctx));
      return next();
    };
  };
}

/** As it was read, for what its length header says is up to the sender. */
function kilobytesOf(ctx: Context): number {
  return Math.ceil(Buffer.byteLength(ctx.request.rawBody ?? '') / 1_024);
}

async function consume(limiter: RateLimiterMemory, ctx: Context, points: number): Promise<void> {
  const key = clientKey(ctx.ip);
  const counted = await limiter.get(key);
  // It was begun in the future: the clock has been set back since.
  if (counted && counted.msBeforeNext > limiter.duration * 1_000) await limiter.delete(key);
  try {
    await limiter.consume(key, points);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooManyRequests(Math.ceil(refusal.msBeforeNext / 1_000));
  }
}

/** An IPv6 client owns a whole /64 and could take a new address for every call, so the network counts. */
export function clientKey(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const missing = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...(tail === undefined ? [] : missing), ...right].slice(0, 4).join(':');
}
