import { tooManyRequests } from '../errors.ts';
import { clientKey } from '../middleware/rate-limit.ts';
import { createRecentTimes } from '../middleware/recent-times.ts';
import { rememberRecent } from '../middleware/remember-recent.ts';

/** Thieves try stolen cards by the hundred; a buyer mistypes twice. */
const MOST_FAILURES = 10;
const WINDOW_MS = 60 * 60_000;
const MOST_STARTED = 10_000;

export type CardTesting = ReturnType<typeof createCardTesting>;

/** Counts refused cards by the address from which the payment was begun. In memory: a restart forgives. */
export function createCardTesting(now: () => Date, isOn: boolean) {
  const failures = createRecentTimes(now, { withinMs: WINDOW_MS, most: MOST_FAILURES });
  const startedBy = new Map<string, string>();

  return {
    /** Throws for an address with too many refusals in the last hour. */
    refuse: (address: string): void => {
      const times = failures.of(clientKey(address));
      if (!isOn || times.length < MOST_FAILURES) return;
      const oldest = times[0] ?? now().getTime();
      throw tooManyRequests(Math.ceil((oldest + WINDOW_MS - now().getTime()) / 1_000));
    },
    started: (attemptKey: string, address: string): void =>
      rememberRecent(startedBy, attemptKey, address, MOST_STARTED),
    failed: (attemptKey: string): void => {
      const address = startedBy.get(attemptKey);
      if (address !== undefined) failures.add(clientKey(address));
    },
  };
}
