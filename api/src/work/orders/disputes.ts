import { eq } from 'drizzle-orm';
import { holdsMoney, type Dispute } from '@northlight/shared/contracts/payments.ts';
import type { Db } from '../../db/client.ts';
import { payments } from '../../db/schema/payments.ts';
import { charges } from '../../db/schema/recurring.ts';
import type { Order } from './order-store.ts';

/** All disputes about what was paid for an order, also the decided ones. */
export function allDisputesOf(db: Db, { id, paymentId }: Pick<Order, 'id' | 'paymentId'>): Dispute[] {
  const own =
    paymentId === null
      ? undefined
      : db.select({ review: payments.review }).from(payments).where(eq(payments.id, paymentId)).get();
  const ofCharges = db
    .select({ dispute: charges.dispute })
    .from(charges)
    .where(eq(charges.agreementId, id))
    .all();
  return [
    own?.review?.code === 'disputed' ? own.review.dispute : null,
    ...ofCharges.map((charge) => charge.dispute),
  ].filter((dispute) => dispute !== null && dispute !== undefined);
}

/** Those that are open or lost. Meanwhile the order gets no reminders and no promises, and nobody asks for a review. */
export const disputesOf = (db: Db, order: Pick<Order, 'id' | 'paymentId'>): Dispute[] =>
  allDisputesOf(db, order).filter(holdsMoney);
