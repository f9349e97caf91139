import { formatUsd, type Cents } from '@northlight/shared/catalogue/money.ts';
import type { Checkout } from '@northlight/shared/contracts/shop/checkout.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError, paymentRefused, priceChanged } from '../errors.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { isPaid } from '../orders/is-paid.ts';
import type { Payment } from '../payments/payment-store.ts';
import { completeOrder, type OrderToComplete, type Received } from './complete-order.ts';
import { endOtherAttempts, findOrderUnderWay } from './other-attempts.ts';
import { priceBundle } from './price-bundle.ts';
import { PAID_OTHERWISE, settlePayment, type Settled } from './settle-payment.ts';
import { consentFor, PRICE_CHANGED } from './start-payment.ts';
import * as orderStore from '../orders/order-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as draftStore from './draft-store.ts';
import type { AppContext } from '../context.ts';

const CHOOSE_ANOTHER_SOURCE =
  'PayPal couldn’t charge the card or account you chose. You haven’t been charged. Please choose another one at PayPal, or pay by card.';
const REFUSED =
  'PayPal declined the payment. You haven’t been charged. Please try again, or use another payment method.';

/**
 * The browser says that it has paid. What is due or paid is decided by the draft, the catalogue and the provider;
 * a reported payment that the provider does not confirm makes a pending order.
 */
export async function submitCheckout(
  context: AppContext,
  checkout: Checkout,
  clientAddress: string,
): Promise<OrderWithLines> {
  return context.locks.run(checkout.checkoutId, async () => {
    const existing = checkout.checkoutId
      ? orderStore.byCheckoutId(context.db, checkout.checkoutId)
      : undefined;
    if (existing && isPaid(existing)) return existing;
    const payment = findPayment(context, checkout);
    const settled = payment && (await settle(context, payment, checkout));
    if ((settled?.status === 'paid' || settled?.status === 'processing') && settled.order) {
      return settled.order;
    }
    const received = settled?.status === 'paid-without-draft' ? settled.received : null;
    const order = await completeOrder(context, {
      ...toComplete(context, checkout, payment, received),
      clientAddress,
    });
    context.wakeOutbox();
    return order;
  });
}

/** Null as well for a payment of another checkout: this caller must not see its order. */
function findPayment({ db, providers }: AppContext, checkout: Checkout): Payment | null {
  const id = checkout.paymentMethod === 'paypal' ? checkout.paypalOrderId : checkout.paymentIntentId;
  if (!id) return null;
  const payment = paymentStore.byProviderId(db, providers[checkout.paymentMethod].name, id);
  const isOwn = payment && (payment.draftId === null || payment.draftId === checkout.checkoutId);
  return isOwn ? payment : null;
}

function settle(context: AppContext, payment: Payment, checkout: Checkout): Promise<Settled> {
  if (checkout.paymentMethod === 'paypal' && payment.draftId !== null) {
    return captureForBuyer(context, { ...payment, draftId: payment.draftId }, checkout);
  }
  return settlePayment(context, payment, 'capture', checkout);
}

/**
 * Takes the money that the buyer approved, once nothing else of this checkout can be paid and the price is still the one they
 * approved. Throws what the buyer is told when it is not taken: it is then never taken without a new approval.
 */
async function captureForBuyer(
  context: AppContext,
  payment: Payment & { draftId: string },
  checkout: Checkout,
): Promise<Settled> {
  const order = await findOrderUnderWay(context, payment.draftId, payment.id);
  if (order) return { status: 'paid', order };
  if (payment.captureRefusal === 'told') throw paymentRefused(CHOOSE_ANOTHER_SOURCE);
  const changedTo = changedPrice(context, payment, checkout);
  const settled =
    payment.status === 'failed' || changedTo !== null
      ? await settlePayment(context, payment, 'lookUp', checkout)
      : await captureAlone(context, payment, checkout);
  switch (settled.status) {
    case 'declined':
      throw paymentRefused(CHOOSE_ANOTHER_SOURCE);
    case 'failed':
    case 'open':
      if (changedTo !== null) throw await refuseOldPrice(context, payment, changedTo);
      if (settled.status === 'open' && payment.status === 'open') return settled;
      throw paymentRefused(REFUSED);
    default:
      return settled;
  }
}

async function captureAlone(
  context: AppContext,
  payment: Payment & { draftId: string },
  checkout: Checkout,
): Promise<Settled> {
  const isOther = (other: Payment) => other.id !== payment.id;
  const order = await endOtherAttempts(context, payment.draftId, isOther, PAID_OTHERWISE);
  return order ? { status: 'paid', order } : settlePayment(context, payment, 'capture', checkout);
}

async function refuseOldPrice(context: AppContext, payment: Payment, dueNow: Cents): Promise<ApiError> {
  await inTransaction(context.db, () =>
    paymentStore.markFailed(context.db, payment.id, PRICE_CHANGED, context.now()),
  );
  return priceChanged(formatUsd(dueNow));
}

/** What the bundle costs now, by the stored draft or by what the buyer has on the screen; null when that was approved. */
function changedPrice(
  context: AppContext,
  { amountCents, draftId }: Payment & { draftId: string },
  checkout: Checkout,
): Cents | null {
  const prices = [shownPrice(context, checkout), draftStore.find(context.db, draftId)?.quote.dueTodayCents];
  return prices.find((price) => price !== undefined && price !== amountCents) ?? null;
}

/** Undefined when its promo code is not valid any more: the buyer approved the price with it. */
function shownPrice(context: AppContext, checkout: Checkout): Cents | undefined {
  try {
    return priceBundle(context.db, checkout).dueTodayCents;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function toComplete(
  context: AppContext,
  checkout: Checkout,
  payment: Payment | null,
  received: Received | null,
): OrderToComplete {
  const draft = payment?.draftId ? draftStore.find(context.db, payment.draftId) : undefined;
  const quote = draft?.quote ?? priceBundle(context.db, checkout);
  return {
    draft: draft ?? { details: checkout, quote, consent: consentFor(quote, context.now()) },
    method: checkout.paymentMethod,
    payment,
    received,
    claims: checkout,
  };
}
