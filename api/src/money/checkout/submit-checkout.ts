import { formatUsd, type Cents } from '@northlight/shared/catalog/money.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import type { Checkout } from '@northlight/shared/contracts/checkout.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, methodUnavailable, paymentsChanged, paymentUnclear, conflict } from '../../base/errors.ts';
import { clientNetwork } from '../../http/limits/rate-limit.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { isPaid } from '../../work/orders/present-order.ts';
import type { PaymentMethod } from '@northlight/shared/contracts/payments.ts';
import { orderModeOf } from '../../base/settings/payment-settings.ts';
import type { Payment } from '../payments/payment-store.ts';
import { namesOf } from '../payments/provider.ts';
import { record } from '../settlement/carry-out.ts';
import type { Purchase } from '../settlement/order-content.ts';
import { priceBundle } from './price-bundle.ts';
import { acceptTerms } from './accept-terms.ts';
import { askBuyerForState } from './ask-for-state.ts';
import { endAttempts, findOrderUnderWay, settlePayment, type Settled } from '../settlement/settle-payment.ts';
import { consentFor } from './start-payment.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as draftStore from '../settlement/draft-store.ts';
import type { AppContext } from '../context.ts';

/** The approved price is not the current price. Nothing was charged. */
const priceChanged = (dueNow: string) =>
  conflict(
    'price_changed',
    `The price of your bundle changed to ${dueNow} after you approved this payment. You haven’t been charged. Please pay again.`,
  );

/** The provider refused the payment, and nothing was charged. */
const paymentRefused = (message: string) => new ApiError(402, 'payment_refused', message);

const CHOOSE_ANOTHER_SOURCE =
  'PayPal couldn’t charge the card or account you chose. You haven’t been charged. Please choose another one on PayPal, or pay by card.';
const REFUSED =
  'PayPal declined the payment. You haven’t been charged. Please try again, or use another payment method.';

/**
 * Handles the browser's report that it has paid. The draft, the catalog and the provider decide what is due
 * and paid. A reported payment that the provider does not confirm makes a pending order.
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
    if (settled?.order) return settled.order;
    // Nobody can pay it anymore, so it makes no order that waits for its money.
    if (payment && !settled?.received && isOfOtherKeys(context, payment)) throw paymentsChanged();
    const { order } = await record(
      context,
      { payment, purchase: purchaseOf(context, checkout, payment, clientAddress) },
      { kind: 'claimed', received: settled?.received ?? null },
    );
    if (!order) throw new Error('A checkout that names what it buys always becomes an order.');
    return order;
  });
}

/** A payment by the provider's ID, whichever provider of this method has it. */
export const paymentOf = (
  { db, providers }: AppContext,
  method: PaymentMethod,
  id: string,
): Payment | undefined => {
  const found = namesOf(providers, method).flatMap((name) => paymentStore.byProviderId(db, name, id) ?? []);
  return found[0];
};

/** Whether an attempt was begun while the shop was paid in another way, such as in the demo. */
export const isOfOtherKeys = ({ settings }: AppContext, { mode }: Payment): boolean =>
  mode !== orderModeOf(settings.payments);

/** Also null for a payment of another checkout, whose order this caller must not see. */
function findPayment(context: AppContext, checkout: Checkout): Payment | null {
  const id = checkout.paymentMethod === 'paypal' ? checkout.paypalOrderId : checkout.paymentIntentId;
  if (!id) return null;
  const payment = paymentOf(context, checkout.paymentMethod, id);
  const isOwn = payment && (payment.draftId === null || payment.draftId === checkout.checkoutId);
  return isOwn ? payment : null;
}

type Outcome = Pick<Settled, 'order' | 'received'>;

async function settle(context: AppContext, payment: Payment, checkout: Checkout): Promise<Outcome> {
  if (checkout.paymentMethod === 'paypal' && payment.draftId !== null) {
    return captureForBuyer(context, { ...payment, draftId: payment.draftId }, checkout);
  }
  const settled = await settlePayment(context, payment, 'capture', checkout);
  if (settled.status === 'missing') throw paymentUnclear();
  return settled;
}

/**
 * Captures the approved payment once no other attempt can be paid and the price is still the approved one.
 * Throws the message for the customer when it is not captured. It is then never captured without a new
 * approval.
 */
async function captureForBuyer(
  context: AppContext,
  payment: Payment & { draftId: string },
  checkout: Checkout,
): Promise<Outcome> {
  const isOther = (other: Payment) => other.id !== payment.id;
  const changedTo = changedPrice(context, payment, checkout);
  const mayCapture = payment.captureRefusal !== 'told' && payment.status !== 'failed' && changedTo === null;
  const order = mayCapture
    ? await endAttempts(context, payment.draftId, isOther, 'paid_otherwise')
    : await findOrderUnderWay(context, payment.draftId, payment.id);
  if (order) return { order, received: null };
  // The browser says that it was approved. PayPal may not find it for a moment.
  if (mayCapture && !payment.approvedAt)
    await inTransaction(context.db, () =>
      paymentStore.change(context.db, payment.id, { approvedAt: context.now(), nextCheckAt: null }),
    );
  if (payment.captureRefusal === 'told') throw paymentRefused(CHOOSE_ANOTHER_SOURCE);
  const settled = await settlePayment(context, payment, mayCapture ? 'capture' : 'lookUp', checkout);
  if (settled.isUnclear) throw paymentUnclear();
  if (settled.isRefused) throw methodUnavailable();
  switch (settled.status) {
    case 'declined':
      throw paymentRefused(CHOOSE_ANOTHER_SOURCE);
    case 'missing':
      throw paymentUnclear();
    case 'failed':
    case 'open':
      if (changedTo !== null) throw await refuseOldPrice(context, payment, changedTo);
      if (settled.status === 'open' && payment.status === 'open') return settled;
      throw paymentRefused(REFUSED);
    default:
      return settled;
  }
}

async function refuseOldPrice(context: AppContext, payment: Payment, dueNow: Cents): Promise<ApiError> {
  await inTransaction(context.db, () =>
    paymentStore.markFailed(context.db, payment.id, { code: 'price_changed' }, context.now()),
  );
  return priceChanged(formatUsd(dueNow));
}

/** The current price, in the draft or on the customer's screen, if it differs from the approved one. */
function changedPrice(
  context: AppContext,
  { amountCents, draftId }: Payment & { draftId: string },
  checkout: Checkout,
): Cents | null {
  const prices = [shownPrice(context, checkout), draftStore.find(context.db, draftId)?.price.dueTodayCents];
  return prices.find((price) => price !== undefined && price !== amountCents) ?? null;
}

/** Undefined when the promo code has expired: the customer approved the price with the code. */
function shownPrice(context: AppContext, checkout: Checkout): Cents | undefined {
  try {
    return priceBundle(context, checkout).dueTodayCents;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function purchaseOf(
  context: AppContext,
  checkout: Checkout,
  payment: Payment | null,
  clientAddress: string,
): Purchase {
  const stored = payment?.draftId ? draftStore.find(context.db, payment.draftId) : undefined;
  const network = clientNetwork(clientAddress);
  const price = stored?.price ?? priceBundle(context, { ...checkout, network });
  const draft = stored ?? {
    // What was paid is never refused.
    details: payment ? checkout : unpaidDetails(context, checkout, price),
    price,
    consent: consentFor(price, context.now()),
  };
  return { draft, method: checkout.paymentMethod, claims: checkout, clientAddress };
}

function unpaidDetails(context: AppContext, checkout: Checkout, price: Price): Checkout {
  askBuyerForState(context, checkout, price);
  return acceptTerms(context, checkout);
}
