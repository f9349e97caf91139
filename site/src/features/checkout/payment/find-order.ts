import { call } from '../../../lib/api-client.ts';
import { useCheckout } from '../state/checkout-store.ts';
import { leaveWith } from './place-order.ts';

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
