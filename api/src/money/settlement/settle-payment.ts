import type { Review } from '@northlight/shared/contracts/review.ts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { paymentUnclear, type ApiError } from '../../base/errors.ts';
import { isPaid } from '../../work/orders/present-order.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import {
  ProviderDisabled,
  methodOf,
  providerNamed,
  type KnownPayment,
  type PaymentState,
} from '../payments/provider.ts';
import { RecurringRefused } from '../payments/recurring.ts';
import { notifyBusiness, notifyOfUncanceled } from '../recurring/notify-of-recurring.ts';
import { record } from './carry-out.ts';
import type { Move, Received } from './moves.ts';
import * as draftStore from './draft-store.ts';
import type { Claims, Purchase } from './order-content.ts';
import { sendSecondRefund } from './send-refund.ts';
import { DAY_MS } from '../../base/units.ts';

export type Settled = {
  status: PaymentState['status'];
  /** Set when it is paid or processing and has a draft. Otherwise only the browser knows what was bought. */
  order: OrderWithLines | null;
  /** Null unless the payment is paid. */
  received: Received | null;
  isApproved: boolean;
  /** The provider refuses every such payment, whoever pays. */
  isRefused: boolean;
  /**
   * The money may have been taken a moment ago, and the provider may not show it yet, or the browser may have paid
   * what these keys do not see.
   */
  isUnclear: boolean;
};

/**
 * Asks the provider about a payment and records the answer. A paid or processing payment gets its order. Call
 * it under the checkout's lock, with the payment as read there.
 */
export async function settlePayment(
  context: AppContext,
  payment: Payment,
  how: 'capture' | 'lookUp',
  claims?: Claims,
): Promise<Settled> {
  const state = await ask(context, payment, how);
  const purchase = purchaseOf(context, payment, claims);
  const { order, moves } = await record(context, { payment, purchase }, { kind: 'answered', state });
  await followUp(context, payment, moves);
  const hasFailed = moves.some((move) => move.do === 'mark-failed');
  const isUnderWay = state.status === 'paid' || state.status === 'processing';
  const after = paymentStore.byId(context.db, payment.id) ?? payment;
  if (state.status === 'missing' && mayHaveBeenPaid(after)) {
    const { provider, providerPaymentId } = payment;
    context.log.warn({ provider, providerPaymentId }, 'the payment provider does not find a payment');
    throw await unclear(context, after);
  }
  return {
    status: hasFailed ? 'failed' : state.status,
    order: isUnderWay && purchase ? order : null,
    received: state.status === 'paid' ? { amountCents: state.amountCents, currency: state.currency } : null,
    isApproved: state.status === 'open' && state.isApproved === true,
    isRefused: state.status === 'failed' && state.refusal !== undefined,
    isUnclear:
      (state.status === 'open' && state.isApproved === true && wasJustSent(context, after)) ||
      (state.status === 'missing' && state.isPaidByBrowser && !hasFailed),
  };
}

/** How long a provider may take to show what a capture or an activation did. */
const SHOWN_AFTER_MS = 10 * 60_000;

const wasJustSent = ({ now }: AppContext, { captureSentAt }: Payment): boolean =>
  captureSentAt !== null && now().getTime() - captureSentAt.getTime() < SHOWN_AFTER_MS;

/** Whether money may have moved, so that nobody may pay again before the provider has answered. */
const mayHaveBeenPaid = ({ status, captureSentAt }: Payment): boolean =>
  status === 'processing' || (status === 'open' && captureSentAt !== null);

/** The error for whoever asks. After a day, the business is told once, because the customer cannot pay again. */
async function unclear(context: AppContext, payment: Payment): Promise<ApiError> {
  const { db, now } = context;
  const { id, provider, amountCents, captureSentAt, draftId } = payment;
  const age = captureSentAt ? now().getTime() - captureSentAt.getTime() : 0;
  if (payment.status === 'open' && age >= DAY_MS) {
    const customer = (draftId && draftStore.find(db, draftId)?.details.email) || 'a customer';
    const review = { code: 'unclear', provider, amountCents, customer } as const;
    await inTransaction(db, () => notifyBusiness(context, null, `unclear:${id}`, { paymentId: id, review }));
  }
  return paymentUnclear();
}

const knownOf = ({ status, chargeId, captureSentAt }: Payment): KnownPayment => ({
  chargeId,
  isProcessing: status === 'processing',
  wasCaptureSent: captureSentAt !== null,
});

async function ask(context: AppContext, payment: Payment, how: 'capture' | 'lookUp'): Promise<PaymentState> {
  const { db, now, providers } = context;
  const { id, provider, providerPaymentId } = payment;
  if (!providerPaymentId) return { status: 'open' };
  const willSend = () => inTransaction(db, () => paymentStore.change(db, id, { captureSentAt: now() }));
  try {
    return await providerNamed(providers, provider)[how](providerPaymentId, knownOf(payment), willSend);
  } catch (error) {
    // Without keys nobody can be asked, so keep what is known.
    if (error instanceof ProviderDisabled) {
      return { status: payment.status === 'processing' ? 'processing' : 'open' };
    }
    context.log.error({ err: error, provider }, 'the payment provider did not respond');
    throw await unclear(context, payment);
  }
}

/** Null for a payment without a draft. */
function purchaseOf(context: AppContext, payment: Payment, claims: Claims | undefined): Purchase | null {
  const draft = payment.draftId ? draftStore.find(context.db, payment.draftId) : undefined;
  return draft ? { draft, method: methodOf(payment.provider), claims } : null;
}

/** Runs the moves that call a provider. The sweep repeats what fails here. */
async function followUp(context: AppContext, payment: Payment, moves: readonly Move[]): Promise<void> {
  for (const move of moves) {
    if (move.do !== 'after') continue;
    try {
      switch (move.what) {
        case 'send-second-refund':
          await sendSecondRefund(context, payment.id);
          await endSecondRecurring(context, payment);
          break;
        case 'cancel-payment':
          await providerNamed(context.providers, payment.provider).cancel(payment.providerPaymentId ?? '');
          break;
        case 'cancel-other-attempts':
          if (payment.draftId)
            await endAttempts(context, payment.draftId, (other) => other.id !== payment.id, 'paid_otherwise');
          break;
      }
    } catch (error) {
      context.log.warn(
        { err: error, paymentId: payment.id, what: move.what },
        'a payment was not followed up',
      );
    }
  }
}

const CANCEL_AGAIN_MS = 60_000;

/**
 * A second payment of an order must not recur. PayPal can refuse that until the first billing, so the sweep tries
 * again after waits that double, at least once a day.
 */
async function endSecondRecurring(context: AppContext, { id, ...payment }: Payment): Promise<void> {
  const { db, providers, now } = context;
  const { recurring } = providerNamed(providers, payment.provider);
  const own = recurring.startedBy?.(payment.providerPaymentId ?? '');
  const { review, updatedAt } = paymentStore.byId(db, id) ?? payment;
  if (!own || review?.code !== 'second_payment') return;
  const tryAgainAt = (at: Date | null) =>
    inTransaction(db, () => paymentStore.change(db, id, { nextCheckAt: at }));
  const age = now().getTime() - updatedAt.getTime();
  await tryAgainAt(new Date(now().getTime() + Math.min(Math.max(age, CANCEL_AGAIN_MS), DAY_MS)));
  try {
    await recurring.cancelNow(own);
  } catch (error) {
    if (!(error instanceof RecurringRefused)) throw error;
    await inTransaction(db, () => notifyOfUncanceled(context, review.orderNumber, error.message, id));
    return;
  }
  await tryAgainAt(null);
}

/**
 * Returns the order of a checkout that is paid or processing, so nothing more may be paid for it. Checks open
 * attempts with the provider, because the answer to a paid one may have been lost. Call it under the
 * checkout's lock.
 */
export async function findOrderUnderWay(
  context: AppContext,
  checkoutId: string,
  exceptPaymentId?: number,
): Promise<OrderWithLines | null> {
  const existing = orderStore.byCheckoutId(context.db, checkoutId);
  if (existing && isPaid(existing)) return existing;
  for (const payment of paymentStore.unsettledForDraft(context.db, checkoutId)) {
    if (payment.id === exceptPaymentId) continue;
    const { order, isUnclear } = await settlePayment(context, payment, 'lookUp');
    if (order) return order;
    if (isUnclear) throw paymentUnclear();
  }
  return null;
}

/**
 * Cancels the chosen attempts of a checkout, so nobody can pay them. If one was paid in the meantime, it is
 * settled and its order returned. Throws when a provider does not answer. Call it under the checkout's lock.
 */
export async function endAttempts(
  context: AppContext,
  checkoutId: string,
  isChosen: (payment: Payment) => boolean,
  code: Extract<Review['code'], 'paid_otherwise' | 'price_changed'>,
): Promise<OrderWithLines | null> {
  const { db, now } = context;
  for (const payment of paymentStore.unsettledForDraft(db, checkoutId).filter(isChosen)) {
    if (wasJustSent(context, payment)) {
      const { order, isUnclear } = await settlePayment(context, payment, 'lookUp');
      if (order) return order;
      if (isUnclear) throw paymentUnclear();
    }
    if (await cancel(context, payment)) {
      await inTransaction(db, () => paymentStore.markFailed(db, payment.id, { code }, now()));
      continue;
    }
    // If it is neither canceled nor paid, it stays open and the sweep checks it.
    const { order } = await settlePayment(context, payment, 'lookUp');
    if (order) return order;
  }
  return null;
}

async function cancel(context: AppContext, payment: Payment): Promise<boolean> {
  const { provider, providerPaymentId } = payment;
  // It never reached a browser, so nobody can pay it.
  if (!providerPaymentId) return true;
  try {
    return await providerNamed(context.providers, provider).cancel(providerPaymentId, knownOf(payment));
  } catch (error) {
    context.log.error({ err: error, provider }, 'could not cancel a payment attempt');
    throw paymentUnclear();
  }
}
