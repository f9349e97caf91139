import type { Order } from './order-store.ts';

/**
 * Whether the payment was received or none was due. A paid order can still be pending if the amount is wrong.
 */
export function isPaid(order: Pick<Order, 'initialPaymentCents' | 'receivedAmountCents'>): boolean {
  return order.initialPaymentCents === 0 || order.receivedAmountCents !== null;
}
