import { isIPv6 } from 'node:net';
import type { CallLimit } from '@northlight/shared/contracts/endpoint.ts';
import type { Context, Middleware } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../../base/errors.ts';

/** Makes limits by client address, one for each name; all of them open when limiting is off (load tests). */
export function rateLimits(isOn: boolean): (limit: CallLimit) => Middleware {
  const made = new Map<string, Middleware>();
  return (limit) => {
    const found = made.get(limit.name) ?? (isOn ? rateLimit(limit) : (_ctx, next) => next());
    made.set(limit.name, found);
    return found;
  };
}

function rateLimit(limit: CallLimit): Middleware {
  const isByCalls = 'perMinute' in limit;
  const limiter = new RateLimiterMemory({
    keyPrefix: limit.name,
    points: isByCalls ? limit.perMinute : limit.kilobytesPerHour,
    duration: isByCalls ? 60 : 60 * 60,
  });
  return async (ctx, next) => {
    await consume(limiter, ctx.ip, isByCalls ? 1 : kilobytesOf(ctx));
    return next();
  };
}

/** Limits how many megabytes a network announces in an hour. Pass the size in bytes. */
export function volumeLimit(
  isOn: boolean,
  { name, megabytesPerHour }: { name: string; megabytesPerHour: number },
): (address: string, bytes: number) => Promise<void> {
  const points = megabytesPerHour * 1_024;
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: 60 * 60 });
  return async (address, bytes) => {
    if (isOn) await consume(limiter, address, Math.ceil(bytes / 1_024));
  };
}

/** The size as read; the header can lie. */
function kilobytesOf(ctx: Context): number {
  return Math.ceil(Buffer.byteLength(ctx.request.rawBody ?? '') / 1_024);
}

async function consume(limiter: RateLimiterMemory, address: string, points: number): Promise<void> {
  const key = clientKey(address);
  const counted = await limiter.get(key);
  // It began in the future: the clock was set back since.
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

const FORGET_AFTER_MS = 10 * 60_000;
const FREE_MISSES = 3;
const MAX_DELAY_MS = 4_000;
const MAX_CLIENTS = 10_000;

export type LookupDelay = { afterMiss(address: string): number };

/** How long to wait, in milliseconds, before telling a client that its guess was wrong: nothing for a few typos, then doubling. */
export function createLookupDelay(now: () => Date, isOn: boolean): LookupDelay {
  const misses = new Map<string, { count: number; last: number }>();
  return {
    afterMiss(address) {
      if (!isOn) return 0;
      const key = clientKey(address);
      const time = now().getTime();
      const before = misses.get(key);
      const count = before && isWithin(before.last, time, FORGET_AFTER_MS) ? before.count + 1 : 1;
      setRecent(misses, key, { count, last: time }, MAX_CLIENTS);
      return count <= FREE_MISSES ? 0 : Math.min(MAX_DELAY_MS, 125 * 2 ** (count - FREE_MISSES));
    },
  };
}

/**
 * The network that an address belongs to: /24 of IPv4, /48 of IPv6. Whoever rents a server often gets a whole /48 or several
 * addresses of one /24, and could take another one for every card.
 */
export function clientNetwork(address: string): string {
  const [, three] = /(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
  if (three) return `${three}.0/24`;
  return isIPv6(address) ? `${clientKey(address).split(':').slice(0, 3).join(':')}::/48` : address;
}

const MAX_KEYS = 10_000;

/** When something happened, by key, as far as it counts: within `withinMs`, the last `most` times. Kept in memory, so a restart clears it. */
export function createRecentTimes(now: () => Date, { withinMs, most }: { withinMs: number; most: number }) {
  const times = new Map<string, number[]>();
  const recent = (key: string): number[] =>
    (times.get(key) ?? []).filter((then) => isWithin(then, now().getTime(), withinMs)).slice(-most);
  return {
    /** Milliseconds since 1970, oldest first. */
    of: recent,
    add: (key: string): void => setRecent(times, key, [...recent(key), now().getTime()], MAX_KEYS),
  };
}

/** In milliseconds. A time in the future was recorded before the clock was set back, and no longer counts. */
export function isWithin(then: number, now: number, withinMs: number): boolean {
  return then <= now && now - then < withinMs;
}

/** Sets the key and forgets those unused for longest beyond `most`, so made-up addresses can't fill memory. */
export function setRecent<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  // Moves the key to the end, so the map stays in order of use.
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
