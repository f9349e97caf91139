import { createRecentTimes } from '../middleware/recent-times.ts';

const MOST = 5;
const WITHIN_MS = 60 * 60_000;

export type StrangerMails = ReturnType<typeof createStrangerMails>;

/** Anybody can send a form or place a free order in anybody's name: no address gets more than a few mails an hour by that. */
export function createStrangerMails(now: () => Date, isRateLimited: boolean) {
  const sent = createRecentTimes(now, { withinMs: WITHIN_MS, most: MOST });
  return {
    /** Counts as one mail when it may. */
    mayGoTo: (email: string): boolean => {
      const address = email.toLowerCase();
      if (isRateLimited && sent.of(address).length >= MOST) return false;
      sent.add(address);
      return true;
    },
  };
}
