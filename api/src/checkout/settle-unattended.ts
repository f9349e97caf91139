import { isPaid } from '../orders/present-order.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { recordPaidWithoutDraft } from './complete-order.ts';
import { methodOf, settlePayment } from './settle-payment.ts';

/**
 * Settles a payment whose browser may be gone: for the sweeper and the webhooks (D6), under the draft's lock. True when it has
 * become an order. Without a draft the money is shown to the administrator, for nobody is there to say what it was for.
 */
export async function settleUnattended(
  deps: CheckoutDeps,
  payment: Payment,
  how: 'captureIfApproved' | 'lookUp',
): Promise<boolean> {
  const isCapture = how === 'captureIfApproved' && mayCapture(deps, payment);
  const settled = await settlePayment(deps, payment, isCapture ? 'capture' : 'lookUp');
  if (settled.status === 'paid-without-draft') {
    const method = methodOf(deps.providers, payment);
    await recordPaidWithoutDraft(deps, { payment, received: settled.received, method });
    deps.onMailWritten();
  }
  return settled.status === 'paid';
}

/**
 * A buyer who approved at PayPal and never came back gets the order; but only when this is the attempt used last,
 * at the price the draft still has, so that somebody who went on to pay by card is not charged twice.
 */
function mayCapture(deps: CheckoutDeps, payment: Payment): boolean {
  const { draftStore, orderStore, paymentStore, providers } = deps;
  if (payment.provider !== providers.paypal.name || !payment.draftId) return false;
  const draft = draftStore.find(payment.draftId);
  const order = orderStore.byCheckoutId(payment.draftId);
  const others = paymentStore.openForDraft(payment.draftId).filter((other) => other.id !== payment.id);
  return (
    draft?.quote.dueTodayCents === payment.amountCents &&
    !(order && isPaid(order)) &&
    others.every((other) => other.updatedAt < payment.updatedAt)
  );
}
