import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { instant } from './columns.ts';
import { orders } from './orders.ts';
import { refunds } from './payments.ts';
import { charges } from './recurring.ts';

/** Invoices and credit notes, numbered without gaps in one sequence. */
export const invoices = sqliteTable(
  'invoices',
  {
    number: integer('number').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** Set on a credit note. */
    refundId: integer('refund_id').references(() => refunds.id),
    /** Set on the invoice of a recurring charge, and on its credit notes. */
    chargeId: integer('charge_id').references(() => charges.id),
    /** On a charge's credit note: what was refunded of the charge so far, this refund included. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('invoices_order').on(table.orderId),
    uniqueIndex('invoices_own')
      .on(table.orderId)
      .where(sql`refund_id IS NULL AND charge_id IS NULL`),
    uniqueIndex('invoices_refund')
      .on(table.refundId)
      .where(sql`refund_id IS NOT NULL`),
    uniqueIndex('invoices_charge')
      .on(table.chargeId, table.refundedCents)
      .where(sql`charge_id IS NOT NULL`),
  ],
);
