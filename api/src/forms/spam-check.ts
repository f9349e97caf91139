import type { FormMeta } from '@northlight/shared/contracts/forms.ts';
import type { QuarantineReason } from '@northlight/shared/contracts/submissions.ts';
import { clientKey } from '../middleware/rate-limit.ts';
import { createRecentTimes } from '../middleware/recent-times.ts';

/** Nobody reads and fills in a form so fast, autofill included. */
const SHORTEST_FILLING_MS = 2_000;
const MOST_FORMS = 5;
const WINDOW_MS = 10 * 60_000;

export type SpamCheck = {
  /** Why this form is taken for a program's; null when it is not. Asking counts. */
  reasonFor(address: string, meta: FormMeta): QuarantineReason;
};

/** A call without the fields of our own pages is judged by its number only. */
export function createSpamCheck(now: () => Date, isRateLimited: boolean): SpamCheck {
  const sent = createRecentTimes(now, { withinMs: WINDOW_MS, most: MOST_FORMS });

  function isOneTooMany(address: string): boolean {
    const key = clientKey(address);
    const before = sent.of(key).length;
    sent.add(key);
    return isRateLimited && before >= MOST_FORMS;
  }

  return {
    reasonFor(address, { leaveEmpty, filledInMs }) {
      const isTooMany = isOneTooMany(address);
      if (leaveEmpty) return 'honeypot';
      if (filledInMs !== undefined && filledInMs < SHORTEST_FILLING_MS) return 'too-fast';
      return isTooMany ? 'too-many' : null;
    },
  };
}
