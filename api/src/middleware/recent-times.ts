import { rememberRecent } from './remember-recent.ts';

const MOST_KEYS = 10_000;

/** When something happened, by key, as far as it counts: within `withinMs`, the last `most` times. In memory: a restart forgives. */
export function createRecentTimes(now: () => Date, { withinMs, most }: { withinMs: number; most: number }) {
  const times = new Map<string, number[]>();
  const recent = (key: string): number[] =>
    (times.get(key) ?? []).filter((then) => now().getTime() - then < withinMs).slice(-most);
  return {
    /** Milliseconds since 1970, oldest first. */
    of: recent,
    add: (key: string): void => rememberRecent(times, key, [...recent(key), now().getTime()], MOST_KEYS),
  };
}
