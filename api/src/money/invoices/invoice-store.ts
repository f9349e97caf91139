import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { INVOICE_COUNTER } from '../../db/migrate.ts';
import { perDatabase } from '../../db/per-database.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { sequenceCounter } from '../../db/schema/orders.ts';
import { refunds } from '../../db/schema/payments.ts';
import { charges } from '../../db/schema/recurring.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
/** What a document is about. Only `orderId`: the order's own payment. */
export type Cause = { orderId: number } & Partial<
  Pick<InvoiceRow, 'refundId' | 'chargeId' | 'refundedCents'>
>;

const byCause = perDatabase((db) =>
  db
    .select({ number: invoices.number })
    .from(invoices)
    .where(
      and(
        eq(invoices.orderId, sql.placeholder('orderId')),
        // The pluses keep SQLite from the indexes of these, in which all invoices of orders are NULL.
        sql`+${invoices.refundId} IS ${sql.placeholder('refundId')}`,
        sql`+${invoices.chargeId} IS ${sql.placeholder('chargeId')}`,
        sql`+${invoices.refundedCents} = ${sql.placeholder('refundedCents')}`,
      ),
    )
    .prepare(),
);

const nextNumber = perDatabase((db) =>
  db
    .update(sequenceCounter)
    .set({
      currentValue: sql`${sequenceCounter.currentValue} + 1`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(sequenceCounter.name, INVOICE_COUNTER))
    .returning({ value: sequenceCounter.currentValue })
    .prepare(),
);

const insert = perDatabase((db) =>
  db
    .insert(invoices)
    .values({
      number: sql.placeholder('number'),
      orderId: sql.placeholder('orderId'),
      refundId: sql.placeholder('refundId'),
      chargeId: sql.placeholder('chargeId'),
      refundedCents: sql.placeholder('refundedCents'),
      createdAt: sql.placeholder('now'),
    })
    .prepare(),
);

const ofOrderStatement = perDatabase((db) =>
  db
    .select({ invoice: invoices, refund: refunds, charge: charges })
    .from(invoices)
    .leftJoin(refunds, eq(refunds.id, invoices.refundId))
    .leftJoin(charges, eq(charges.id, invoices.chargeId))
    .where(eq(invoices.orderId, sql.placeholder('orderId')))
    .orderBy(asc(invoices.number))
    .prepare(),
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
  const number = nextNumber(db).get({ now: now.getTime() })?.value;
  if (number === undefined) throw new Error('The invoice counter is missing. Run the migrations.');
  insert(db).run({ ...cause, number, now });
}

/** Oldest first, each with the refund or the charge that it is about. */
export const ofOrder = (db: Db, orderId: number) => ofOrderStatement(db).all({ orderId });

/** The charges of the order's recurring payment, oldest first. */
export const chargesOf = (db: Db, orderId: number) =>
  db.select().from(charges).where(eq(charges.agreementId, orderId)).orderBy(asc(charges.dueAt)).all();
