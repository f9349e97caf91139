import type { AppContext } from '../context.ts';
import { issueCreditNotes } from '../invoices/issue-documents.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as refundStore from '../payments/refund-store.ts';
import { refundedCents } from '../payments/refund-sums.ts';
import { markPaidBack } from '../recurring/paid-back.ts';

/** What follows from the refunds of a payment. Call it last in the transaction that records one. */
export function afterRefund(context: AppContext, { id }: Pick<Payment, 'id'>): void {
  const { db, now } = context;
  issueCreditNotes(db, id, now());
  const received = paymentStore.byId(db, id)?.receivedAmountCents ?? 0;
  const made = refundStore.ofPayment(db, id).filter(({ status }) => status === 'succeeded');
  const order = orderStore.byPaymentId(db, id);
  if (order && received > 0 && refundedCents(made) >= received) markPaidBack(context, order, 'refunded');
}
