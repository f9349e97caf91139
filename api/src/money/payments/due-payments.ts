import { and, eq, gt, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { PAID_TO_CHECK, payments } from '../../db/schema/payments.ts';
import { UNSETTLED, type Payment } from './payment-store.ts';

/**
 * Unsettled payments started in that time that are due for a check, those unchecked longest first, then failed ones, because a
 * provider can be wrong about a payment for a while.
 */
export function dueForCheck(db: Db, now: Date, before: Date, after: Date, limit: number): Payment[] {
  const isRecent = gt(payments.createdAt, after);
  const isDue = or(isNull(payments.nextCheckAt), lte(payments.nextCheckAt, now));
  const select = (where: SQL | undefined) =>
    db
      .select()
      .from(payments)
      .where(and(where, isNotNull(payments.providerPaymentId), isDue))
      .orderBy(payments.nextCheckAt, payments.createdAt)
      .limit(limit)
      .all();
  return [
    // A bank debit can take weeks.
    ...select(
      and(UNSETTLED, lt(payments.createdAt, before), or(eq(payments.status, 'processing'), isRecent)),
    ),
    ...select(and(sql`${payments.status} = 'failed'`, isRecent)),
    // The first payments of what recurs, and second ones whose recurring payment could not be canceled yet.
    ...select(PAID_TO_CHECK),
  ];
}
