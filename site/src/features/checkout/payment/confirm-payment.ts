import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import type { MadePayment } from '../state/checkout-progress.ts';
import { finished, reopened, setBusy } from '../state/checkout-store.ts';
import { leaveWith, placeOrder } from './place-order.ts';

export type ConfirmFailure = {
  message: string;
  /** The server understood and rejected it, so a retry would not help. */
  isFinal: boolean;
};

const WORTH_WAITING = new Set([408, 425, 429]);

/**
 * Places the order of a completed payment. Null when it is placed, or when PayPal refused and the step is
 * open again.
 */
export async function confirmPayment(payment: MadePayment): Promise<ConfirmFailure | null> {
  setBusy(true);
  try {
    const order = await placeOrder(payment);
    // A pending order without payment. The payment may still arrive and complete it.
    if (order.isPaid || order.isProcessing) leaveWith(order, 'paymentIntentId' in payment);
    else reopen(payment, null);
    return null;
  } catch (error) {
    setBusy(false);
    const isFinal = isRefusal(error);
    // PayPal is captured when the order is placed, so a rejection here means that nothing was charged.
    const isChanged = error instanceof CallError && error.response?.code === 'payments_changed';
    if (isFinal && ('paypalOrderId' in payment || isChanged)) {
      reopen(payment, error);
      return null;
    }
    const message = failureText(error, 'Order processing failed', 'There was an error processing your order');
    showToast({ title: 'Error', description: message, isError: true });
    return { message, isFinal };
  }
}

/** Returns to the payment step. Nothing was charged. */
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

/**
 * For a payment that the server cannot match to this checkout: the order arrives by email, and the page is
 * free again.
 */
export function restartCheckout(): void {
  finished();
  location.replace('/checkout');
}
