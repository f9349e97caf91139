import { and, eq, getTableColumns, isNull, lte, or, sql } from 'drizzle-orm';
import type { RefundStatus } from '@northlight/shared/contracts/payments.ts';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { refunds } from '../../db/schema/payments.ts';
import { adminUsers } from '../../db/schema/people.ts';
import type { Order } from '../../work/orders/order-store.ts';
import type { Payment } from './payment-store.ts';
import type { ProviderRefund } from './provider.ts';
import { REFUND_MOVES } from './states.ts';
import { taxShare } from './refund-sums.ts';

export type Refund = typeof refunds.$inferSelect;
/** With the administrator's name; null if it was made at the provider. */
export type ListedRefund = Refund & { by: string | null };

// Call the functions that write inside a transaction.

const ofPaymentStatement = prepared((db, given) =>
  db
    .select({ ...getTableColumns(refunds), by: adminUsers.username })
    .from(refunds)
    .leftJoin(adminUsers, eq(adminUsers.id, refunds.adminId))
    .where(eq(refunds.paymentId, given('paymentId'))),
);

const byKeyStatement = prepared((db, given) =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.key, given('key'))),
);

export function ofPayment(db: Db, paymentId: number): ListedRefund[] {
  return ofPaymentStatement(db)
    .all({ paymentId })
    .toSorted((a, b) => a.id - b.id);
}

export function update(
  db: Db,
  id: number,
  change: { status: RefundStatus; providerRefundId?: string; failure?: string | null },
  now: Date,
): void {
  db.update(refunds)
    .set({ ...change, updatedAt: now })
    .where(eq(refunds.id, id))
    .run();
}

export function byKey(db: Db, key: string): Refund | undefined {
  return byKeyStatement(db).get({ key });
}

export function insert(db: Db, refund: Omit<typeof refunds.$inferInsert, 'id'>): Refund {
  return db.insert(refunds).values(refund).returning().get();
}

/** Must match the partial index word for word. */
const PENDING = sql`${refunds.status} = 'pending'`;

/** Requested refunds whose result is unknown and that are due for a check. */
export function pending(db: Db, now: Date): Refund[] {
  const isDue = or(isNull(refunds.nextCheckAt), lte(refunds.nextCheckAt, now));
  return db.select().from(refunds).where(and(PENDING, isDue)).all();
}

export function recordCheck(db: Db, id: number, nextCheckAt: Date): void {
  db.update(refunds).set({ nextCheckAt }).where(eq(refunds.id, id)).run();
}

/**
 * Records a refund as the provider reports it. Returns it if it is one of ours; one made in the provider's
 * dashboard is stored.
 */
export function recordFromProvider(
  db: Db,
  payment: Payment,
  { id, key, amountCents, status }: ProviderRefund,
  order: Pick<Order, 'taxCents' | 'initialPaymentCents'> | undefined,
  now: Date,
): Refund | undefined {
  const own = ofPayment(db, payment.id).find(
    (refund) => refund.providerRefundId === id || (key !== null && refund.key === key),
  );
  if (own) {
    if (own.status !== status && !REFUND_MOVES[own.status].includes(status)) return own;
    if (own.status !== status || own.providerRefundId !== id)
      update(db, own.id, { status, providerRefundId: id }, now);
    return { ...own, status };
  }
  db.insert(refunds)
    .values({
      paymentId: payment.id,
      providerRefundId: id,
      amountCents,
      taxCents: order ? taxShare(order, amountCents, ofPayment(db, payment.id)) : 0,
      reason: 'Refunded in the payment provider’s dashboard',
      status,
      createdAt: now,
      updatedAt: now,
    })
    .run();
  return undefined;
}
