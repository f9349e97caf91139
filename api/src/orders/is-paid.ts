import type { Order } from './order-store.ts';

/** Money has arrived, or none was due; a paid order can still be pending when its amount is not the agreed one. */
export function isPaid(order: Pick<Order, 'initialPaymentCents' | 'receivedAmountCents'>): boolean {
  return order.initialPaymentCents === 0 || order.receivedAmountCents !== null;
}
