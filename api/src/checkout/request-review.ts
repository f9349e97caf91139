import type { OrderWithLines } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import type { AppContext } from '../context.ts';

/** Most of what looks wrong is put right by the provider's event, the sweeper or the browser within this time. */
export const REVIEW_AFTER_MS = 5 * 60_000;

/** Asks the business to look at money that did not come as agreed. Belongs into the transaction that finds it out. */
export function requestReview(
  { db, settings, now }: AppContext,
  {
    order,
    payment,
    occasion,
  }: {
    order: Pick<OrderWithLines, 'orderNumber'> | undefined;
    payment: Pick<Payment, 'id'> | null;
    /** Another one of the same order is told as well. */
    occasion: 'stray' | 'surplus' | 'disputed' | 'lost' | `${number} arrived`;
  },
): void {
  const what = [order?.orderNumber ?? 'no-order', payment ? `payment-${payment.id}` : 'no-payment', occasion];
  outboxStore.add(
    db,
    {
      kind: 'payment-to-review',
      key: `payment-to-review:${what.join(':').replaceAll(' ', '-')}`,
      orderNumber: order?.orderNumber ?? null,
      payload: { paymentId: payment?.id ?? null },
      recipient: settings.business.email,
    },
    now(),
    new Date(now().getTime() + REVIEW_AFTER_MS),
  );
}
