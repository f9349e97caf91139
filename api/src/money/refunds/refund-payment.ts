import { type Cents, formatUsd } from '@northlight/shared/catalog/money.ts';
import type { ByHandWay } from '@northlight/shared/contracts/payments.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { providerNamed } from '../payments/provider.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound, badField } from '../../base/errors.ts';
import type { Payment } from '../payments/payment-store.ts';
import { type Refund, refundedCents, taxShare } from '../payments/refund-store.ts';
import { sendRefund } from '../settlement/send-refund.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as refundStore from '../payments/refund-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { AppContext } from '../context.ts';
import { afterRefund, queueRefundEmail } from '../settlement/after-refund.ts';
import { checkUndisputed } from '../payments/dispute-news.ts';

export type RefundOrder = {
  paymentId: number;
  /** Null refunds everything that is left. */
  amountCents: Cents | null;
  reason: string;
  /** Made by the page, so a second click is the same refund. */
  key: string;
  /** How it was returned, if no provider does it. */
  way: ByHandWay | undefined;
  adminId: number;
  /** Throws if a second factor is due first. Runs in the transaction that stores the refund. */
  checkConfirmed: () => void;
};

/**
 * Refunds a payment at its provider, never more than was received. The refund is stored before the provider
 * is called. If the answer is lost, it stays pending and the sweep retries with the same key. For money that came by
 * hand, it only records what was returned.
 */
export function refundPayment(context: AppContext, order: RefundOrder): Promise<Refund> {
  const payment = paymentStore.byId(context.db, order.paymentId);
  if (payment?.status !== 'paid') throw notFound();
  return context.locks.run(`refund-${payment.id}`, async () => {
    const row = await inTransaction(
      context.db,
      () => askedBefore(context, order) ?? insert(context, payment, order),
    );
    return row.status === 'pending' ? sendRefund(context, payment, row) : row;
  });
}

/**
 * The refund of an earlier call with this key. A key that belongs to another payment or amount is refused.
 */
function askedBefore({ db }: AppContext, order: RefundOrder): Refund | undefined {
  const before = refundStore.byKey(db, order.key);
  if (!before) return undefined;
  const isSame =
    before.paymentId === order.paymentId &&
    (order.amountCents === null || order.amountCents === before.amountCents);
  if (isSame) return before;
  throw badField('refundKey', 'This refund key is already in use.');
}

function insert(
  context: AppContext,
  payment: Payment,
  { amountCents, reason, key, way, adminId, checkConfirmed }: RefundOrder,
): Refund {
  const { db, now } = context;
  checkUndisputed(payment.review?.code === 'disputed' ? payment.review.dispute : null);
  const before = refundStore.ofPayment(db, payment.id);
  const left = (payment.receivedAmountCents ?? 0) - refundedCents(before);
  const amount = amountCents ?? left;
  if (amount <= 0 || amount > left)
    throw badField(
      'amount',
      left > 0 ? `You can refund up to ${formatUsd(left)}.` : 'This payment is already fully refunded.',
    );
  const isByHand = payment.provider === 'by-hand';
  if (isByHand && !way) throw badField('way', 'Please say how it was returned');
  checkConfirmed();
  const order = orderStore.byPaymentId(db, payment.id);
  const refund = refundStore.insert(db, {
    paymentId: payment.id,
    key,
    reason,
    adminId,
    amountCents: amount,
    taxCents: order ? taxShare(order, amount, before) : 0,
    status: isByHand ? 'succeeded' : 'pending',
    way: isByHand ? way : null,
    createdAt: now(),
    updatedAt: now(),
  });
  if (isByHand) {
    afterRefund(context, payment);
    queueRefundEmail(context, payment, refund);
  }
  return refund;
}

/**
 * For the sweep: settles a refund whose answer was lost. Looks it up at the provider first, which may have
 * forgotten the key by now and would make a second refund. Requests it again only if it is not there.
 */
export async function askAgain(context: AppContext, refund: Refund): Promise<void> {
  const { db, now, providers } = context;
  const payment = paymentStore.byId(db, refund.paymentId);
  if (!payment) return;
  await settlePayment(context, payment, 'lookUp');
  await context.locks.run(`refund-${payment.id}`, async () => {
    const current = refund.key ? refundStore.byKey(db, refund.key) : undefined;
    if (current?.status !== 'pending') return;
    if (!current.providerRefundId) return void (await sendRefund(context, payment, current));
    // Payments by subscription do not list their refunds.
    const found = await providerNamed(providers, payment.provider).lookUpRefund?.(current.providerRefundId);
    if (!found || found.status === 'pending') return;
    await inTransaction(db, () => {
      refundStore.recordFromProvider(db, payment, found, undefined, now());
      afterRefund(context, payment);
    });
  });
}
