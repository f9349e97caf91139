import type { Payment } from '../payments/payment-store.ts';
import type { Refund } from '../payments/refund-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { queueRefundWebhooks } from '../../messages/webhooks/queue-webhooks.ts';
import type { AppContext } from '../context.ts';

/** Queues one email per refund, whoever records it first. Call it in that transaction. */
export function queueRefundEmail(context: AppContext, payment: Payment, refund: Refund): void {
  const { db, providers, now } = context;
  const ofCheckout = payment.draftId === null ? undefined : orderStore.byCheckoutId(db, payment.draftId);
  const order = orderStore.byPaymentId(db, payment.id) ?? ofCheckout;
  if (!order) return;
  outboxStore.add(
    db,
    {
      kind: 'refund',
      key: `refund:${refund.id}`,
      orderNumber: order.orderNumber,
      recipient: order.email,
      payload: {
        amountCents: refund.amountCents,
        taxCents: refund.taxCents,
        reason: refund.reason,
        method: refund.way ?? (payment.provider === providers.paypal.name ? 'paypal' : 'credit-card'),
      },
    },
    now(),
  );
  queueRefundWebhooks(context, order.orderNumber, refund.id, refund);
}
