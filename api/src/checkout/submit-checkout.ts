import type { Checkout } from '@northlight/shared/contracts/checkout.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { isPaid } from '../orders/present-order.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { completeOrder, type OrderToComplete, type Received } from './complete-order.ts';
import { priceBundle } from './price-bundle.ts';
import { settlePayment } from './settle-payment.ts';
import { consentFor, findPaidOrder } from './start-payment.ts';

/**
 * The browser says that it has paid. What is due or paid is decided by the draft, the catalogue and the provider;
 * a claim that they do not bear out becomes a pending order (D7).
 */
export async function submitCheckout(
  deps: CheckoutDeps,
  checkout: Checkout,
  clientAddress: string,
): Promise<OrderWithLines> {
  const payment = findPayment(deps, checkout);
  return deps.locks.run(payment?.draftId ?? checkout.checkoutId, async () => {
    const existing = checkout.checkoutId ? deps.orderStore.byCheckoutId(checkout.checkoutId) : undefined;
    if (existing && isPaid(existing)) return existing;
    // Before PayPal's money is taken: a card may have paid for this in another tab.
    const paid = checkout.paymentMethod === 'paypal' && payment?.draftId;
    const paidOrder = paid ? await findPaidOrder(deps, paid, payment.id) : null;
    if (paidOrder) return paidOrder;

    const settled = payment && (await settlePayment(deps, payment, 'capture', checkout));
    if (settled?.status === 'paid') return settled.order;
    const received = settled?.status === 'paid-without-draft' ? settled.received : null;
    const order = await completeOrder(deps, {
      ...toComplete(deps, checkout, payment, received),
      clientAddress,
    });
    deps.onMailWritten();
    return order;
  });
}

function findPayment({ paymentStore, providers }: CheckoutDeps, checkout: Checkout): Payment | null {
  const id = checkout.paymentMethod === 'paypal' ? checkout.paypalOrderId : checkout.paymentIntentId;
  if (!id) return null;
  return paymentStore.byProviderId(providers[checkout.paymentMethod].name, id) ?? null;
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
