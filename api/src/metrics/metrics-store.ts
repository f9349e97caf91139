import { count, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { countWhere } from '../db/count-where.ts';
import { orders, payments } from '../db/schema.ts';

// Each query reads one index, so that a scrape does not slow down a shop with many orders.

export function ordersByPaymentStatus(db: Db): [status: string, count: number][] {
  return db
    .select({ status: orders.paymentStatus, rows: count() })
    .from(orders)
    .groupBy(orders.paymentStatus)
    .all()
    .map(({ status, rows }) => [status, rows]);
}

export function unsettledPayments(db: Db): [status: string, count: number][] {
  return ['open', 'processing'].map((status) => [
    status,
    // The index contains only these two, and is used only for this condition.
    countWhere(db, payments, sql`status IN ('open', 'processing') AND +status = ${status}`),
  ]);
}

export const ordersToReview = (db: Db): number =>
  countWhere(db, orders, sql`review IS NOT NULL AND payment_status = 'pending'`);
