import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { Review } from '@northlight/shared/contracts/review.ts';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { PaymentRowStatus } from '@northlight/shared/contracts/payments.ts';
import type { Db } from '../../db/client.ts';
import { allBy, eachGiven, oneBy, perDatabase, prepared } from '../../db/prepared.ts';
import { orders } from '../../db/schema/orders.ts';
import { payments, type ProviderName } from '../../db/schema/payments.ts';
import { HOUR_MS } from '../../base/units.ts';

export type Payment = typeof payments.$inferSelect;

/** A failed payment is first checked again after this time. */
export const FAILED_CHECK_MS = HOUR_MS;

type NewPayment = Pick<
  Payment,
  'provider' | 'mode' | 'attemptKey' | 'draftId' | 'amountCents' | 'recurring'
> & { clientNetwork: string; now: Date };

/** Must match the partial index word for word, or SQLite does not use it. */
export const UNSETTLED = sql`${payments.status} IN ('open', 'processing')`;

const insertStatement = prepared((db, given) =>
  db
    .insert(payments)
    .values({
      ...eachGiven('provider', 'mode', 'attemptKey', 'draftId', 'amountCents', 'recurring', 'clientNetwork'),
      createdAt: given('now'),
      updatedAt: given('now'),
    })
    .returning(),
);

const bindStatement = prepared((db, given) =>
  db
    .update(payments)
    .set({ providerPaymentId: sql`${given('providerPaymentId')}` })
    .where(eq(payments.id, given('id'))),
);

const selectWhere = (db: Db, where: SQL | undefined) => db.select().from(payments).where(where).prepare();

const byProviderIdStatement = perDatabase((db) =>
  selectWhere(
    db,
    and(
      eq(payments.provider, sql.placeholder('provider')),
      eq(payments.providerPaymentId, sql.placeholder('providerPaymentId')),
    ),
  ),
);

const unsettledForDraftStatement = perDatabase((db) =>
  selectWhere(db, and(eq(payments.draftId, sql.placeholder('draftId')), UNSETTLED)),
);

const markPaidStatement = prepared((db, given) =>
  db
    .update(payments)
    .set({
      status: 'paid',
      receivedAmountCents: sql`${given('receivedAmountCents')}`,
      receivedCurrency: sql`${given('receivedCurrency')}`,
      review: null,
      nextCheckAt: null,
      updatedAt: sql`${given('now')}`,
    })
    .where(and(eq(payments.id, given('id')), canBecome('paid'))),
);

const recordChargeStatement = prepared((db, given) =>
  db
    .update(payments)
    .set({ chargeId: sql`${given('chargeId')}` })
    .where(eq(payments.id, given('id'))),
);

/** A late answer must not undo what happened since. See `PAYMENT_MOVES`. */
function canBecome(status: PaymentRowStatus): SQL {
  return inArray(payments.status, statusesBefore(PAYMENT_MOVES, status));
}

export function insert(db: Db, payment: NewPayment): Payment {
  return insertStatement(db).get(payment);
}

export function bind(db: Db, id: number, providerPaymentId: string): void {
  bindStatement(db).run({ id, providerPaymentId });
}

export const byId = oneBy(payments, 'id');

export function byProviderId(db: Db, provider: ProviderName, providerPaymentId: string): Payment | undefined {
  return byProviderIdStatement(db).get({ provider, providerPaymentId });
}

/** By the provider's charge, capture or transaction. */
export function byChargeId(db: Db, provider: ProviderName, chargeId: string): Payment | undefined {
  const isIt = and(eq(payments.provider, provider), eq(payments.chargeId, chargeId));
  return db.select().from(payments).where(isIt).get();
}

export const byAttemptKey = oneBy(payments, 'attemptKey');

type Paid = Pick<Payment, 'provider' | 'mode' | 'attemptKey' | 'amountCents'> &
  Partial<Pick<Payment, 'providerPaymentId' | 'review' | 'chargeId'>>;

/** Stores a paid payment that was not started as an attempt. Undefined when it is already stored. */
export function insertPaid(db: Db, paid: Paid, currency: string, now: Date): Payment | undefined {
  return db
    .insert(payments)
    .values({
      ...paid,
      currency,
      status: 'paid',
      receivedAmountCents: paid.amountCents,
      receivedCurrency: currency,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
    .get();
}

export function recordCharge(db: Db, id: number, chargeId: string): void {
  recordChargeStatement(db).run({ id, chargeId });
}

/** Anything but the status, which has rules. `updatedAt` is when its customer or the business last had to do with it. */
export function change(db: Db, id: number, values: Partial<Omit<Payment, 'id' | 'status'>>): void {
  db.update(payments).set(values).where(eq(payments.id, id)).run();
}

/** Makes the sweep ask about the payment of an order soon. */
export function checkFirst(db: Db, orderId: number, now: Date): void {
  const ofOrder = db.select({ id: orders.paymentId }).from(orders).where(eq(orders.id, orderId));
  db.update(payments)
    .set({ nextCheckAt: now })
    .where(and(inArray(payments.id, ofOrder), eq(payments.status, 'paid')))
    .run();
}

export function markProcessing(db: Db, id: number, now: Date): void {
  db.update(payments)
    .set({ status: 'processing', updatedAt: now })
    .where(and(eq(payments.id, id), canBecome('processing')))
    .run();
}

/** Attempts that can still be paid, oldest first. */
export function unsettledForDraft(db: Db, draftId: string): Payment[] {
  return unsettledForDraftStatement(db)
    .all({ draftId })
    .toSorted((a, b) => a.id - b.id);
}

/** Counts one more declined card and returns the total. */
export function addDecline(db: Db, id: number): number {
  return (
    db
      .update(payments)
      .set({ declines: sql`${payments.declines} + 1` })
      .where(eq(payments.id, id))
      .returning({ declines: payments.declines })
      .get()?.declines ?? 0
  );
}

/** Open payments of this provider that were started from this network, oldest first. */
export function openFrom(db: Db, provider: ProviderName, clientNetwork: string, limit: number): Payment[] {
  return db
    .select()
    .from(payments)
    .where(
      and(
        UNSETTLED,
        eq(payments.status, 'open'),
        eq(payments.provider, provider),
        eq(payments.clientNetwork, clientNetwork),
        isNotNull(payments.providerPaymentId),
      ),
    )
    .orderBy(payments.id)
    .limit(limit)
    .all();
}

/** Every attempt of a checkout, oldest first. */
export const ofDraft = allBy(payments, 'draftId', payments.id);

export function markPaid(
  db: Db,
  id: number,
  received: { amountCents: Cents; currency: string },
  now: Date,
): void {
  markPaidStatement(db).run({
    id,
    receivedAmountCents: received.amountCents,
    receivedCurrency: received.currency,
    now: now.getTime(),
  });
}

export function markFailed(db: Db, id: number, review: Review, now: Date): void {
  db.update(payments)
    .set({ status: 'failed', review, nextCheckAt: new Date(now.getTime() + FAILED_CHECK_MS), updatedAt: now })
    .where(and(eq(payments.id, id), canBecome('failed')))
    .run();
}

/**
 * The allowed status changes. A late payment counts, so `failed` can still become `processing` or `paid`.
 * Nothing leaves `paid`: money that goes back is a refund.
 */
export const PAYMENT_MOVES: Record<PaymentRowStatus, readonly PaymentRowStatus[]> = {
  open: ['processing', 'paid', 'failed'],
  processing: ['paid', 'failed'],
  failed: ['processing', 'paid'],
  paid: [],
};

/** The statuses that can change to this one, for the condition of an update. */
export function statusesBefore<Status extends string>(
  moves: Record<Status, readonly Status[]>,
  after: Status,
): Status[] {
  // Object.keys forgets the keys' type.
  return (Object.keys(moves) as Status[]).filter((before) => moves[before].includes(after));
}
