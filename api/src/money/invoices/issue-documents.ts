import type { Db } from '../../db/client.ts';
import type { charges } from '../../db/schema/recurring.ts';
import type { Order } from '../../work/orders/order-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import * as refundStore from '../payments/refund-store.ts';
import * as invoiceStore from './invoice-store.ts';

type Charge = typeof charges.$inferSelect;

// Call all of these in the transaction of the cause. A cause that has its document changes nothing.

/** Whether money was received here as agreed. Only then does it have an invoice: an imported order has its old one. */
export const isInvoiced = ({ paymentStatus, initialPaymentCents, imported }: Order): boolean =>
  paymentStatus === 'completed' && initialPaymentCents > 0 && imported === null;

/** The invoice of an order that was just completed. */
export function issueInvoice(db: Db, order: Order, now: Date): void {
  if (isInvoiced(order)) invoiceStore.give(db, { orderId: order.id }, now);
}

/** A credit note for each refund that went through. None for money without an invoice. */
export function issueCreditNotes(db: Db, paymentId: number, now: Date): void {
  const order = orderStore.byPaymentId(db, paymentId);
  if (!order || !isInvoiced(order)) return;
  const refunds = refundStore.ofPayment(db, paymentId).filter(({ status }) => status === 'succeeded');
  if (refunds.length === 0) return;
  // Older orders have none yet, and a credit note must name it.
  issueInvoice(db, order, now);
  for (const { id } of refunds) invoiceStore.give(db, { orderId: order.id, refundId: id }, now);
}

/** The invoice of a recurring charge that was paid, and a credit note for what was refunded of it. */
export function issueForCharge(db: Db, orderId: number, charge: Charge, now: Date): void {
  if (charge.state !== 'paid' && charge.state !== 'refunded') return;
  invoiceStore.give(db, { orderId, chargeId: charge.id }, now);
  const refundedCents = refundedOf(charge);
  if (refundedCents > 0) invoiceStore.give(db, { orderId, chargeId: charge.id, refundedCents }, now);
}

/** PayPal does not say how much was refunded when everything was. */
export const refundedOf = ({ state, amountCents, refundedCents }: Charge): number =>
  state === 'refunded' ? amountCents : refundedCents;

/** Everything that an order still lacks: orders from before there were documents. */
export function issueDocuments(db: Db, order: Order, now: Date): void {
  issueInvoice(db, order, now);
  for (const charge of invoiceStore.chargesOf(db, order.id)) issueForCharge(db, order.id, charge, now);
  if (order.paymentId !== null) issueCreditNotes(db, order.paymentId, now);
}
