import { changedMeanwhile } from '../../base/seen-version.ts';
import { agreementVersion } from './present-agreement.ts';
import { centsToText, dollarsToCents, formatUsd } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import type { RecurringAction } from '@northlight/shared/contracts/recurring.ts';
import type { AppContext } from '../context.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, notFound, recurringRefused, badField } from '../../base/errors.ts';
import type { Order } from '../../work/orders/order-store.ts';
import { taxWithin } from '../invoices/document-content.ts';
import { issueForCharge } from '../invoices/issue-documents.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { queueRefundWebhooks } from '../../messages/webhooks/queue-webhooks.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { RefundRefused } from '../payments/provider.ts';
import { RecurringRefused, type RecurringProvider, isOver, recurringOf } from '../payments/recurring.ts';
import { type ChargeRow, type OrderAgreement } from './agreement-store.ts';
import * as agreementStore from './agreement-store.ts';
import { checkAgreement, stopUnstarted, withAgreementLock } from './check-agreement.ts';
import { openAgreement } from './open-agreement.ts';
import { endOffers, offerPrice, withdrawOffer } from './price-offers.ts';
import { checkUndisputed } from '../payments/dispute-news.ts';

const ALREADY_ENDED = 'This recurring payment has already ended.';
const UNPAID =
  'A payment is still being collected, and this wouldn’t stop it. Wait until it’s paid, or cancel now.';
const NO_YEARLY_PAUSE =
  'Yearly payments can’t be paused: if the pause included the payment’s day, the whole year would never be charged. You can cancel at the end of the paid year instead.';
const NO_NEXT_CHARGE = 'No charge is scheduled. Resume the recurring payment or undo the cancellation first.';
const NOT_STARTED = 'This recurring payment hasn’t started yet. Please try again in a minute.';

/** `id` is the provider's. */
export type Change<Result> = (recurring: RecurringProvider, id: string) => Promise<Result>;

/** Makes a change at the provider, then stores what it says. Throws the message for the caller otherwise. */
export async function changeAt<Result>(
  context: AppContext,
  agreement: OrderAgreement,
  change: Change<Result>,
  onRefused?: OnRefused,
): Promise<Result> {
  const recurring = recurringOf(context, agreement);
  const { providerId } = agreement;
  if (isOver(agreement)) throw recurringRefused(ALREADY_ENDED);
  if (agreement.state === 'pending' || !providerId) throw recurringRefused(NOT_STARTED);
  return answered(
    context,
    agreement,
    async () => {
      const result = await change(recurring, providerId);
      await checkAgreement(context, agreement);
      return result;
    },
    onRefused,
  );
}

/** Whether the provider still tries to collect something, as of now. It would go on after a pause. */
export async function isUnpaid(context: AppContext, agreement: OrderAgreement): Promise<boolean> {
  if (agreement.state === 'pending' || isOver(agreement)) return false;
  const { state } = await answered(context, agreement, () => checkAgreement(context, agreement));
  return state === 'past-due' || agreementStore.chargesOf(context.db, agreement.id).at(-1)?.state === 'due';
}

/** The error for whoever asked, when the provider refuses with this reason. */
type OnRefused = (reason: string) => Promise<ApiError>;

/** Turns the provider's errors into messages for people. */
async function answered<Result>(
  { log, db, billingNow }: AppContext,
  { id, orderNumber }: OrderAgreement,
  work: () => Promise<Result>,
  onRefused: OnRefused = async (reason) => recurringRefused(reason),
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof RecurringRefused || error instanceof RefundRefused)
      throw await onRefused(error.message);
    log.error({ err: error, orderNumber }, 'could not change a recurring payment');
    await inTransaction(db, () => agreementStore.checkSoon(db, id, billingNow()));
    throw new ApiError(
      503,
      'recurring_unclear',
      'The payment provider isn’t responding. Please try again in a moment. The change won’t be made twice.',
    );
  }
}

/**
 * What an administrator does. Returns what happened, for the timeline and the page. `checkConfirmed` throws if a
 * second factor is due before a refund.
 */
export function actAsAdmin(
  context: AppContext,
  orderNumber: string,
  action: RecurringAction,
  checkConfirmed: () => void,
): Promise<string> {
  const order = orderStore.byNumber(context.db, orderNumber);
  if (!order) throw notFound();
  return withAgreementLock(context, order.id, async () => {
    if (action.action === 'start') return startNow(context, order);
    const agreement = agreementStore.byOrder(context.db, order.id);
    if (!agreement) throw notFound();
    // Before the provider is asked for it.
    if ('version' in action && action.version !== agreementVersion(agreement)) throw changedMeanwhile();
    if (agreement.state === 'pending' && action.action === 'cancel-now')
      return cancelUnstarted(context, agreement);
    switch (action.action) {
      case 'pause':
        if (agreement.period === 'year') throw recurringRefused(NO_YEARLY_PAUSE);
        if (await isUnpaid(context, agreement)) throw recurringRefused(UNPAID);
        await changeAt(context, agreement, (recurring, id) => recurring.pause(id));
        return 'Recurring payment paused';
      case 'resume':
        await changeAt(context, agreement, (recurring, id) => recurring.resume(id));
        return 'Recurring payment resumed';
      case 'cancel-now':
        await changeAt(context, agreement, (recurring, id) => recurring.cancelNow(id));
        return 'Recurring payment canceled';
      case 'cancel-later':
        if (await isUnpaid(context, agreement)) throw recurringRefused(UNPAID);
        await changeAt(context, agreement, (recurring, id) => recurring.cancelLater(id));
        return endText(context, agreement);
      case 'undo-cancel':
        await changeAt(context, agreement, (recurring, id) => recurring.undoCancel(id));
        return 'Cancellation undone';
      case 'keep':
        await inTransaction(context.db, () =>
          agreementStore.update(context.db, agreement, { paidBack: 'kept' }, context.now()),
        );
        return 'Recurring payment kept';
      case 'change-amount': {
        const amountCents = dollarsToCents(action.amount);
        // Without a next charge, the customer could not be told when it changes.
        if (!agreement.nextChargeAt) throw recurringRefused(NO_NEXT_CHARGE);
        recordDetail({ from: centsToText(agreement.amountCents), to: centsToText(amountCents) });
        await changeAt(context, agreement, async (recurring, id) => {
          await recurring.changeAmount(id, amountCents);
          await endOffers(context, agreement);
        });
        return `Recurring payment changed to ${formatUsd(amountCents)}, starting with the next charge`;
      }
      case 'offer-amount':
        return offerPrice(context, agreement, action);
      case 'withdraw-offer':
        return withdrawOffer(context, agreement);
      case 'refund':
        return refundCharge(context, agreement, action, checkConfirmed);
    }
  });
}

/** Starts what was promised but never started, or tries again after the provider refused. */
async function startNow(context: AppContext, order: Order): Promise<string> {
  const { db, now } = context;
  const isOpen = await inTransaction(db, () => openAgreement(context, order));
  const agreement = agreementStore.byOrder(db, order.id);
  if (!isOpen || !agreement) throw recurringRefused('This order has no paid payment with a saved card.');
  if (agreement.state !== 'pending')
    throw recurringRefused('This recurring payment has already been started.');
  // Who starts it although the customer got the money back wants to keep it.
  const paidBack = agreement.paidBack && ('kept' as const);
  await inTransaction(db, () => agreementStore.update(db, agreement, { paidBack }, now()));
  try {
    await answered(context, agreement, () => checkAgreement(context, { ...agreement, paidBack }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'recurring_refused') {
      const change = { problem: error.message, refusals: agreement.refusals + 1, nextCheckAt: null };
      await inTransaction(db, () => agreementStore.update(db, agreement, change, now()));
    }
    throw error;
  }
  return 'Recurring payment started';
}

export async function cancelUnstarted(context: AppContext, agreement: OrderAgreement): Promise<string> {
  await answered(context, agreement, () => stopUnstarted(context, agreement));
  return 'Recurring payment canceled';
}

function endText({ db, settings }: AppContext, { id }: OrderAgreement): string {
  const { cancelAt } = agreementStore.byOrder(db, id) ?? {};
  return cancelAt
    ? `Recurring payment set to end on ${dayText(cancelAt, settings.hours.timeZone)}`
    : 'Recurring payment canceled';
}

type Refund = Extract<RecurringAction, { action: 'refund' }>;

async function refundCharge(
  context: AppContext,
  agreement: OrderAgreement,
  { chargeId, amount, reason, refundKey }: Refund,
  checkConfirmed: () => void,
): Promise<string> {
  const { db, now } = context;
  const charge = agreementStore.chargeById(db, chargeId);
  const paymentId = charge?.paymentId;
  if (!charge || !paymentId || charge.agreementId !== agreement.id) throw notFound();
  const amountCents = amount === undefined ? leftOf(charge) : dollarsToCents(amount);
  checkUndisputed(charge.dispute);
  if (amountCents <= 0 || amountCents > leftOf(charge))
    throw badField(
      'amount',
      leftOf(charge) > 0
        ? `You can refund up to ${formatUsd(leftOf(charge))}.`
        : 'This charge has already been fully refunded.',
    );
  const recurring = recurringOf(context, agreement);
  // This also writes the call's audit entry, which counts toward the next check.
  await inTransaction(db, checkConfirmed);
  const status = await answered(context, agreement, () =>
    recurring.refundCharge({ key: refundKey, paymentId, amountCents, reason }),
  );
  if (status === 'failed') throw recurringRefused('The payment provider declined the refund.');
  await inTransaction(db, () => {
    const isNew = queueRefund(context, agreement, charge, { amountCents, reason, key: refundKey });
    if (!isNew) return;
    const refunded = agreementStore.addRefund(db, charge, amountCents);
    issueForCharge(db, agreement.id, refunded, context.billingNow());
  });
  // The refund is made; the next check reads it if the provider does not answer now.
  await answered(context, agreement, () => checkAgreement(context, agreement)).catch(() =>
    inTransaction(db, () => agreementStore.checkSoon(db, agreement.id, now())),
  );
  return `${formatUsd(amountCents)} refunded`;
}

const leftOf = ({ amountCents, refundedCents }: ChargeRow): number => amountCents - refundedCents;

/** False when this refund was queued before. */
function queueRefund(
  context: AppContext,
  { orderNumber }: OrderAgreement,
  { refundedCents: before }: ChargeRow,
  { amountCents, reason, key }: { amountCents: number; reason: string; key: string },
): boolean {
  const order = orderStore.byNumber(context.db, orderNumber);
  if (!order) return false;
  // As its credit note says.
  const taxCents = taxWithin(order, before + amountCents) - taxWithin(order, before);
  queueRefundWebhooks(context, orderNumber, key, { amountCents });
  return outboxStore.queue(context, {
    kind: 'refund',
    key: `refund:${orderNumber}:${key}`,
    orderNumber,
    payload: { amountCents, taxCents, reason, method: order.paymentMethod },
    recipient: order.email,
  });
}
