import type { FormMeta } from '@northlight/shared/contracts/forms/form-fields.ts';
import type { OrderMatch, QuarantineReason } from '@northlight/shared/contracts/submissions.ts';
import { clientKey, createRecentTimes } from '../../http/limits/rate-limit.ts';

/** Few people fill in a form so fast, but autofill and a quick hand can: it is a first sign only. */
const MIN_FILLING_MS = 2_000;
const WINDOW_MS = 10 * 60_000;
/** From here on an address is slowed down, and a second sign is enough for quarantine. */
const MANY_FORMS = 5;
/** More than an office sends. */
const TOO_MANY_FORMS = 60;
const WAIT_STEP_MS = 20;
const MAX_WAIT_MS = 1_000;

type Judged = Pick<FormMeta, 'leaveEmpty' | 'filledInMs'> & {
  /** Of all answers. */
  contentHash: string;
  orderMatch: OrderMatch;
};

export type SpamCheck = {
  /** Counts one form of this address. Gives how many milliseconds to wait before it is stored: nothing for a few, then up to a second. */
  arrived(address: string): number;
  /** Why this form is taken for a program's; null when it is not. Its content counts as seen from then on. */
  reasonFor(address: string, form: Judged): QuarantineReason;
};

/**
 * Many people may share one address, and autofill is fast, so neither says much alone: with each a second sign is needed. A
 * call without the fields of our own pages is no more than such a sign.
 */
export function createSpamCheck(now: () => Date, isRateLimited: boolean): SpamCheck {
  const sent = createRecentTimes(now, { withinMs: WINDOW_MS, most: TOO_MANY_FORMS + 1 });
  const contents = createRecentTimes(now, { withinMs: WINDOW_MS, most: 1 });

  /** Asking counts. */
  function isRepeated(key: string, contentHash: string): boolean {
    const content = `${key} ${contentHash}`;
    const wasSeen = contents.of(content).length > 0;
    contents.add(content);
    return wasSeen;
  }

  return {
    arrived(address) {
      const key = clientKey(address);
      sent.add(key);
      const beyond = isRateLimited ? Math.max(0, sent.of(key).length - MANY_FORMS) : 0;
      return Math.min(MAX_WAIT_MS, beyond * WAIT_STEP_MS);
    },
    reasonFor(address, { leaveEmpty, filledInMs, contentHash, orderMatch }) {
      const key = clientKey(address);
      const count = isRateLimited ? sent.of(key).length : 0;
      const isFast = filledInMs !== undefined && filledInMs < MIN_FILLING_MS;
      const isMany = count > MANY_FORMS;
      const hasSecondSign =
        isRepeated(key, contentHash) ||
        filledInMs === undefined ||
        orderMatch === 'unknown-order' ||
        orderMatch === 'unpaid-order';
      if (leaveEmpty) return 'honeypot';
      if (isFast && (isMany || hasSecondSign)) return 'too-fast';
      return count > TOO_MANY_FORMS || (isMany && hasSecondSign) ? 'too-many' : null;
    },
  };
}
