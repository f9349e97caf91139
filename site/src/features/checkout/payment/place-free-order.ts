import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { fieldErrors } from '../../../lib/api-client.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { useCheckout } from '../state/checkout-store.ts';
import { leaveWith, placeOrder } from './place-order.ts';

/** With nothing due today, the information step places the order. */
export async function placeFreeOrder(): Promise<void> {
  const { getState, setState } = useCheckout;
  if (getState().isBusy) return;
  setState({ isBusy: true });
  try {
    leaveWith(await placeOrder(null));
  } catch (error) {
    setState({ isBusy: false, informationErrors: fieldErrors(error) });
    showToast({
      title: 'Error',
      description: failureText(error, 'Order processing failed', 'There was an error processing your order'),
      isError: true,
    });
  }
}
