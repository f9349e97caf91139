import type { AppContext } from '../context.ts';
import { issueCreditNotes } from '../invoices/issue-documents.ts';
import { methodOf } from '../payments/provider.ts';
import { endPaidBack } from '../../work/fulfillment/promise-clock.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as refundStore from '../payments/refund-store.ts';
import { markPaidBack } from '../recurring/paid-back.ts';
import { type Refund, refundedCents } from '../payments/refund-store.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { queueRefundWebhooks } from '../../messages/webhooks/queue-webhooks.ts';

/** What follows from the refunds of a payment. Call it last in the transaction that records one. */
export function afterRefund(context: AppContext, { id }: Pick<Payment, 'id'>): void {
  const { db, now } = context;
  issueCreditNotes(db, id, now());
  const received = paymentStore.byId(db, id)?.receivedAmountCents ?? 0;
  const made = refundStore.ofPayment(db, id).filter(({ status }) => status === 'succeeded');
  const order = orderStore.byPaymentId(db, id);
  if (!order || received === 0 || refundedCents(made) < received) return;
  const isByTeam = made.every(({ adminId }) => adminId !== null);
  markPaidBack(context, order, 'refunded', isByTeam);
  endPaidBack(context, order.caseId);
}

/** Queues one email per refund, whoever records it first. Call it in that transaction. */
export function queueRefundEmail(context: AppContext, payment: Payment, refund: Refund): void {
  const { db } = context;
  const ofCheckout = payment.draftId === null ? undefined : orderStore.byCheckoutId(db, payment.draftId);
  const order = orderStore.byPaymentId(db, payment.id) ?? ofCheckout;
  if (!order) return;
  outboxStore.queue(context, {
    kind: 'refund',
    key: `refund:${refund.id}`,
    orderNumber: order.orderNumber,
    recipient: order.email,
    payload: {
      amountCents: refund.amountCents,
      taxCents: refund.taxCents,
      reason: refund.reason,
      method: refund.way ?? methodOf(payment.provider),
    },
  });
  queueRefundWebhooks(context, order.orderNumber, refund.id, refund);
}
