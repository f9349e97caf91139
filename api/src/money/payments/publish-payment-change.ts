import type { Payment } from './payment-store.ts';
import type { AppContext } from '../context.ts';
import * as orderStore from '../../work/orders/order-store.ts';

/** Tells open dashboards that a payment or one of its refunds changed. Call it after the commit. */
export function publishPaymentChange(
  { db, liveFeed }: Pick<AppContext, 'db' | 'liveFeed'>,
  { id, draftId }: Pick<Payment, 'id' | 'draftId'>,
): void {
  const order =
    orderStore.byPaymentId(db, id) ?? (draftId ? orderStore.byCheckoutId(db, draftId) : undefined);
  liveFeed.publish({ kind: 'change', orderNumber: order?.orderNumber ?? null });
  if (order?.addonTo) liveFeed.publish({ kind: 'change', orderNumber: order.addonTo });
}
