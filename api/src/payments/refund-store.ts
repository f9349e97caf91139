import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import type { RefundStatus } from '@northlight/shared/contracts/admin/case-answers.ts';
import { adminUsers, refunds } from '../db/schema.ts';
import type { Order } from '../orders/order-store.ts';
import type { Payment } from './payment-store.ts';
import type { ProviderRefund } from './provider.ts';
import { taxShare } from './tax-share.ts';

export type Refund = typeof refunds.$inferSelect;
/** With the name of whoever asked for it; null where that was at the provider. */
export type ListedRefund = Refund & { by: string | null };

// Everything here belongs into a transaction of its caller's.

export function ofPayment(db: Db, paymentId: number): ListedRefund[] {
  return db
    .select({ ...getTableColumns(refunds), by: adminUsers.username })
    .from(refunds)
    .leftJoin(adminUsers, eq(adminUsers.id, refunds.adminId))
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.id))
    .all();
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
  return db.select().from(refunds).where(eq(refunds.key, key)).get();
}

export function insert(db: Db, refund: Omit<typeof refunds.$inferInsert, 'id'>): Refund {
  return db.insert(refunds).values(refund).returning().get();
}

/** Those that were asked for and of which nobody knows how they went. */
export function pending(db: Db): Refund[] {
  return db.select().from(refunds).where(eq(refunds.status, 'pending')).all();
}

/** What the provider says of a refund: one of ours, which is given back, or one that was made in its own dashboard. */
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
      reason: 'Refunded at the provider',
      status,
      createdAt: now,
      updatedAt: now,
    })
    .run();
  return undefined;
}
