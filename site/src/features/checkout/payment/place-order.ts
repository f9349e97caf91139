import type { OrderConfirmation } from '@northlight/shared/contracts/shop/checkout-answers.ts';
import { BUNDLE_KEY, FORCE_SELECTED_KEY } from '../../../lib/bundle-storage.ts';
import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { call } from '../../../lib/api-client.ts';
import { writeConfirmation } from '../../../lib/order-confirmation.ts';
import { carryToast } from '../../../lib/flash-toast.ts';
import { readBuyer, toDraft, toOrder } from '../state/checkout-draft.ts';
import { clearProgress, type MadePayment } from '../state/checkout-progress.ts';
import { priceOf, useCheckout } from '../state/checkout-store.ts';

/** Safe to resend: with the same IDs the server returns the same order. Throws `CallError`. */
export async function placeOrder(payment: MadePayment | null): Promise<OrderConfirmation> {
  const state = useCheckout.getState();
  const buyer = readBuyer(state.information);
  if (!buyer) throw new CallError(0, 'This browser no longer has your checkout details.');
  const body = toOrder(toDraft(state, buyer), priceOf(state), payment);
  const { order } = await call('POST /api/checkout', { body });
  return order;
}

/**
 * The order is placed, so this checkout ends. Replaces the history entry of the payment step and clears the
 * stored copy, so no way back leads to a second order.
 */
export function leaveWith(order: OrderConfirmation): void {
  writeConfirmation(order);
  if (order.quote.dueTodayCents > 0 && order.isPaid) {
    carryToast({ title: 'Payment Successful', description: `Your order number is ${order.orderNumber}.` });
  }
  useCheckout.setState({ isDone: true });
  clearProgress();
  try {
    sessionStorage.removeItem(BUNDLE_KEY);
    localStorage.removeItem(FORCE_SELECTED_KEY);
  } catch {
    // Nothing was stored.
  }
  location.replace('/thank-you');
}
