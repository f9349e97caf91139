import { eq } from 'drizzle-orm';
import { holdsMoney, type Dispute } from '@northlight/shared/contracts/payments.ts';
import type { Db } from '../../db/client.ts';
import { payments } from '../../db/schema/payments.ts';
import { charges } from '../../db/schema/recurring.ts';
import type { Order } from './order-store.ts';

/** Of an older version, which stored no details. */
const UNKNOWN: Dispute = { id: '', reason: '', status: 'open', respondBy: null, url: '' };

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
    own?.review?.code === 'disputed' ? (own.review.dispute ?? UNKNOWN) : null,
    ...ofCharges.map((charge) => charge.dispute),
  ].filter((dispute) => dispute !== null && dispute !== undefined);
}

/** Whether one was not won: an inquiry, too. Its customer gets no reminders. */
export const isDisputed = (db: Db, order: Pick<Order, 'id' | 'paymentId'>): boolean =>
  allDisputesOf(db, order).some(({ status }) => status !== 'won');

/** Those whose money the bank has, or may take. Meanwhile the order's clocks stand still. */
export const disputesOf = (db: Db, order: Pick<Order, 'id' | 'paymentId'>): Dispute[] =>
  allDisputesOf(db, order).filter(holdsMoney);
