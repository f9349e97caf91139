import type { PaymentMethod } from '@northlight/shared/contracts/checkout.ts';
import { inTransaction } from '../db/transaction.ts';
import { paymentUnclear } from '../errors.ts';
import { publishPaymentChange } from '../live/publish-payment-change.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import { ProviderClosed, providerNamed, type PaymentState, type Providers } from '../payments/provider.ts';
import { sendSecondPaymentBack } from '../refunds/refund-payment.ts';
import { tellBuyer } from '../refunds/tell-buyer.ts';
import { askForLook } from './ask-for-look.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { completeOrder, recordLostPayment, type Claims, type OrderToComplete } from './complete-order.ts';
import { endOtherAttempts } from './other-attempts.ts';

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
  deps: CheckoutDeps,
  payment: Payment,
  how: 'capture' | 'lookUp',
  claims?: Claims,
): Promise<Settled> {
  const state = await ask(deps, payment, how);
  switch (state.status) {
    case 'open':
      return payment.status === 'processing' ? recordLostDebit(deps, payment) : state;
    case 'declined':
      await inTransaction(deps.db, () => deps.paymentStore.recordRefusedCapture(payment.id, deps.now()));
      return state;
    case 'failed':
      await recordFailure(deps, payment, state.reason);
      return state;
    case 'processing': {
      await inTransaction(deps.db, () => deps.paymentStore.markProcessing(payment.id, deps.now()));
      const order = orderToComplete(deps, payment, claims);
      return { status: 'processing', order: order && (await complete(deps, { ...order, received: null })) };
    }
    case 'paid': {
      const received = { amountCents: state.amountCents, currency: state.currency };
      await recordFacts(deps, payment, state);
      const toComplete = orderToComplete(deps, payment, claims);
      if (!toComplete) return { status: 'paid-without-draft', received };
      const order = await complete(deps, { ...toComplete, received });
      await sendSecondPaymentBack(deps, payment.id);
      await endOthersOfPaid(deps, payment);
      return { status: 'paid', order };
    }
  }
}

/** Null without a draft. */
function orderToComplete(
  deps: CheckoutDeps,
  payment: Payment,
  claims: Claims | undefined,
): Omit<OrderToComplete, 'received'> | null {
  const draft = payment.draftId ? deps.draftStore.find(payment.draftId) : undefined;
  const current = deps.paymentStore.byId(payment.id) ?? payment;
  const method = methodOf(deps.providers, payment);
  return draft ? { draft, method, payment: current, ...(claims && { claims }) } : null;
}

async function complete(deps: CheckoutDeps, input: OrderToComplete): Promise<OrderWithLines> {
  const order = await completeOrder(deps, input);
  deps.onMailWritten();
  return order;
}

const LOST_DEBIT = 'The bank did not complete the payment.';

/** A debit that was processing is open again: the bank refused it. The provider must not take another source for it. */
async function recordLostDebit(deps: CheckoutDeps, payment: Payment): Promise<Settled> {
  await recordFailure(deps, payment, LOST_DEBIT);
  try {
    await providerNamed(deps.providers, payment.provider).cancel(payment.providerPaymentId ?? '');
  } catch (error) {
    deps.log.warn({ err: error, paymentId: payment.id }, 'could not cancel a payment that the bank declined');
  }
  return { status: 'failed', reason: LOST_DEBIT };
}

async function recordFailure(deps: CheckoutDeps, payment: Payment, reason: string): Promise<void> {
  if (payment.status !== 'open' && payment.status !== 'processing') return;
  await inTransaction(deps.db, () => {
    deps.paymentStore.markFailed(payment.id, reason, deps.now());
    if (payment.status === 'processing') recordLostPayment(deps, payment, reason);
  });
  publishPaymentChange(deps, payment);
  deps.onMailWritten();
}

/** What a refund needs later, and what happened at the provider without us. */
async function recordFacts(
  deps: CheckoutDeps,
  payment: Payment,
  { chargeId, refunds, isDisputed }: Extract<PaymentState, { status: 'paid' }>,
): Promise<void> {
  const { db, paymentStore, refundStore, orderStore, now } = deps;
  if (!chargeId && refunds.length === 0 && !isDisputed) return;
  const known = refundStore.ofPayment(payment.id);
  const isNews =
    (isDisputed && payment.reviewReason !== DISPUTED) ||
    refunds.some(
      ({ id, status }) => !known.some((refund) => refund.providerRefundId === id && refund.status === status),
    );
  await inTransaction(db, () => {
    if (chargeId && chargeId !== payment.chargeId) paymentStore.recordCharge(payment.id, chargeId);
    const order = orderStore.byPaymentId(payment.id);
    for (const refund of refunds) {
      const own = refundStore.recordFromProvider(payment, refund, order, now());
      if (own?.status === 'succeeded') tellBuyer(deps, payment, own);
    }
    if (isDisputed && payment.reviewReason !== DISPUTED) {
      paymentStore.flag(payment.id, DISPUTED, now());
      askForLook(deps, { order, payment, occasion: 'disputed' });
    }
  });
  if (isNews) publishPaymentChange(deps, payment);
}

const DISPUTED = 'The buyer disputes this payment: answer at the provider.';

/** Whoever has paid must not be able to pay again in another tab. The sweeper tries again when a provider does not answer. */
async function endOthersOfPaid(deps: CheckoutDeps, payment: Payment): Promise<void> {
  if (!payment.draftId) return;
  try {
    await endOtherAttempts(deps, payment.draftId, (other) => other.id !== payment.id, PAID_OTHERWISE);
  } catch (error) {
    deps.log.warn(
      { err: error, paymentId: payment.id },
      'could not end the other attempts of a paid checkout',
    );
  }
}

export const PAID_OTHERWISE = 'Paid by another payment.';

async function ask(deps: CheckoutDeps, payment: Payment, how: 'capture' | 'lookUp'): Promise<PaymentState> {
  if (!payment.providerPaymentId) return { status: 'open' };
  try {
    return await providerNamed(deps.providers, payment.provider)[how](payment.providerPaymentId);
  } catch (error) {
    // What is known stays as it is.
    if (error instanceof ProviderClosed) {
      return { status: payment.status === 'processing' ? 'processing' : 'open' };
    }
    deps.log.error({ err: error, provider: payment.provider }, 'the payment provider did not respond');
    throw paymentUnclear();
  }
}

export function methodOf(providers: Providers, payment: Payment): PaymentMethod {
  return providers.paypal.name === payment.provider ? 'paypal' : 'credit-card';
}
