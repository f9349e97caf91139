import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import type { MadePayment } from '../state/checkout-progress.ts';
import { finished, reopened, setBusy } from '../state/checkout-store.ts';
import { leaveWith, placeOrder } from './place-order.ts';

export type ConfirmFailure = {
  message: string;
  /** The server understood and refused: trying again will hardly change its mind. */
  isFinal: boolean;
};

const WORTH_WAITING = new Set([408, 425, 429]);

/** Places the order of a payment that is made. Null when it stands, or when PayPal said no and the step is open again. */
export async function confirmPayment(payment: MadePayment): Promise<ConfirmFailure | null> {
  setBusy(true);
  try {
    const order = await placeOrder(payment);
    // A pending order without money: it may still come, and then completes it. Nothing was taken so far.
    if (order.isPaid || order.isProcessing) leaveWith(order);
    else reopen(payment, null);
    return null;
  } catch (error) {
    setBusy(false);
    const isFinal = isRefusal(error);
    // PayPal takes the money only as the order is placed: a refusal here means that nothing was taken.
    if (isFinal && 'paypalOrderId' in payment) {
      reopen(payment, error);
      return null;
    }
    const message = failureText(error, 'Order processing failed', 'There was an error processing your order');
    showToast({ title: 'Error', description: message, isError: true });
    return { message, isFinal };
  }
}

/** The payment step once more: nothing was taken. */
function reopen(payment: MadePayment, error: unknown): void {
  const isPaypal = 'paypalOrderId' in payment;
  reopened(
    isPaypal
      ? 'PayPal didn’t complete the payment. Try again, or pay by card.'
      : 'We haven’t received the payment, and you haven’t been charged so far. You can try again.',
  );
  const fallback = isPaypal
    ? 'PayPal payment failed'
    : 'There was an issue processing your payment. Please try again.';
  showToast({
    title: 'Payment Failed',
    description: error
      ? failureText(error, fallback, 'There was an error processing your PayPal payment')
      : fallback,
    isError: true,
  });
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof CallError &&
    error.status >= 400 &&
    error.status < 500 &&
    !WORTH_WAITING.has(error.status)
  );
}

/** For a payment that the server will not match with this checkout: the order comes by mail, the page is free again. */
export function restartCheckout(): void {
  finished();
  location.replace('/checkout');
}
