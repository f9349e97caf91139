import { dollarsToCents, formatUsd } from '@northlight/shared/catalogue/money.ts';
import type { RecurringAction } from '@northlight/shared/contracts/admin/recurring-answers.ts';
import type { ChangeRecurring } from '@northlight/shared/contracts/shop/recurring.ts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError, badInput, notFound, recurringRefused, recurringUnclear } from '../errors.ts';
import * as orderStore from '../orders/order-store.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import { RefundRefused } from '../payments/provider.ts';
import { RecurringRefused, type RecurringProvider } from '../payments/recurring.ts';
import type { ChargeRow, OrderAgreement } from './agreement-store.ts';
import * as agreementStore from './agreement-store.ts';
import { checkAgreement, recurringOf, withAgreementLock } from './check-agreement.ts';
import { openAgreement } from './open-agreement.ts';

const OVER = 'This recurring payment has already ended.';
const NOT_STARTED = 'This recurring payment hasn’t started yet. Please try again in a minute.';

const dateOf = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** An agreement that the provider knows. */
type Started = OrderAgreement & { providerId: string };
type Change<Result> = (recurring: RecurringProvider, agreement: Started) => Promise<Result>;

/**
 * Makes a change at the provider, then stores what the provider says. Throws the message for the caller when
 * it is not possible.
 */
async function changeAt<Result>(
  context: AppContext,
  agreement: OrderAgreement,
  change: Change<Result>,
): Promise<Result> {
  const recurring = recurringOf(context, agreement);
  const { providerId } = agreement;
  if (agreement.state === 'canceled' || agreement.state === 'ended') throw recurringRefused(OVER);
  if (agreement.state === 'pending' || !providerId) throw recurringRefused(NOT_STARTED);
  return answered(context, agreement, async () => {
    const result = await change(recurring, { ...agreement, providerId });
    await checkAgreement(context, agreement);
    return result;
  });
}

/** Turns the provider's faults into messages for people. */
async function answered<Result>(
  { log }: AppContext,
  { orderNumber }: OrderAgreement,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof RecurringRefused || error instanceof RefundRefused)
      throw recurringRefused(error.message);
    log.error({ err: error, orderNumber }, 'could not change a recurring payment');
    throw recurringUnclear();
  }
}

/** What an administrator does. Returns what happened, for the timeline and the page. */
export function actAsAdmin(
  context: AppContext,
  orderNumber: string,
  action: RecurringAction,
): Promise<string> {
  const order = orderStore.byNumber(context.db, orderNumber);
  if (!order) throw notFound();
  return withAgreementLock(context, order.id, async () => {
    if (action.action === 'start') return startNow(context, orderNumber);
    const agreement = agreementStore.byOrder(context.db, order.id);
    if (!agreement) throw notFound();
    if (agreement.state === 'pending' && action.action === 'cancel-now')
      return cancelUnstarted(context, agreement);
    switch (action.action) {
      case 'pause':
        await changeAt(context, agreement, (recurring, { providerId }) => recurring.pause(providerId));
        return 'Recurring payment paused';
      case 'resume':
        await changeAt(context, agreement, (recurring, { providerId }) => recurring.resume(providerId));
        return 'Recurring payment resumed';
      case 'cancel-now':
        await changeAt(context, agreement, (recurring, { providerId }) => recurring.cancelNow(providerId));
        return 'Recurring payment canceled';
      case 'cancel-later':
        await changeAt(context, agreement, (recurring, { providerId }) => recurring.cancelLater(providerId));
        return `Recurring payment ends ${endOf(context, agreement)}`;
      case 'undo-cancel':
        await changeAt(context, agreement, (recurring, { providerId }) => recurring.undoCancel(providerId));
        return 'Cancellation undone';
      case 'change-amount': {
        const amountCents = dollarsToCents(action.amount);
        await changeAt(context, agreement, (recurring, { providerId }) =>
          recurring.changeAmount(providerId, amountCents),
        );
        return `Recurring payment changed to ${formatUsd(amountCents)} from the next ${agreement.period}`;
      }
      case 'refund':
        return refundCharge(context, agreement, action);
    }
  });
}

/** Starts what was promised but never started, or tries again after the provider refused. */
async function startNow(context: AppContext, orderNumber: string): Promise<string> {
  const { db, now, billingNow } = context;
  const order = orderStore.byNumber(db, orderNumber);
  if (!order) throw notFound();
  const isOpen = await inTransaction(db, () => openAgreement(context, order));
  const agreement = agreementStore.byOrder(db, order.id);
  if (!isOpen || !agreement) throw recurringRefused('This order has no paid payment with a saved card.');
  if (agreement.state !== 'pending')
    throw recurringRefused('This recurring payment has already been started.');
  try {
    await answered(context, agreement, () => checkAgreement(context, agreement));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'recurring_refused') {
      await inTransaction(db, () =>
        agreementStore.update(db, agreement, { problem: error.message, nextCheckAt: null }, now()),
      );
    } else await inTransaction(db, () => agreementStore.checkSoon(db, agreement.id, billingNow()));
    throw error;
  }
  return 'Recurring payment started';
}

async function cancelUnstarted(context: AppContext, agreement: OrderAgreement): Promise<string> {
  const { db, now, billingNow } = context;
  const { providerId } = agreement;
  // The provider may have started it, and the answer was lost.
  if (providerId)
    await answered(context, agreement, () => recurringOf(context, agreement).cancelNow(providerId));
  const change = { state: 'canceled', nextChargeAt: null, nextCheckAt: null, endedAt: billingNow() } as const;
  await inTransaction(db, () => agreementStore.update(db, agreement, change, now()));
  context.liveFeed.publish({ kind: 'change', orderNumber: agreement.orderNumber });
  return 'Recurring payment canceled';
}

/** The day on which a scheduled cancellation takes effect. */
function endOf({ db }: AppContext, { id }: OrderAgreement): string {
  const { cancelAt, endedAt } = agreementStore.byOrder(db, id) ?? {};
  const end = cancelAt ?? endedAt;
  return end ? `on ${dateOf.format(end)}` : 'now';
}

type Refund = Extract<RecurringAction, { action: 'refund' }>;

async function refundCharge(
  context: AppContext,
  agreement: OrderAgreement,
  { chargeId, amount, reason, refundKey }: Refund,
): Promise<string> {
  const { db, now } = context;
  const charge = agreementStore.chargeById(db, chargeId);
  const paymentId = charge?.paymentId;
  if (!charge || !paymentId || charge.agreementId !== agreement.id) throw notFound();
  const amountCents = amount === undefined ? leftOf(charge) : dollarsToCents(amount);
  if (amountCents <= 0 || amountCents > leftOf(charge)) {
    const message =
      leftOf(charge) > 0
        ? `You can refund up to ${formatUsd(leftOf(charge))}.`
        : 'This payment is already fully refunded.';
    throw badInput(message, { amount: [message] });
  }
  const recurring = recurringOf(context, agreement);
  const status = await answered(context, agreement, () =>
    recurring.refundCharge({ key: refundKey, paymentId, amountCents, reason }),
  );
  if (status === 'failed') throw recurringRefused('The payment provider declined the refund.');
  await inTransaction(db, () => {
    const isNew = queueRefund(context, agreement, { amountCents, reason, key: refundKey });
    if (isNew) agreementStore.addRefund(db, charge, amountCents);
  });
  context.wakeOutbox();
  // The refund is made; the next check reads it if the provider does not answer now.
  await answered(context, agreement, () => checkAgreement(context, agreement)).catch(() =>
    inTransaction(db, () => agreementStore.checkSoon(db, agreement.id, now())),
  );
  return `${formatUsd(amountCents)} refunded`;
}

const leftOf = ({ amountCents, refundedCents }: ChargeRow): number => amountCents - refundedCents;

/** False when this refund was queued before. */
function queueRefund(
  { db, now }: AppContext,
  { orderNumber }: OrderAgreement,
  { amountCents, reason, key }: { amountCents: number; reason: string; key: string },
): boolean {
  const order = orderStore.byNumber(db, orderNumber);
  if (!order) return false;
  return outboxStore.add(
    db,
    {
      kind: 'refund',
      key: `refund:${orderNumber}:${key}`,
      orderNumber,
      payload: { amountCents, taxCents: 0, reason, method: order.paymentMethod },
      recipient: outboxStore.buyersAddress(db, orderNumber) ?? order.email,
    },
    now(),
  );
}

type CustomerChange = { message: string; url: string | null };

/** What customers do on their own page. `pageUrl` is where the provider sends them back to. */
export function actAsCustomer(
  context: AppContext,
  { id }: OrderAgreement,
  action: ChangeRecurring['action'],
  pageUrl: string,
): Promise<CustomerChange> {
  return withAgreementLock(context, id, async () => {
    const agreement = agreementStore.byOrder(context.db, id);
    if (!agreement) throw notFound();
    switch (action) {
      case 'cancel':
        if (agreement.state === 'pending') await cancelUnstarted(context, agreement);
        else
          await changeAt(context, agreement, (recurring, { providerId }) =>
            // Later would still collect the open payment.
            agreement.state === 'past-due'
              ? recurring.cancelNow(providerId)
              : recurring.cancelLater(providerId),
          );
        return { message: 'Canceled. You won’t be charged again.', url: null };
      case 'undo-cancel':
        await changeAt(context, agreement, (recurring, { providerId }) => recurring.undoCancel(providerId));
        return { message: 'Your recurring payment continues.', url: null };
      case 'pay':
      case 'update-card': {
        const failed = agreementStore.chargesOf(context.db, id).findLast(({ state }) => state === 'failed');
        const url =
          (action === 'pay' && failed?.payUrl) ||
          (await changeAt(context, agreement, (recurring, { providerId }) =>
            recurring.cardPage(providerId, pageUrl),
          ));
        const done = action === 'pay' ? 'Thank you. We received your payment.' : 'Your card is updated.';
        return { message: url ? 'Taking you to the payment provider.' : done, url };
      }
    }
  });
}
