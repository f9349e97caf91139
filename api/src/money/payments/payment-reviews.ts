import { and, count, getTableColumns, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Review } from '@northlight/shared/contracts/review.ts';
import type { Db } from '../../db/client.ts';
import { PAYMENT_TO_REVIEW, payments, refunds } from '../../db/schema/payments.ts';
import type { Order } from '../../work/orders/order-store.ts';
import * as paymentStore from './payment-store.ts';
import type { Payment } from './payment-store.ts';

/** How the keys of payments begin that no checkout started. */
export const STRAY = 'stray-';

/** How many payments of other systems were seen in the accounts, up to a limit. */
export function countOthers(db: Db, limit: number): number {
  const others = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        gte(payments.attemptKey, STRAY),
        lt(payments.attemptKey, `${STRAY}\u{10FFFF}`),
        isNull(payments.review),
      ),
    )
    .limit(limit)
    .as('others');
  return db.select({ all: count() }).from(others).get()?.all ?? 0;
}

/** A paid payment that no order uses. */
export const isStray = (review: Review | null | undefined): boolean =>
  review?.code === 'unknown_payment' || review?.code === 'no_order';

/** Why an unpaid order got no money. Undefined while a payment may still arrive, and if none was tried. */
export function failedPayment(
  db: Db,
  { checkoutId, paymentStatus }: Pick<Order, 'checkoutId' | 'paymentStatus'>,
): Payment | undefined {
  if (paymentStatus !== 'pending' || !checkoutId) return undefined;
  const attempts = paymentStore.ofDraft(db, checkoutId);
  if (attempts.some(({ status }) => status === 'paid' || status === 'processing')) return undefined;
  return attempts
    .filter(({ status }) => status === 'failed')
    .toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())[0];
}

/** Whether there was a payment to look at, which has no order. */
export function dismiss(db: Db, id: number, now: Date): boolean {
  const { review } = paymentStore.byId(db, id) ?? {};
  if (!isStray(review)) return false;
  paymentStore.change(db, id, { review: null, updatedAt: now });
  return true;
}

// In plain SQL, because Drizzle would leave out the names of the tables.
const ORDER_NUMBER = sql<
  string | null
>`(SELECT order_number FROM orders WHERE orders.payment_id = payments.id)`;

/** Paid payments that need a review and are not fully refunded, oldest first, with the orders that they paid. */
export function toReview(db: Db) {
  return db
    .select({ ...getTableColumns(payments), orderNumber: ORDER_NUMBER })
    .from(payments)
    .where(
      and(
        PAYMENT_TO_REVIEW,
        sql`${payments.receivedAmountCents} > (
              SELECT coalesce(sum(${refunds.amountCents}), 0) FROM ${refunds}
              WHERE ${refunds.paymentId} = ${payments.id} AND ${refunds.status} <> 'failed')`,
      ),
    )
    .orderBy(payments.id)
    .all();
}
