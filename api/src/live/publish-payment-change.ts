import type { OrderStore } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { LiveFeed } from './live-feed.ts';
import * as orderStore from "../orders/order-store.ts";

/** Tells open dashboards, after the commit, that a payment or one of its refunds changed. */
export function publishPaymentChange(
  { db, liveFeed }: { liveFeed: LiveFeed; orderStore: OrderStore },
  { id, draftId }: Pick<Payment, 'id' | 'draftId'>,
): void {
  const order = orderStore.byPaymentId(db, id) ?? (draftId ? orderStore.byCheckoutId(db, draftId) : undefined);
  liveFeed.publish({ kind: 'change', orderNumber: order?.orderNumber ?? null });
}
