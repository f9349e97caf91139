import { PAYMENT_STATUS_PATH, type PaymentStatusAnswer } from '@northlight/shared/contracts/shop/checkout.ts';
import { postJson } from '../../../lib/api-client.ts';
import { useCheckout } from '../state/checkout-store.ts';
import { leaveWith } from './place-order.ts';

/**
 * Asks the server about this checkout, and opens /thank-you if it is paid or processing. `unknown` when the
 * server does not answer.
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
