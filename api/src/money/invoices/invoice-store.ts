import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { INVOICE_COUNTER, isTestOrder, nextNumber, TEST_DOCUMENT_COUNTER } from '../../db/next-number.ts';
import { recordAmounts } from '../../db/invoice-amounts.ts';
import { allBy, eachGiven, prepared } from '../../db/prepared.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { orders } from '../../db/schema/orders.ts';
import { refunds } from '../../db/schema/payments.ts';
import { agreements, charges } from '../../db/schema/recurring.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
/** What a document is about. Only `orderId`: the order's own payment. */
export type Cause = { orderId: number } & Partial<
  Pick<InvoiceRow, 'refundId' | 'chargeId' | 'refundedCents'>
>;

const byCause = prepared((db, given) =>
  db
    .select({ number: invoices.number })
    .from(invoices)
    .where(
      and(
        eq(invoices.orderId, given('orderId')),
        // The pluses keep SQLite from the indexes of these, in which all invoices of orders are NULL.
        sql`+${invoices.refundId} IS ${given('refundId')}`,
        sql`+${invoices.chargeId} IS ${given('chargeId')}`,
        sql`+${invoices.refundedCents} = ${given('refundedCents')}`,
      ),
    ),
);

const orderNumber = prepared((db, given) =>
  db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.id, given('orderId'))),
);

const insert = prepared((db, given) =>
  db.insert(invoices).values({
    ...eachGiven('number', 'orderId', 'refundId', 'chargeId', 'refundedCents'),
    createdAt: given('now'),
  }),
);

const ofOrderStatement = prepared((db, given) =>
  db
    .select({ invoice: invoices, refund: refunds, charge: charges, agreement: agreements })
    .from(invoices)
    .leftJoin(refunds, eq(refunds.id, invoices.refundId))
    .leftJoin(charges, eq(charges.id, invoices.chargeId))
    .leftJoin(agreements, eq(agreements.id, charges.agreementId))
    .where(eq(invoices.orderId, given('orderId')))
    .orderBy(asc(sql`abs(${invoices.number})`)),
);

/** Takes the next number for a cause that has no document. Call it in the transaction of the cause. */
export function give(
  db: Db,
  { orderId, refundId = null, chargeId = null, refundedCents = 0 }: Cause,
  now: Date,
): void {
  const cause = { orderId, refundId, chargeId, refundedCents };
  // Looked up before a number is taken, because a number that nothing uses would be a gap.
  if (byCause(db).get(cause)) return;
  const number = isTestOrder(orderNumber(db).get({ orderId }) ?? { orderNumber: '' })
    ? -nextNumber(db, TEST_DOCUMENT_COUNTER, now)
    : nextNumber(db, INVOICE_COUNTER, now);
  insert(db).run({ ...cause, number, now });
  recordAmounts(db);
}

/** Oldest first, each with the refund, or the charge and its recurring payment, that it is about. */
export const ofOrder = (db: Db, orderId: number) => ofOrderStatement(db).all({ orderId });

/** The charges of the order's recurring payment, oldest first. */
export const chargesOf = allBy(charges, 'agreementId', asc(charges.dueAt));
