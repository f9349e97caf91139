import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { AppContext } from '../context.ts';
import { afterRefund, queueRefundEmail } from './after-refund.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Payment } from '../payments/payment-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { providerNamed, RefundRefused, type ProviderRefund } from '../payments/provider.ts';
import type { Refund } from '../payments/refund-store.ts';
import * as refundStore from '../payments/refund-store.ts';

/** Requests a stored refund from the provider. It stays pending when the answer is lost. */
export async function sendRefund(context: AppContext, payment: Payment, refund: Refund): Promise<Refund> {
  const { db, now } = context;
  const answer = await request(context, payment, refund);
  if (!answer) return refund;
  const { id, status, failure } = answer;
  await inTransaction(db, () => {
    refundStore.update(db, refund.id, { status, failure, ...(id && { providerRefundId: id }) }, now());
    afterRefund(context, payment);
    if (status !== 'failed') queueRefundEmail(context, payment, refund);
  });
  return { ...refund, status, failure };
}

type Answer = { id: string | null; status: ProviderRefund['status']; failure: string | null };

/** Null when the result is unknown. */
async function request(
  { providers, log }: AppContext,
  payment: Payment,
  refund: Refund,
): Promise<Answer | null> {
  try {
    const { id, status } = await providerNamed(providers, payment.provider).refund({
      key: refund.key ?? `refund-${refund.id}`,
      providerPaymentId: payment.providerPaymentId ?? '',
      chargeId: payment.chargeId,
      amountCents: refund.amountCents,
      currency: payment.receivedCurrency ?? payment.currency,
      reason: refund.reason,
    });
    return { id, status, failure: null };
  } catch (error) {
    log.error({ err: error, refundId: refund.id }, 'no response to a refund request');
    return error instanceof RefundRefused ? { id: null, status: 'failed', failure: error.message } : null;
  }
}

const secondRefundKey = (paymentId: number): string => `second-payment-${paymentId}`;

/** Plans the refund of a second payment for one order. Call it in the transaction that records the payment. */
export function planSecondRefund({ db, now }: AppContext, payment: Payment, amountCents: Cents): void {
  const key = secondRefundKey(payment.id);
  if (refundStore.byKey(db, key)) return;
  refundStore.insert(db, {
    paymentId: payment.id,
    key,
    reason: 'This order was paid twice, so we’re refunding the second payment.',
    amountCents,
    // The sale was taxed once, with the first payment.
    taxCents: 0,
    status: 'pending',
    createdAt: now(),
    updatedAt: now(),
  });
}

/** Sends the refund of a second payment, if one is planned. Never throws: the sweep tries again. */
export async function sendSecondRefund(context: AppContext, paymentId: number): Promise<void> {
  const { db, locks, now } = context;
  const refund = refundStore.byKey(db, secondRefundKey(paymentId));
  if (refund?.status !== 'pending' || refund.providerRefundId) return;
  const payment = paymentStore.byId(db, paymentId);
  if (!payment) return;
  const { status, failure } = await locks.run(`refund-${paymentId}`, () =>
    sendRefund(context, payment, refund),
  );
  if (status !== 'failed' || payment.review?.code !== 'second_payment') return;
  const review = { ...payment.review, refund: 'failed' as const, failure: failure ?? undefined };
  await inTransaction(db, () => paymentStore.change(db, paymentId, { review, updatedAt: now() }));
}
