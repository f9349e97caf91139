import { rememberRecent } from '../middleware/remember-recent.ts';

const MOST = 5;
const WITHIN_MS = 60 * 60_000;
const REMEMBERED = 10_000;

export type StrangerMails = ReturnType<typeof createStrangerMails>;

/** Anybody can send a form or place a free order in anybody's name: no address gets more than a few mails an hour by that. */
export function createStrangerMails(now: () => Date, isRateLimited: boolean) {
  const sentAt = new Map<string, number[]>();
  return {
    /** Counts as one mail when it may. */
    mayGoTo: (email: string): boolean => {
      const address = email.toLowerCase();
      const time = now().getTime();
      const recent = (sentAt.get(address) ?? []).filter((at) => time - at < WITHIN_MS);
      if (isRateLimited && recent.length >= MOST) return false;
      rememberRecent(sentAt, address, [...recent, time], REMEMBERED);
      return true;
    },
  };
}
