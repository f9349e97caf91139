import { call } from '../../../lib/api-client.ts';
import { useCheckout } from '../state/checkout-store.ts';
import { leaveWith } from './place-order.ts';

/**
 * Asks the server what is true of this checkout, and goes to /thank-you when it is paid or its money is on the way. `unknown` when
 * the server does not answer.
 */
export async function findOrder(): Promise<'left' | 'none' | 'unknown'> {
  const { checkoutId } = useCheckout.getState();
  try {
    const { order } = await call('POST /api/payment-status', { body: { checkoutId } });
    if (!order) return 'none';
    leaveWith(order);
    return 'left';
  } catch {
    return 'unknown';
  }
}
