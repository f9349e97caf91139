import { clientKey } from './rate-limit.ts';
import { isWithin, setRecent } from './recent-times.ts';

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
