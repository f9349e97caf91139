import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant, indexWhere, uniqueWhere, references } from './columns.ts';
import { orders } from './orders.ts';
import { refunds } from './payments.ts';
import { charges } from './recurring.ts';

/** Invoices and credit notes, numbered without gaps in one sequence. Those of test orders have negative numbers. */
export const invoices = sqliteTable(
  'invoices',
  {
    number: integer('number').primaryKey(),
    orderId: references('order_id', () => orders.id),
    /** Set on a credit note. */
    refundId: integer('refund_id').references(() => refunds.id),
    /** Set on the invoice of a recurring charge, and on its credit notes. */
    chargeId: integer('charge_id').references(() => charges.id),
    /** On a charge's credit note: what was refunded of the charge so far, this refund included. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** With tax, and without a sign on a credit note, too. Null in rows of older versions until the next start. */
    amountCents: integer('amount_cents'),
    /** The sales tax in it. */
    taxCents: integer('tax_cents'),
    /** The buyer's, such as "MI". "No state" in the United States without one, "Other" outside of it. */
    state: text('state'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('invoices_order').on(table.orderId),
    index('invoices_created').on(table.createdAt, table.number),
    indexWhere('invoices_to_fill', sql`amount_cents IS NULL`, table.number),
    uniqueWhere('invoices_own', sql`refund_id IS NULL AND charge_id IS NULL`, table.orderId),
    uniqueWhere('invoices_refund', sql`refund_id IS NOT NULL`, table.refundId),
    uniqueWhere('invoices_charge', sql`charge_id IS NOT NULL`, table.chargeId, table.refundedCents),
  ],
);
