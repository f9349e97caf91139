import { and, eq, getTableColumns, isNull, lte, or, sql } from 'drizzle-orm';
import type { RefundStatus } from '@northlight/shared/contracts/payments.ts';
import type { Db } from '../../db/client.ts';
import { prepared, oneBy } from '../../db/prepared.ts';
import { refunds } from '../../db/schema/payments.ts';
import { adminUsers, FIRST_NAME } from '../../db/schema/people.ts';
import type { Order } from '../../work/orders/order-store.ts';
import { type Payment } from './payment-store.ts';
import type { ProviderRefund } from './provider.ts';
import type { Cents } from '@northlight/shared/catalog/money.ts';

export type Refund = typeof refunds.$inferSelect;
/** With the administrator's name; null if it was made at the provider. */
export type ListedRefund = Refund & { by: string | null };

// Call the functions that write inside a transaction.

const ofPaymentStatement = prepared((db, given) =>
  db
    .select({ ...getTableColumns(refunds), by: FIRST_NAME })
    .from(refunds)
    .leftJoin(adminUsers, eq(adminUsers.id, refunds.adminId))
    .where(eq(refunds.paymentId, given('paymentId'))),
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

export const byKey = oneBy(refunds, 'key');

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

/** The total of completed and pending refunds. Failed ones do not count. */
export const refundedCents = (refunds: readonly Pick<Refund, 'amountCents' | 'status'>[]): Cents =>
  refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((total, { amountCents }) => total + amountCents, 0);

/**
 * How much of a refund is sales tax: its share of the payment, rounded to the cent. The refund that completes
 * the payment gets the remainder, so the shares add up to the tax.
 */
export function taxShare(
  { taxCents, initialPaymentCents }: Pick<Order, 'taxCents' | 'initialPaymentCents'>,
  amountCents: Cents,
  before: readonly Pick<Refund, 'amountCents' | 'taxCents' | 'status'>[],
): Cents {
  if (initialPaymentCents <= 0) return 0;
  const taxGiven = before
    .filter(({ status }) => status !== 'failed')
    .reduce((total, refund) => total + refund.taxCents, 0);
  const taxLeft = Math.max(0, taxCents - taxGiven);
  if (refundedCents(before) + amountCents >= initialPaymentCents) return taxLeft;
  return Math.min(taxLeft, Math.round((amountCents * taxCents) / initialPaymentCents));
}

/** A refund that went through can still be returned by the customer's bank; the provider's word wins. */
export const REFUND_MOVES: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: ['succeeded'],
};
