import type { Cents } from '@northlight/shared/catalogue/money.ts';
import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import type { CheckoutDeps } from '../checkout/checkout-deps.ts';
import { settlePayment } from '../checkout/settle-payment.ts';
import { inTransaction } from '../db/transaction.ts';
import { badInput, notFound } from '../errors.ts';
import { publishPaymentChange } from '../live/publish-payment-change.ts';
import type { Payment } from '../payments/payment-store.ts';
import { providerNamed, RefundRefused, type ProviderRefund } from '../payments/provider.ts';
import type { Refund } from './refund-store.ts';
import { refundedCents } from './refunded-cents.ts';
import { secondPaymentKey } from './second-payment.ts';
import { tellBuyer } from './tell-buyer.ts';
import { taxShare } from './tax-share.ts';

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
export function refundPayment(deps: CheckoutDeps, order: RefundOrder): Promise<Refund> {
  const payment = deps.paymentStore.byId(order.paymentId);
  if (payment?.status !== 'paid') throw notFound();
  return deps.locks.run(`refund-${payment.id}`, async () => {
    const row = await inTransaction(deps.db, () => askedBefore(deps, order) ?? insert(deps, payment, order));
    return row.status === 'pending' ? askProvider(deps, payment, row) : row;
  });
}

/** Under its key a refund is one of this payment and this sum, or money would go back twice or from the wrong one. */
function askedBefore({ refundStore }: CheckoutDeps, order: RefundOrder): Refund | undefined {
  const before = refundStore.byKey(order.key);
  if (!before) return undefined;
  const isSame =
    before.paymentId === order.paymentId &&
    (order.amountCents === null || order.amountCents === before.amountCents);
  if (isSame) return before;
  const message = 'This refund key is already in use.';
  throw badInput(message, { refundKey: [message] });
}

function insert(
  deps: CheckoutDeps,
  payment: Payment,
  { amountCents, reason, key, adminId }: RefundOrder,
): Refund {
  const { refundStore, orderStore, now } = deps;
  const before = refundStore.ofPayment(payment.id);
  const left = (payment.receivedAmountCents ?? 0) - refundedCents(before);
  const amount = amountCents ?? left;
  if (amount <= 0 || amount > left) {
    const message =
      left > 0 ? `You can refund up to ${formatUsd(left)}.` : 'This payment is already fully refunded.';
    throw badInput(message, { amount: [message] });
  }
  const order = orderStore.byPaymentId(payment.id);
  return refundStore.insert({
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

async function askProvider(deps: CheckoutDeps, payment: Payment, refund: Refund): Promise<Refund> {
  const { providers, refundStore, now } = deps;
  const answer = await request(deps, payment, refund, providerNamed(providers, payment.provider));
  if (!answer) {
    publishPaymentChange(deps, payment);
    return refund;
  }
  const { status, failure } = answer;
  await inTransaction(deps.db, () => {
    refundStore.update(
      refund.id,
      { status, failure, ...(answer.id && { providerRefundId: answer.id }) },
      now(),
    );
    if (status !== 'failed') tellBuyer(deps, payment, refund);
  });
  publishPaymentChange(deps, payment);
  if (status !== 'failed') deps.onMailWritten();
  return { ...refund, status, failure };
}

/**
 * For the sweeper: what became of a refund whose answer was lost. The provider is asked for it first, for it may have forgotten
 * the key by now and would make a second one; what is not there is asked for again.
 */
export async function askAgain(deps: CheckoutDeps, refund: Refund): Promise<void> {
  const payment = deps.paymentStore.byId(refund.paymentId);
  if (!payment) return;
  await settlePayment(deps, payment, 'lookUp');
  await deps.locks.run(`refund-${payment.id}`, async () => {
    const current = refund.key ? deps.refundStore.byKey(refund.key) : undefined;
    if (current?.status === 'pending' && !current.providerRefundId) await askProvider(deps, payment, current);
  });
}

/** Asks the provider for the refund of a second payment, if there is one to be made. Never throws: the sweeper asks again. */
export async function sendSecondPaymentBack(deps: CheckoutDeps, paymentId: number): Promise<void> {
  const refund = deps.refundStore.byKey(secondPaymentKey(paymentId));
  const payment = deps.paymentStore.byId(paymentId);
  if (!payment || refund?.status !== 'pending' || refund.providerRefundId) return;
  const { status, failure } = await deps.locks.run(`refund-${paymentId}`, () =>
    askProvider(deps, payment, refund),
  );
  if (status !== 'failed') return;
  const reason = `A second payment: refund it. The automatic refund failed: ${failure}`;
  await inTransaction(deps.db, () => deps.paymentStore.flag(paymentId, reason, deps.now()));
}

type Answer = { id: string | null; status: ProviderRefund['status']; failure: string | null };

/** Null when nobody knows what became of it. */
async function request(
  deps: CheckoutDeps,
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
    deps.log.error({ err: error, refundId: refund.id }, 'no response to a refund request');
    return error instanceof RefundRefused ? { id: null, status: 'failed', failure: error.message } : null;
  }
}
