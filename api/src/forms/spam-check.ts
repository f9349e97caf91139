import type { FormMeta } from '@northlight/shared/contracts/forms.ts';
import type { QuarantineReason } from '@northlight/shared/contracts/submissions.ts';
import { clientKey } from '../middleware/rate-limit.ts';
import { rememberRecent } from '../middleware/remember-recent.ts';

/** Nobody reads and fills in a form so fast, autofill included. */
const SHORTEST_FILLING_MS = 2_000;
const MOST_FORMS = 5;
const WINDOW_MS = 10 * 60_000;
const MOST_CLIENTS = 10_000;

export type SpamCheck = {
  /** Why this form is taken for a program's; null when it is not. Asking counts. */
  reasonFor(address: string, meta: FormMeta): QuarantineReason;
};

/** A call without the fields of our own pages is judged by its number only. */
export function createSpamCheck(now: () => Date, isRateLimited: boolean): SpamCheck {
  const sent = new Map<string, number[]>();

  function isOneTooMany(address: string): boolean {
    const key = clientKey(address);
    const time = now().getTime();
    const recent = (sent.get(key) ?? []).filter((then) => time - then < WINDOW_MS).slice(-MOST_FORMS);
    rememberRecent(sent, key, [...recent, time], MOST_CLIENTS);
    return isRateLimited && recent.length >= MOST_FORMS;
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
