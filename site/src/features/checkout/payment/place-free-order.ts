import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { fieldErrors } from '../../../lib/api-client.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { informationRejected, setBusy, useCheckout } from '../state/checkout-store.ts';
import { leaveWith, placeOrder } from './place-order.ts';

/** Nothing is due today, so the information step places the order itself. */
export async function placeFreeOrder(): Promise<void> {
  if (useCheckout.getState().isBusy) return;
  setBusy(true);
  try {
    leaveWith(await placeOrder(null));
  } catch (error) {
    setBusy(false);
    informationRejected(fieldErrors(error));
    showToast({
      title: 'Error',
      description: failureText(error, 'Order processing failed', 'There was an error processing your order'),
      isError: true,
    });
  }
}
