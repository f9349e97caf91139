import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { countWhere } from '../../db/count-where.ts';
import { payments } from '../../db/schema/payments.ts';
import { readTallies } from '../../db/tallies.ts';

// Reads no orders, so that a scrape does not slow down a shop with many of them.

export const ordersByPaymentStatus = (db: Db): [status: string, count: number][] => [
  ...readTallies(db, 'orders by payment'),
];

export function unsettledPayments(db: Db): [status: string, count: number][] {
  return ['open', 'processing'].map((status) => [
    status,
    // The index contains only these two, and is used only for this condition.
    countWhere(db, payments, sql`status IN ('open', 'processing') AND +status = ${status}`),
  ]);
}

export const ordersToReview = (db: Db): number => readTallies(db, 'orders').get('to review') ?? 0;
