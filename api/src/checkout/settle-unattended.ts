import type { AppContext } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { isPaid } from '../orders/is-paid.ts';
import * as orderStore from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { record } from './carry-out.ts';
import * as draftStore from './draft-store.ts';
import { endAttempts, settlePayment } from './settle-payment.ts';

/**
 * Settles a payment whose browser may be gone: for the sweep and the webhooks, under the draft's lock. True when it has
 * become an order. Without a draft the money is shown to the administrator, for nobody is there to say what it was for.
 */
export async function settleUnattended(context: AppContext, payment: Payment): Promise<boolean> {
  let settled = await settlePayment(context, payment, 'lookUp');
  if (settled.isApproved && (await isLeft(context, payment)) && (await mayCapture(context, payment)))
    settled = await settlePayment(context, payment, 'capture');
  const { status, order, received } = settled;
  if (received && !order) await record(context, { payment, purchase: null }, { kind: 'unclaimed', received });
  if (status === 'open') await endIfNotNeeded(context, payment);
  return status === 'paid' && order !== null;
}

/** The browser knows whether the price on the screen is still the one that was approved, so its return comes first. */
const LEFT_TO_BUYER_MS = 10_000;

async function isLeft({ db, now }: AppContext, payment: Payment): Promise<boolean> {
  const { id, approvedAt } = payment;
  if (approvedAt) return now().getTime() - approvedAt.getTime() >= LEFT_TO_BUYER_MS;
  const askAgain = new Date(now().getTime() + LEFT_TO_BUYER_MS);
  await inTransaction(db, () => paymentStore.markApproved(db, id, now(), askAgain));
  return false;
}

/** When the checkout was paid, a provider that did not answer may have left this attempt payable. */
async function endIfNotNeeded(context: AppContext, { id, draftId }: Payment): Promise<void> {
  const order = draftId === null ? undefined : orderStore.byCheckoutId(context.db, draftId);
  if (!draftId || !order || !isPaid(order)) return;
  await endAttempts(context, draftId, (attempt) => attempt.id === id, 'paid_otherwise');
}

/**
 * A buyer who approved at PayPal and never came back gets the order; but only when this is the attempt used last, at the price
 * that the draft still has, when no capture of it was ever refused, and when nothing else of the checkout can be paid any more.
 */
async function mayCapture(context: AppContext, payment: Payment): Promise<boolean> {
  const { db, providers } = context;
  if (payment.provider !== providers.paypal.name || !payment.draftId) return false;
  if (payment.status !== 'open' || payment.captureRefusal) return false;
  const draft = draftStore.find(db, payment.draftId);
  const order = orderStore.byCheckoutId(db, payment.draftId);
  if (draft?.quote.dueTodayCents !== payment.amountCents || (order && isPaid(order))) return false;
  const isOther = (other: Payment) => other.id !== payment.id;
  const others = paymentStore.unsettledForDraft(db, payment.draftId).filter(isOther);
  if (!others.every((other) => other.updatedAt < payment.updatedAt)) return false;
  return (await endAttempts(context, payment.draftId, isOther, 'paid_otherwise')) === null;
}
