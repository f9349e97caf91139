import { textToCents, type Cents } from '@northlight/shared/catalog/money.ts';
import { addPeriods } from '@northlight/shared/catalog/periods.ts';
import { type ProviderAgreement, type ProviderCharge, isOver } from '../recurring.ts';
import {
  EARLY_MS,
  firstPeriodOf,
  nextBillingOf,
  termsOf,
  type PaypalSubscription,
  type PaypalTransaction,
} from './subscription.ts';
import { AGREEMENT_STATUSES } from './subscription-answers.ts';
import { DAY_MS } from '../../../base/units.ts';
import type { Period } from '@northlight/shared/contracts/lists.ts';

/** PayPal tries a failed payment again every five days, twice. */
const RETRY_MS = 5 * DAY_MS;
const RETRIES = 2;
const HALF_YEAR_MS = 180 * DAY_MS;
/** The note of a subscription that the shop suspended, so that it is not taken for one that PayPal did. */
export const PAUSED = 'Paused by the shop.';

/**
 * PayPal has no cancellation at the end of a period. It is suspended instead, with the end in its note, and
 * canceled when that has passed.
 */
export const noteOf = (end: Date): string => `Canceled. Ends ${end.toISOString()}`;
const NOTE = /^Canceled\. Ends (\S+)$/;

export function endOf({ status, status_change_note: note = '' }: PaypalSubscription): Date | null {
  const end = status === 'SUSPENDED' ? NOTE.exec(note)?.[1] : undefined;
  return end ? new Date(end) : null;
}

export function toAgreement(subscription: PaypalSubscription, charges: ProviderCharge[]): ProviderAgreement {
  const { status, status_change_note: note, status_update_time: since, billing_info: info } = subscription;
  const state = AGREEMENT_STATUSES[status];
  const terms = termsOf(subscription);
  if (!state || !terms) throw new Error(`The PayPal subscription ${subscription.id} is ${status}.`);
  const isEnded = isOver({ state });
  const cancelAt = endOf(subscription);
  const isBehind =
    charges.at(-1)?.state === 'failed' ||
    (info !== undefined && (info.failed_payments_count > 0 || Number(info.outstanding_balance?.value) > 0));
  const isPaused = state === 'paused' && !cancelAt && !isGivenUp(subscription);
  const isSuspendedElsewhere = state === 'paused' && !cancelAt && note !== PAUSED;
  const email = subscription.subscriber?.email_address;
  return {
    state: isEnded ? state : isPaused ? 'paused' : isBehind ? 'past-due' : 'active',
    ...terms,
    nextChargeAt: nextBillingOf(subscription) ?? null,
    cancelAt,
    endedAt: isEnded && since ? new Date(since) : null,
    suspendedAt: isSuspendedElsewhere && since ? new Date(since) : null,
    // PayPal changes nothing about one that it hasn't begun.
    ...(status === 'APPROVED' && { priceFixedUntil: new Date(subscription.start_time) }),
    card: email ? { label: `PayPal account ${email}`, expiresAt: null } : null,
    charges,
  };
}

/**
 * PayPal suspends after too many failures, and then only the customer can continue it, on PayPal's page. Any
 * other suspension is a pause, whoever owes what.
 */
export function isGivenUp({
  status,
  status_change_note: note,
  billing_info: info,
  plan,
}: PaypalSubscription) {
  const most = plan?.payment_preferences?.payment_failure_threshold ?? 0;
  return status === 'SUSPENDED' && note !== PAUSED && most > 0 && (info?.failed_payments_count ?? 0) >= most;
}

/**
 * The first period began one period after the approval. One that the customer changed to yearly payments stays on its
 * months, of which each new period begins one.
 */
const periodSold = ({ create_time, start_time }: PaypalSubscription): Period =>
  Date.parse(start_time) - Date.parse(create_time) > HALF_YEAR_MS ? 'year' : 'month';

/**
 * A charge that is due but has a transaction is pending at PayPal. One charge per period, named after its day. A second payment in one period is
 * a charge of its own.
 */
export function toCharges(
  subscription: PaypalSubscription,
  transactions: readonly PaypalTransaction[],
  now: Date,
): ProviderCharge[] {
  const start = new Date(subscription.start_time);
  const period = periodSold(subscription);
  const periodAt = (time: Date): string => {
    let [count, due] = [1, start];
    for (; ; count += 1) {
      const next = addPeriods(start, period, count);
      if (next.getTime() - EARLY_MS > time.getTime()) return due.toISOString();
      due = next;
    }
  };
  const periods = Map.groupBy(transactions, ({ at }) => periodAt(at));
  const failure = lastFailure(subscription, now);
  if (failure) periods.set(periodAt(failure.at), periods.get(periodAt(failure.at)) ?? []);
  return [...periods]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([due, all]) => {
      const dueAt = new Date(due);
      const taken = all.filter(({ meaning }) => meaning !== 'failed');
      const failed = all.length - taken.length;
      const id = due.slice(0, '2026-11-21'.length);
      if (taken.length > 0)
        return taken.map((transaction, nth) =>
          nth === 0
            ? chargeOf(transaction, id, dueAt, failed + 1)
            : chargeOf(transaction, transaction.id, dueAt, 1),
        );
      const isLast = failure && periodAt(failure.at) === due;
      const retries = isLast ? Math.floor((failure.at.getTime() - dueAt.getTime() + DAY_MS) / RETRY_MS) : 0;
      const amountCents = (isLast ? failure.amountCents : all.at(-1)?.amountCents) ?? 0;
      const attempts = Math.max(failed, 1 + Math.min(RETRIES, Math.max(0, retries)));
      return [{ ...UNPAID, id, dueAt, amountCents, state: 'failed' as const, attempts }];
    });
}

const UNPAID = { paidAt: null, refundedCents: 0, paymentId: null, payUrl: null, dispute: null };

function chargeOf(
  { id: paymentId, status, meaning, at, amountCents, held }: PaypalTransaction,
  id: string,
  dueAt: Date,
  attempts: number,
): ProviderCharge {
  const charge = { ...UNPAID, id, dueAt, amountCents, attempts };
  const paid = { ...charge, paidAt: at, paymentId };
  if (meaning !== 'paid') return { ...paid, state: 'due', held };
  if (status === 'REFUNDED') return { ...paid, state: 'refunded', refundedCents: amountCents };
  // PayPal does not say how much was refunded in part, and lists a refund late.
  return { ...paid, state: 'paid', refundedCents: null };
}

/** Null for the setup fee, which has no period. */
function lastFailure(subscription: PaypalSubscription, now: Date): { at: Date; amountCents: Cents } | null {
  const { billing_info: info } = subscription;
  const { last_failed_payment: last } = info ?? {};
  const terms = termsOf(subscription);
  const found = last
    ? { at: new Date(last.time), amountCents: textToCents(last.amount.value) }
    : info?.failed_payments_count && terms
      ? { at: now, amountCents: terms.amountCents }
      : null;
  return found && found.at >= firstPeriodOf(subscription) ? found : null;
}
