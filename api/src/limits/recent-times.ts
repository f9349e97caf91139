import { setRecent } from './lru-map.ts';

const MAX_KEYS = 10_000;

/** When something happened, by key, as far as it counts: within `withinMs`, the last `most` times. In memory: a restart forgives. */
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

/** All in milliseconds. A time in the future is from before the clock was set back, and no longer counts. */
export function isWithin(then: number, now: number, withinMs: number): boolean {
  return then <= now && now - then < withinMs;
}
