import { PAYMENT_STATUS_PATH, type PaymentStatusAnswer } from '@northlight/shared/contracts/shop/checkout.ts';
import { postJson } from '../../../lib/api-client.ts';
import { useCheckout } from '../state/checkout-store.ts';
import { leaveWith } from './place-order.ts';

/**
 * Asks the server what is true of this checkout, and goes to /thank-you when it is paid or its money is on the way. `unknown` when
 * the server does not answer.
 */
export async function findOrder(): Promise<'left' | 'none' | 'unknown'> {
  const { checkoutId } = useCheckout.getState();
  try {
    const { order } = await postJson<PaymentStatusAnswer>(PAYMENT_STATUS_PATH, { checkoutId });
    if (!order) return 'none';
    leaveWith(order);
    return 'left';
  } catch {
    return 'unknown';
  }
}
