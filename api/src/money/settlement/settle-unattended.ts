import type { AppContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isPaid } from '../../work/orders/present-order.ts';
import { methodOf } from '../payments/provider.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { record } from './carry-out.ts';
import * as draftStore from './draft-store.ts';
import { endAttempts, settlePayment } from './settle-payment.ts';

/**
 * Settles a payment whose browser may be gone, for the sweep and webhooks. Returns true when it became an
 * order. Without a draft, the payment is flagged for review. Call it under the checkout's lock.
 */
export async function settleUnattended(context: AppContext, payment: Payment): Promise<boolean> {
  let settled = await settlePayment(context, payment, 'lookUp');
  const isCapturable = settled.isApproved && payment.status === 'open';
  if (isCapturable && (await isAbandoned(context, payment)) && (await mayCapture(context, payment)))
    settled = await settlePayment(context, payment, 'capture');
  const { status, order, received } = settled;
  if (received && !order) await record(context, { payment, purchase: null }, { kind: 'unclaimed', received });
  if (status === 'open') await endIfNotNeeded(context, payment);
  return status === 'paid' && order !== null;
}

/** The browser may return first, because only it knows whether the price on the screen has changed. */
const LEFT_TO_BUYER_MS = 10_000;

async function isAbandoned({ db, now }: AppContext, payment: Payment): Promise<boolean> {
  const { id, approvedAt } = payment;
  if (approvedAt) return now().getTime() - approvedAt.getTime() >= LEFT_TO_BUYER_MS;
  const askAgain = new Date(now().getTime() + LEFT_TO_BUYER_MS);
  await inTransaction(db, () => paymentStore.change(db, id, { approvedAt: now(), nextCheckAt: askAgain }));
  return false;
}

/** A provider that did not answer may have left this attempt payable although the checkout is paid. */
async function endIfNotNeeded(context: AppContext, { id, draftId }: Payment): Promise<void> {
  const order = draftId === null ? undefined : orderStore.byCheckoutId(context.db, draftId);
  if (!draftId || !order || !isPaid(order)) return;
  await endAttempts(context, draftId, (attempt) => attempt.id === id, 'paid_otherwise');
}

const DECLINED = new Set(['bank_declined', 'declined_cards', 'declined_network']);

/** Whether the customer tried to pay it, or still may. Other attempts were ended by the shop or their provider. */
const wasUsed = ({ status, review }: Payment): boolean =>
  status !== 'failed' || DECLINED.has(review?.code ?? '');

/**
 * A customer who approved at PayPal and never returned still gets the order, but only if this was the attempt
 * used last, the draft still has this price, no capture was refused, and no other attempt can be paid.
 */
async function mayCapture(context: AppContext, payment: Payment): Promise<boolean> {
  const { db } = context;
  if (methodOf(payment.provider) !== 'paypal' || !payment.draftId) return false;
  if (payment.captureRefusal) return false;
  const draft = draftStore.find(db, payment.draftId);
  const order = orderStore.byCheckoutId(db, payment.draftId);
  if (draft?.price.dueTodayCents !== payment.amountCents || (order && isPaid(order))) return false;
  const isOther = (other: Payment) => other.id !== payment.id;
  const usedLater = paymentStore
    .ofDraft(db, payment.draftId)
    .filter((other) => isOther(other) && wasUsed(other) && other.updatedAt >= payment.updatedAt);
  if (usedLater.length > 0) return false;
  return (await endAttempts(context, payment.draftId, isOther, 'paid_otherwise')) === null;
}
