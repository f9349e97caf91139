import type { Cents } from '@northlight/shared/catalogue/money.ts';
import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import { settlePayment } from '../settle-payment.ts';
import { inTransaction } from '../../db/transaction.ts';
import { badInput, notFound } from '../../errors.ts';
import { publishPaymentChange } from '../../live/publish-payment-change.ts';
import type { Payment } from '../../payments/payment-store.ts';
import { providerNamed, RefundRefused, type ProviderRefund } from '../../payments/provider.ts';
import type { Refund } from '../../payments/refund-store.ts';
import { refundedCents } from '../../payments/refunded-cents.ts';
import { secondPaymentKey } from './second-payment.ts';
import { queueRefundEmail } from './queue-refund-email.ts';
import { taxShare } from '../../payments/tax-share.ts';
import * as paymentStore from '../../payments/payment-store.ts';
import * as refundStore from '../../payments/refund-store.ts';
import * as orderStore from '../../orders/order-store.ts';
import type { AppContext } from '../../context.ts';

export type RefundOrder = {
  paymentId: number;
  /** Null gives back all that is left. */
  amountCents: Cents | null;
  reason: string;
  /** Made by the page: a second click is the same refund. */
  key: string;
  adminId: number;
};

/**
 * Gives money back at the provider that took it, never more than arrived. The row stands before the provider is asked; a
 * refund whose answer was lost stays pending, and the sweeper asks again under the same key.
 */
export function refundPayment(context: AppContext, order: RefundOrder): Promise<Refund> {
  const payment = paymentStore.byId(context.db, order.paymentId);
  if (payment?.status !== 'paid') throw notFound();
  return context.locks.run(`refund-${payment.id}`, async () => {
    const row = await inTransaction(
      context.db,
      () => askedBefore(context, order) ?? insert(context, payment, order),
    );
    return row.status === 'pending' ? askProvider(context, payment, row) : row;
  });
}

/** Under its key a refund is one of this payment and this sum, or money would go back twice or from the wrong one. */
function askedBefore({ db }: AppContext, order: RefundOrder): Refund | undefined {
  const before = refundStore.byKey(db, order.key);
  if (!before) return undefined;
  const isSame =
    before.paymentId === order.paymentId &&
    (order.amountCents === null || order.amountCents === before.amountCents);
  if (isSame) return before;
  const message = 'This refund key is already in use.';
  throw badInput(message, { refundKey: [message] });
}

function insert(
  context: AppContext,
  payment: Payment,
  { amountCents, reason, key, adminId }: RefundOrder,
): Refund {
  const { db, now } = context;
  const before = refundStore.ofPayment(db, payment.id);
  const left = (payment.receivedAmountCents ?? 0) - refundedCents(before);
  const amount = amountCents ?? left;
  if (amount <= 0 || amount > left) {
    const message =
      left > 0 ? `You can refund up to ${formatUsd(left)}.` : 'This payment is already fully refunded.';
    throw badInput(message, { amount: [message] });
  }
  const order = orderStore.byPaymentId(db, payment.id);
  return refundStore.insert(db, {
    paymentId: payment.id,
    key,
    reason,
    adminId,
    amountCents: amount,
    taxCents: order ? taxShare(order, amount, before) : 0,
    status: 'pending',
    createdAt: now(),
    updatedAt: now(),
  });
}

async function askProvider(context: AppContext, payment: Payment, refund: Refund): Promise<Refund> {
  const { db, providers, now } = context;
  const answer = await request(context, payment, refund, providerNamed(providers, payment.provider));
  if (!answer) {
    publishPaymentChange(context, payment);
    return refund;
  }
  const { status, failure } = answer;
  await inTransaction(context.db, () => {
    refundStore.update(
      db,
      refund.id,
      { status, failure, ...(answer.id && { providerRefundId: answer.id }) },
      now(),
    );
    if (status !== 'failed') queueRefundEmail(context, payment, refund);
  });
  publishPaymentChange(context, payment);
  if (status !== 'failed') context.wakeOutbox();
  return { ...refund, status, failure };
}

/**
 * For the sweeper: what became of a refund whose answer was lost. The provider is asked for it first, for it may have forgotten
 * the key by now and would make a second one; what is not there is asked for again.
 */
export async function askAgain(context: AppContext, refund: Refund): Promise<void> {
  const payment = paymentStore.byId(context.db, refund.paymentId);
  if (!payment) return;
  await settlePayment(context, payment, 'lookUp');
  await context.locks.run(`refund-${payment.id}`, async () => {
    const current = refund.key ? refundStore.byKey(context.db, refund.key) : undefined;
    if (current?.status === 'pending' && !current.providerRefundId)
      await askProvider(context, payment, current);
  });
}

/** Asks the provider for the refund of a second payment, if there is one to be made. Never throws: the sweeper asks again. */
export async function refundSecondPayment(context: AppContext, paymentId: number): Promise<void> {
  const refund = refundStore.byKey(context.db, secondPaymentKey(paymentId));
  const payment = paymentStore.byId(context.db, paymentId);
  if (!payment || refund?.status !== 'pending' || refund.providerRefundId) return;
  const { status, failure } = await context.locks.run(`refund-${paymentId}`, () =>
    askProvider(context, payment, refund),
  );
  if (status !== 'failed') return;
  const reason = `A second payment: refund it. The automatic refund failed: ${failure}`;
  await inTransaction(context.db, () => paymentStore.flag(context.db, paymentId, reason, context.now()));
}

type Answer = { id: string | null; status: ProviderRefund['status']; failure: string | null };

/** Null when nobody knows what became of it. */
async function request(
  context: AppContext,
  payment: Payment,
  refund: Refund,
  provider: ReturnType<typeof providerNamed>,
): Promise<Answer | null> {
  try {
    const { id, status } = await provider.refund({
      key: refund.key ?? `refund-${refund.id}`,
      providerPaymentId: payment.providerPaymentId ?? '',
      chargeId: payment.chargeId,
      amountCents: refund.amountCents,
      currency: payment.receivedCurrency ?? payment.currency,
      reason: refund.reason,
    });
    return { id, status, failure: null };
  } catch (error) {
    context.log.error({ err: error, refundId: refund.id }, 'no response to a refund request');
    return error instanceof RefundRefused ? { id: null, status: 'failed', failure: error.message } : null;
  }
}
