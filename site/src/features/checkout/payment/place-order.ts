import type { Price } from '@northlight/shared/catalog/price.ts';
import type { OrderConfirmation } from '@northlight/shared/contracts/checkout.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';
import { MORE_REVISIONS, orderPageOf } from '../../../lib/order-page.ts';
import { BUNDLE_KEY, FORCE_SELECTED_KEY } from '../../../lib/bundle-storage.ts';
import { removeItem } from '../../../lib/web-storage.ts';
import { call, fieldErrors } from '../../../lib/api-client.ts';
import { writeConfirmation } from '../../../lib/order-confirmation.ts';
import { toOrder } from './order-request.ts';
import { handleRejection, isOutdated, outdatedToast } from './handle-rejection.ts';
import { storeFlashToast } from '../../../lib/flash-toast.ts';
import { draftOf } from '../state/checkout-requests.ts';
import type { MadePayment } from '../state/checkout-progress.ts';
import { finished, informationRejected, priceOf, setBusy, useCheckout } from '../state/checkout-store.ts';

/** Safe to resend: with the same IDs the server returns the same order. Throws `CallError`. */
export async function placeOrder(payment: MadePayment | null): Promise<OrderConfirmation> {
  const state = useCheckout.getState();
  const draft = draftOf(state);
  if (!draft) throw new CallError(0, 'This browser no longer has your checkout details.');
  const body = toOrder(draft, priceOf(state), payment);
  const { order } = await call('POST /api/checkout', { body });
  return order;
}

const boughtIn = ({ lines, recurringPeriod, promoCode }: Price): string =>
  JSON.stringify([lines.map(({ serviceId, name }) => [serviceId, name]), recurringPeriod, promoCode]);

/**
 * The order is placed, so this checkout ends. Replaces the history entry of the payment step and clears the
 * stored copy, so no way back leads to a second order. False if the order is not what this page shows: a copy of this
 * tab placed it. Then nothing was charged here, and the page offers what is left. `isOwn`: this page's payment made it.
 */
export function leaveWith(order: OrderConfirmation, isOwn = false): boolean {
  const state = useCheckout.getState();
  const { addon } = state;
  if (addon) {
    finished();
    const what = addon.title === MORE_REVISIONS ? 'bought' : 'paid';
    location.replace(`${orderPageOf(addon)}&${what}=${order.isPaid ? 'paid' : 'processing'}`);
    return true;
  }
  if (!isOwn && boughtIn(order.price) !== boughtIn(priceOf(state))) {
    setBusy(false);
    // If loading fails, the same is found again.
    void import('./offer-rest.ts').then(
      ({ offerRest }) => offerRest(order),
      () => {},
    );
    return false;
  }
  const page = writeConfirmation(order);
  if (order.price.dueTodayCents > 0 && order.isPaid) {
    storeFlashToast({
      title: 'Payment Successful',
      description: `Your order number is ${order.orderNumber}.`,
    });
  }
  finished();
  removeItem('sessionStorage', BUNDLE_KEY);
  removeItem('localStorage', FORCE_SELECTED_KEY);
  location.replace(page);
  return true;
}

const TIME_TO_READ_MS = 4_000;

/** Nothing is due today, so the information step places the order itself. */
export async function placeFreeOrder(): Promise<void> {
  if (useCheckout.getState().isBusy) return;
  setBusy(true);
  try {
    leaveWith(await placeOrder(null));
  } catch (error) {
    setBusy(false);
    const errors = fieldErrors(error);
    if (errors['promoCode']) return void handleRejection(error);
    if (isOutdated(error)) {
      showToast(outdatedToast(error));
      setTimeout(() => location.reload(), TIME_TO_READ_MS);
      return;
    }
    informationRejected(errors);
    showToast({
      title: 'Error',
      description: failureText(error, 'Order processing failed', 'There was an error processing your order'),
      isError: true,
    });
  }
}

/**
 * Asks the server about this checkout, and opens /thank-you if it is paid or processing. `other` when that
 * is not what this page shows, `unknown` when the server does not answer.
 */
export async function findOrder(): Promise<'left' | 'other' | 'none' | 'unknown'> {
  const { checkoutId } = useCheckout.getState();
  try {
    const { order } = await call('POST /api/payment-status', { body: { checkoutId } });
    if (!order) return 'none';
    return leaveWith(order) ? 'left' : 'other';
  } catch {
    return 'unknown';
  }
}
