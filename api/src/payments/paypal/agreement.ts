import { textToCents, type Cents } from '@northlight/shared/catalog/money.ts';
import { addPeriods } from '@northlight/shared/catalog/periods.ts';
import { isOver } from '../states.ts';
import type { ProviderAgreement, ProviderCharge } from '../recurring.ts';
import { EARLY_MS, firstPeriodOf, type PaypalSubscription, type PaypalTransaction } from './subscription.ts';
import { AGREEMENT_STATUSES } from './subscription-answers.ts';

const DAY_MS = 24 * 60 * 60_000;
/** PayPal tries a failed payment again every five days, twice. */
const RETRY_MS = 5 * DAY_MS;
const RETRIES = 2;
/** The note of a subscription that the shop suspended, so that it is not taken for one that PayPal did. */
export const PAUSED = 'Paused by the shop.';

/**
 * PayPal has no cancellation at the end of a period. It is suspended instead, with the end in its note, and
 * canceled when that has passed.
 */
export const noteOf = (end: string): string => `Canceled. Ends ${new Date(end).toISOString()}`;
const NOTE = /^Canceled\. Ends (\S+)$/;

export function endOf({ status, status_change_note: note = '' }: PaypalSubscription): Date | null {
  const end = status === 'SUSPENDED' ? NOTE.exec(note)?.[1] : undefined;
  return end ? new Date(end) : null;
}

export function toAgreement(subscription: PaypalSubscription, charges: ProviderCharge[]): ProviderAgreement {
  const { status, status_change_note: note, status_update_time: since, billing_info: info } = subscription;
  const state = AGREEMENT_STATUSES[status];
  const amountCents = priceOf(subscription);
  if (!state || amountCents === null)
    throw new Error(`The PayPal subscription ${subscription.id} is ${status}.`);
  const isEnded = isOver({ state });
  const cancelAt = endOf(subscription);
  const isBehind =
    charges.at(-1)?.state === 'failed' ||
    (info !== undefined && (info.failed_payments_count > 0 || Number(info.outstanding_balance?.value) > 0));
  const isPaused = state === 'paused' && !cancelAt && (!isBehind || note === PAUSED);
  const next = status === 'ACTIVE' ? info?.next_billing_time : undefined;
  const email = subscription.subscriber?.email_address;
  return {
    state: isEnded ? state : isPaused ? 'paused' : isBehind ? 'past-due' : 'active',
    amountCents,
    nextChargeAt: next ? new Date(next) : null,
    cancelAt,
    endedAt: isEnded && since ? new Date(since) : null,
    card: email ? { label: `PayPal account ${email}`, expiresAt: null } : null,
    charges,
  };
}

/** PayPal suspends after too many failures and cannot be resumed. The shop's own suspensions have a note. */
export const isGivenUp = (
  { status, status_change_note: note }: PaypalSubscription,
  { state }: ProviderAgreement,
): boolean => status === 'SUSPENDED' && state === 'past-due' && note !== PAUSED;

/** One charge per period, named after its day. A second payment in one period is a charge of its own. */
export function toCharges(
  subscription: PaypalSubscription,
  transactions: readonly PaypalTransaction[],
  now: Date,
): ProviderCharge[] {
  const start = new Date(subscription.start_time);
  const isYearly = subscription.plan?.billing_cycles[0]?.frequency?.interval_unit === 'YEAR';
  const periodAt = (time: Date): string => {
    let [count, due] = [1, start];
    for (; ; count += 1) {
      const next = addPeriods(start, isYearly ? 'year' : 'month', count);
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
  { id: paymentId, status, meaning, at, amountCents }: PaypalTransaction,
  id: string,
  dueAt: Date,
  attempts: number,
): ProviderCharge {
  const charge = { ...UNPAID, id, dueAt, amountCents, attempts };
  if (meaning !== 'paid') return { ...charge, state: 'due' };
  const paid = { ...charge, paidAt: at, paymentId };
  if (status === 'REFUNDED') return { ...paid, state: 'refunded', refundedCents: amountCents };
  // PayPal does not say how much was refunded in part, and lists a refund late.
  return { ...paid, state: 'paid', refundedCents: null };
}

/** Null for the setup fee, which has no period. */
function lastFailure(subscription: PaypalSubscription, now: Date): { at: Date; amountCents: Cents } | null {
  const { billing_info: info } = subscription;
  const { last_failed_payment: last } = info ?? {};
  const price = priceOf(subscription);
  const found = last
    ? { at: new Date(last.time), amountCents: textToCents(last.amount.value) }
    : info?.failed_payments_count && price
      ? { at: now, amountCents: price }
      : null;
  return found && found.at >= firstPeriodOf(subscription) ? found : null;
}

function priceOf({ plan }: PaypalSubscription): Cents | null {
  const price = plan?.billing_cycles[0]?.pricing_scheme?.fixed_price;
  return price ? textToCents(price.value) : null;
}
