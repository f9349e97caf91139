import type { PaymentMethod } from '@northlight/shared/contracts/shop/checkout.ts';
import { inTransaction } from '../db/transaction.ts';
import { paymentUnclear } from '../errors.ts';
import { publishPaymentChange } from '../live/publish-payment-change.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import { ProviderDisabled, providerNamed, type PaymentState, type Providers } from '../payments/provider.ts';
import { refundSecondPayment } from './refunds/refund-payment.ts';
import { queueRefundEmail } from './refunds/queue-refund-email.ts';
import { requestReview } from './request-review.ts';
import { completeOrder, recordLostPayment, type Claims, type OrderToComplete } from './complete-order.ts';
import { endOtherAttempts } from './other-attempts.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as draftStore from './draft-store.ts';
import * as refundStore from '../payments/refund-store.ts';
import * as orderStore from '../orders/order-store.ts';
import type { AppContext } from '../context.ts';

export type Settled =
  | { status: 'paid'; order: OrderWithLines }
  /** Paid, but begun without a draft: only the browser knows what it was for. */
  | { status: 'paid-without-draft'; received: { amountCents: number; currency: string } }
  /** The money is under way. The order is pending; null without a draft. */
  | { status: 'processing'; order: OrderWithLines | null }
  | { status: 'open'; isApproved?: boolean }
  | { status: 'declined'; reason: string }
  | { status: 'failed'; reason: string };

/**
 * Asks the provider about a payment and records what it says. When the money is there, or under way, its order is made.
 * `payment` is as read under the checkout's lock.
 */
export async function settlePayment(
  context: AppContext,
  payment: Payment,
  how: 'capture' | 'lookUp',
  claims?: Claims,
): Promise<Settled> {
  const state = await ask(context, payment, how);
  switch (state.status) {
    case 'open':
      return payment.status === 'processing' ? recordLostDebit(context, payment) : state;
    case 'declined':
      await inTransaction(context.db, () =>
        paymentStore.recordRefusedCapture(context.db, payment.id, context.now()),
      );
      return state;
    case 'failed':
      await recordFailure(context, payment, state.reason);
      return state;
    case 'processing': {
      await inTransaction(context.db, () =>
        paymentStore.markProcessing(context.db, payment.id, context.now()),
      );
      const order = orderToComplete(context, payment, claims);
      return {
        status: 'processing',
        order: order && (await complete(context, { ...order, received: null })),
      };
    }
    case 'paid': {
      const received = { amountCents: state.amountCents, currency: state.currency };
      await recordFacts(context, payment, state);
      const toComplete = orderToComplete(context, payment, claims);
      if (!toComplete) return { status: 'paid-without-draft', received };
      const order = await complete(context, { ...toComplete, received });
      await refundSecondPayment(context, payment.id);
      await endOthersOfPaid(context, payment);
      return { status: 'paid', order };
    }
  }
}

/** Null without a draft. */
function orderToComplete(
  context: AppContext,
  payment: Payment,
  claims: Claims | undefined,
): Omit<OrderToComplete, 'received'> | null {
  const draft = payment.draftId ? draftStore.find(context.db, payment.draftId) : undefined;
  const current = paymentStore.byId(context.db, payment.id) ?? payment;
  const method = methodOf(context.providers, payment);
  return draft ? { draft, method, payment: current, ...(claims && { claims }) } : null;
}

async function complete(context: AppContext, input: OrderToComplete): Promise<OrderWithLines> {
  const order = await completeOrder(context, input);
  context.wakeOutbox();
  return order;
}

const LOST_DEBIT = 'The bank did not complete the payment.';

/** A debit that was processing is open again: the bank refused it. The provider must not take another source for it. */
async function recordLostDebit(context: AppContext, payment: Payment): Promise<Settled> {
  await recordFailure(context, payment, LOST_DEBIT);
  try {
    await providerNamed(context.providers, payment.provider).cancel(payment.providerPaymentId ?? '');
  } catch (error) {
    context.log.warn(
      { err: error, paymentId: payment.id },
      'could not cancel a payment that the bank declined',
    );
  }
  return { status: 'failed', reason: LOST_DEBIT };
}

async function recordFailure(context: AppContext, payment: Payment, reason: string): Promise<void> {
  if (payment.status !== 'open' && payment.status !== 'processing') return;
  await inTransaction(context.db, () => {
    paymentStore.markFailed(context.db, payment.id, reason, context.now());
    if (payment.status === 'processing') recordLostPayment(context, payment, reason);
  });
  publishPaymentChange(context, payment);
  context.wakeOutbox();
}

/** What a refund needs later, and what happened at the provider without us. */
async function recordFacts(
  context: AppContext,
  payment: Payment,
  { chargeId, refunds, isDisputed }: Extract<PaymentState, { status: 'paid' }>,
): Promise<void> {
  const { db, now } = context;
  if (!chargeId && refunds.length === 0 && !isDisputed) return;
  const known = refundStore.ofPayment(db, payment.id);
  const isNews =
    (isDisputed && payment.reviewReason !== DISPUTED) ||
    refunds.some(
      ({ id, status }) => !known.some((refund) => refund.providerRefundId === id && refund.status === status),
    );
  await inTransaction(db, () => {
    if (chargeId && chargeId !== payment.chargeId) paymentStore.recordCharge(db, payment.id, chargeId);
    const order = orderStore.byPaymentId(db, payment.id);
    for (const refund of refunds) {
      const own = refundStore.recordFromProvider(db, payment, refund, order, now());
      if (own?.status === 'succeeded') queueRefundEmail(context, payment, own);
    }
    if (isDisputed && payment.reviewReason !== DISPUTED) {
      paymentStore.flag(db, payment.id, DISPUTED, now());
      requestReview(context, { order, payment, occasion: 'disputed' });
    }
  });
  if (isNews) publishPaymentChange(context, payment);
}

const DISPUTED = 'The buyer disputes this payment: answer at the provider.';

/** Whoever has paid must not be able to pay again in another tab. The sweeper tries again when a provider does not answer. */
async function endOthersOfPaid(context: AppContext, payment: Payment): Promise<void> {
  if (!payment.draftId) return;
  try {
    await endOtherAttempts(context, payment.draftId, (other) => other.id !== payment.id, PAID_OTHERWISE);
  } catch (error) {
    context.log.warn(
      { err: error, paymentId: payment.id },
      'could not end the other attempts of a paid checkout',
    );
  }
}

export const PAID_OTHERWISE = 'Paid by another payment.';

async function ask(context: AppContext, payment: Payment, how: 'capture' | 'lookUp'): Promise<PaymentState> {
  if (!payment.providerPaymentId) return { status: 'open' };
  try {
    return await providerNamed(context.providers, payment.provider)[how](payment.providerPaymentId);
  } catch (error) {
    // What is known stays as it is.
    if (error instanceof ProviderDisabled) {
      return { status: payment.status === 'processing' ? 'processing' : 'open' };
    }
    context.log.error({ err: error, provider: payment.provider }, 'the payment provider did not respond');
    throw paymentUnclear();
  }
}

export function methodOf(providers: Providers, payment: Payment): PaymentMethod {
  return providers.paypal.name === payment.provider ? 'paypal' : 'credit-card';
}
