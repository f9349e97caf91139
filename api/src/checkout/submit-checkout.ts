import { formatUsd, type Cents } from '@northlight/shared/catalogue/money.ts';
import type { Checkout } from '@northlight/shared/contracts/checkout.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError, paymentRefused, priceChanged } from '../errors.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { isPaid } from '../orders/is-paid.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { completeOrder, type OrderToComplete, type Received } from './complete-order.ts';
import { endOtherAttempts, findOrderUnderWay } from './other-attempts.ts';
import { priceBundle } from './price-bundle.ts';
import { PAID_OTHERWISE, settlePayment, type Settled } from './settle-payment.ts';
import { consentFor, PRICE_CHANGED } from './start-payment.ts';

const CHOOSE_ANOTHER_SOURCE =
  'PayPal couldn’t charge the card or account you chose. You haven’t been charged. Please choose another one at PayPal, or pay by card.';
const REFUSED =
  'PayPal declined the payment. You haven’t been charged. Please try again, or use another payment method.';

/**
 * The browser says that it has paid. What is due or paid is decided by the draft, the catalogue and the provider;
 * a claim that they do not bear out becomes a pending order (D7).
 */
export async function submitCheckout(
  deps: CheckoutDeps,
  checkout: Checkout,
  clientAddress: string,
): Promise<OrderWithLines> {
  return deps.locks.run(checkout.checkoutId, async () => {
    const existing = checkout.checkoutId ? deps.orderStore.byCheckoutId(checkout.checkoutId) : undefined;
    if (existing && isPaid(existing)) return existing;
    const payment = findPayment(deps, checkout);
    const settled = payment && (await settle(deps, payment, checkout));
    if ((settled?.status === 'paid' || settled?.status === 'processing') && settled.order) {
      return settled.order;
    }
    const received = settled?.status === 'paid-without-draft' ? settled.received : null;
    const order = await completeOrder(deps, {
      ...toComplete(deps, checkout, payment, received),
      clientAddress,
    });
    deps.onMailWritten();
    return order;
  });
}

/** Null as well for a payment of another checkout: this caller must not see its order. */
function findPayment({ paymentStore, providers }: CheckoutDeps, checkout: Checkout): Payment | null {
  const id = checkout.paymentMethod === 'paypal' ? checkout.paypalOrderId : checkout.paymentIntentId;
  if (!id) return null;
  const payment = paymentStore.byProviderId(providers[checkout.paymentMethod].name, id);
  const isOwn = payment && (payment.draftId === null || payment.draftId === checkout.checkoutId);
  return isOwn ? payment : null;
}

function settle(deps: CheckoutDeps, payment: Payment, checkout: Checkout): Promise<Settled> {
  if (checkout.paymentMethod === 'paypal' && payment.draftId !== null) {
    return captureForBuyer(deps, { ...payment, draftId: payment.draftId }, checkout);
  }
  return settlePayment(deps, payment, 'capture', checkout);
}

/**
 * Takes the money that the buyer approved, once nothing else of this checkout can be paid and the price is still the one they
 * approved. Throws what the buyer is told when it is not taken: it is then never taken without a new approval.
 */
async function captureForBuyer(
  deps: CheckoutDeps,
  payment: Payment & { draftId: string },
  checkout: Checkout,
): Promise<Settled> {
  const order = await findOrderUnderWay(deps, payment.draftId, payment.id);
  if (order) return { status: 'paid', order };
  if (payment.captureRefusal === 'told') throw paymentRefused(CHOOSE_ANOTHER_SOURCE);
  const changedTo = changedPrice(deps, payment, checkout);
  const settled =
    payment.status === 'failed' || changedTo !== null
      ? await settlePayment(deps, payment, 'lookUp', checkout)
      : await captureAlone(deps, payment, checkout);
  switch (settled.status) {
    case 'declined':
      throw paymentRefused(CHOOSE_ANOTHER_SOURCE);
    case 'failed':
    case 'open':
      if (changedTo !== null) throw await refuseOldPrice(deps, payment, changedTo);
      if (settled.status === 'open' && payment.status === 'open') return settled;
      throw paymentRefused(REFUSED);
    default:
      return settled;
  }
}

async function captureAlone(
  deps: CheckoutDeps,
  payment: Payment & { draftId: string },
  checkout: Checkout,
): Promise<Settled> {
  const isOther = (other: Payment) => other.id !== payment.id;
  const order = await endOtherAttempts(deps, payment.draftId, isOther, PAID_OTHERWISE);
  return order ? { status: 'paid', order } : settlePayment(deps, payment, 'capture', checkout);
}

async function refuseOldPrice(deps: CheckoutDeps, payment: Payment, dueNow: Cents): Promise<ApiError> {
  await inTransaction(deps.db, () => deps.paymentStore.markFailed(payment.id, PRICE_CHANGED, deps.now()));
  return priceChanged(formatUsd(dueNow));
}

/** What the bundle costs now, by the stored draft or by what the buyer has on the screen; null when that was approved. */
function changedPrice(
  deps: CheckoutDeps,
  { amountCents, draftId }: Payment & { draftId: string },
  checkout: Checkout,
): Cents | null {
  const prices = [shownPrice(deps, checkout), deps.draftStore.find(draftId)?.quote.dueTodayCents];
  return prices.find((price) => price !== undefined && price !== amountCents) ?? null;
}

/** Undefined when its promo code is not valid any more: the buyer approved the price with it. */
function shownPrice(deps: CheckoutDeps, checkout: Checkout): Cents | undefined {
  try {
    return priceBundle(checkout, deps.promoStore).dueTodayCents;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function toComplete(
  deps: CheckoutDeps,
  checkout: Checkout,
  payment: Payment | null,
  received: Received | null,
): OrderToComplete {
  const draft = payment?.draftId ? deps.draftStore.find(payment.draftId) : undefined;
  const quote = draft?.quote ?? priceBundle(checkout, deps.promoStore);
  return {
    draft: draft ?? { details: checkout, quote, consent: consentFor(quote, deps.now()) },
    method: checkout.paymentMethod,
    payment,
    received,
    claims: checkout,
  };
}
