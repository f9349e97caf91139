import { addPeriods } from '@northlight/shared/catalog/periods.ts';
import { settleCapture } from './orders.ts';
import { presentSale, presentSubscription } from './present-subscription.ts';
import { cents, money, paypalId, textOf, type FakeCapture, type FakeSubscription } from './records.ts';
import type { PaypalMoney, PaypalRecords } from './records.ts';

const DAY_MS = 24 * 60 * 60_000;
const RETRY_MS = 5 * DAY_MS;
const TRIES = 3;

/** When the setup fee fails, the subscription is canceled. */
export function takeFee(records: PaypalRecords, subscription: FakeSubscription): void {
  const { purse, setupFee } = subscription;
  if (!subscription.isFeeDue) return;
  subscription.isFeeDue = false;
  if (purse === 'cannot pay') return end(records, subscription);
  const fee = take(records, subscription, setupFee);
  if (purse === 'pays slowly') records.emit('PAYMENT.SALE.PENDING', presentSale(records, fee));
  else if (purse === 'pays') settleCapture(records, fee, 'COMPLETED');
  else end(records, subscription, fee);
}

function end(records: PaypalRecords, subscription: FakeSubscription, fee?: FakeCapture): void {
  if (fee) fee.status = 'DECLINED';
  announce(records, subscription, 'PAYMENT.FAILED');
  move(records, subscription, 'CANCELLED');
  announce(records, subscription, 'CANCELLED');
}

/** An eCheck for the setup fee arrives or bounces. */
export function settleFee(records: PaypalRecords, fee: FakeCapture, isPaid: boolean): void {
  settleCapture(records, fee, isPaid ? 'COMPLETED' : 'DENIED');
  if (!isPaid) end(records, records.subscription(fee.orderId), fee);
}

/** PayPal bills at ten in the morning, Greenwich time. */
export function billingTime(
  { unkind }: PaypalRecords,
  { countedFrom, plan }: FakeSubscription,
  periods: number,
): Date {
  const due = addPeriods(new Date(countedFrom), plan.unit === 'YEAR' ? 'year' : 'month', periods);
  due.setUTCHours(unkind.has('bills at other hours') ? (periods * 7) % 24 : 10, 0, 0, 0);
  return due;
}

function take(records: PaypalRecords, { id, custom_id }: FakeSubscription, amount: PaypalMoney): FakeCapture {
  const create_time = textOf(records.now());
  const made: FakeCapture = {
    id: paypalId(),
    orderId: id,
    status: 'PENDING',
    amount,
    custom_id,
    create_time,
    reason: records.pendingReason,
  };
  records.captures.set(made.id, made);
  return made;
}

/** What would have been billed during a suspension is not billed. */
export function skipPeriods(records: PaypalRecords, subscription: FakeSubscription): void {
  while (billingTime(records, subscription, subscription.periods) <= records.now()) subscription.periods += 1;
  subscription.nextBilling = billingTime(records, subscription, subscription.periods);
}

/** PayPal itself, or somebody in its dashboard, suspends it. */
export function suspend(records: PaypalRecords, subscription: FakeSubscription, note?: string): void {
  subscription.note = note;
  move(records, subscription, 'SUSPENDED');
  announce(records, subscription, 'SUSPENDED');
}

/** The clock moves on, and every period and retry that is due until then is billed, in order. */
export function advanceTo(records: PaypalRecords, until: Date): void {
  for (;;) {
    const due = [...records.subscriptions.values()]
      .filter(({ status }) => status === 'ACTIVE')
      .map((subscription) => ({ subscription, at: dueTime(subscription) }))
      .toSorted((a, b) => a.at - b.at)[0];
    if (!due || due.at > until.getTime()) break;
    records.clock.now = new Date(Math.max(due.at, records.now().getTime()));
    takeFee(records, due.subscription);
    bill(records, due.subscription);
  }
  records.clock.now = until;
}

const dueTime = ({ nextBilling, failure }: FakeSubscription): number =>
  Math.min(nextBilling?.getTime() ?? Infinity, failure?.retryAt?.getTime() ?? Infinity);

/** The periods of the new plan are counted from the next payment. */
export function useRevision(records: PaypalRecords, subscription: FakeSubscription): void {
  const { revision, nextBilling } = subscription;
  if (!revision?.isApproved || !nextBilling) return;
  subscription.plan = revision.plan;
  subscription.prices.push({ price: revision.price, from: records.now().getTime() });
  Object.assign(subscription, { countedFrom: textOf(nextBilling), periods: 0, revision: null });
}

function bill(records: PaypalRecords, subscription: FakeSubscription): void {
  const now = records.now();
  const { failure } = subscription;
  const isRetry = failure?.retryAt && failure.retryAt <= now;
  if (!isRetry) {
    useRevision(records, subscription);
    subscription.periods += 1;
    subscription.nextBilling = billingTime(records, subscription, subscription.periods);
  }
  const price =
    subscription.prices.findLast(({ from }) => from <= now.getTime())?.price ?? subscription.plan.price;
  const whole = money(cents(price) + subscription.outstandingCents, price.currency_code);
  const amount = isRetry ? failure.amount : whole;
  if (subscription.purse === 'pays') {
    Object.assign(subscription, { failure: null, failedPayments: 0, outstandingCents: 0 });
    if (records.unkind.has('sends other events')) announce(records, subscription, 'RENEWED');
    return settleCapture(records, take(records, subscription, amount), 'COMPLETED');
  }
  const tries = isRetry ? failure.tries + 1 : 1;
  const retryAt = tries < TRIES ? new Date(now.getTime() + RETRY_MS) : null;
  subscription.failure = { time: textOf(now), amount, tries, retryAt };
  // PayPal counts a failure after the last retry.
  if (!retryAt) Object.assign(subscription, { outstandingCents: cents(amount) });
  if (!retryAt) subscription.failedPayments += 1;
  announce(records, subscription, 'PAYMENT.FAILED');
  if (subscription.threshold === 0 || subscription.failedPayments < subscription.threshold) return;
  suspend(records, subscription);
}

export function move(
  records: PaypalRecords,
  subscription: FakeSubscription,
  status: FakeSubscription['status'],
): void {
  subscription.status = status;
  subscription.status_update_time = textOf(records.now());
}

export const announce = (records: PaypalRecords, subscription: FakeSubscription, what: string): void =>
  records.emit(`BILLING.SUBSCRIPTION.${what}`, presentSubscription(records, subscription));
