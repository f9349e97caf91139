import { and, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Cents } from '@northlight/shared/catalogue/money.ts';
import type { Db } from '../db/client.ts';
import { payments, refunds, type ProviderName } from '../db/schema.ts';

export type Payment = typeof payments.$inferSelect;
export type PaymentStore = ReturnType<typeof createPaymentStore>;

type NewPayment = {
  provider: ProviderName;
  attemptKey: string;
  draftId: string | null;
  amountCents: Cents;
  clientNetwork: string;
  now: Date;
};

/** The words of the partial index, or SQLite would not use it. */
const UNSETTLED = sql`${payments.status} IN ('open', 'processing')`;

export function createPaymentStore(db: Db) {
  const insert = db
    .insert(payments)
    .values({
      provider: sql.placeholder('provider'),
      attemptKey: sql.placeholder('attemptKey'),
      draftId: sql.placeholder('draftId'),
      amountCents: sql.placeholder('amountCents'),
      clientNetwork: sql.placeholder('clientNetwork'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .returning()
    .prepare();
  const bind = db
    .update(payments)
    .set({ providerPaymentId: sql`${sql.placeholder('providerPaymentId')}` })
    .where(eq(payments.id, sql.placeholder('id')))
    .prepare();
  const byId = db
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder('id')))
    .prepare();
  const byProviderId = db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, sql.placeholder('provider')),
        eq(payments.providerPaymentId, sql.placeholder('providerPaymentId')),
      ),
    )
    .prepare();
  const byAttemptKey = db
    .select()
    .from(payments)
    .where(eq(payments.attemptKey, sql.placeholder('attemptKey')))
    .prepare();
  const unsettledForDraft = db
    .select()
    .from(payments)
    .where(and(eq(payments.draftId, sql.placeholder('draftId')), UNSETTLED))
    .orderBy(payments.id)
    .prepare();
  const settle = db
    .update(payments)
    .set({
      status: 'paid',
      receivedAmountCents: sql`${sql.placeholder('receivedAmountCents')}`,
      receivedCurrency: sql`${sql.placeholder('receivedCurrency')}`,
      reviewReason: sql`${sql.placeholder('reviewReason')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(payments.id, sql.placeholder('id')))
    .prepare();
  const fail = db
    .update(payments)
    .set({
      status: 'failed',
      reviewReason: sql`${sql.placeholder('reviewReason')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    // A slow answer from before the money came must not undo it.
    .where(and(eq(payments.id, sql.placeholder('id')), UNSETTLED))
    .prepare();

  return {
    insert: (payment: NewPayment): Payment => insert.get(payment),
    bind: (id: number, providerPaymentId: string): void => {
      bind.run({ id, providerPaymentId });
    },
    byId: (id: number): Payment | undefined => byId.get({ id }),
    byProviderId: (provider: ProviderName, providerPaymentId: string): Payment | undefined =>
      byProviderId.get({ provider, providerPaymentId }),
    byAttemptKey: (attemptKey: string): Payment | undefined => byAttemptKey.get({ attemptKey }),
    /** Money that arrived for nothing this shop knows of; undefined when it is here already. */
    insertStray: (
      stray: Pick<Payment, 'provider' | 'providerPaymentId' | 'amountCents' | 'reviewReason' | 'chargeId'>,
      currency: string,
      now: Date,
    ): Payment | undefined =>
      db
        .insert(payments)
        .values({
          ...stray,
          currency,
          attemptKey: `stray-${stray.provider}-${stray.providerPaymentId}`,
          status: 'paid',
          receivedAmountCents: stray.amountCents,
          receivedCurrency: currency,
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing()
        .returning()
        .get(),
    recordCharge: (id: number, chargeId: string): void => {
      db.update(payments).set({ chargeId }).where(eq(payments.id, id)).run();
    },
    flag: (id: number, reviewReason: string, now: Date): void => {
      db.update(payments).set({ reviewReason, updatedAt: now }).where(eq(payments.id, id)).run();
    },
    /** The sweeper has asked; it asks again at `lookAt`. */
    looked: (id: number, lookAt: Date): void => {
      db.update(payments).set({ lookAt }).where(eq(payments.id, id)).run();
    },
    /** The buyer came back to this attempt, perhaps from elsewhere, perhaps to choose another source after a refusal. */
    touch: ({ id, captureRefusal }: Payment, clientNetwork: string, now: Date): void => {
      db.update(payments)
        .set({ clientNetwork, updatedAt: now, lookAt: null, captureRefusal: captureRefusal && 'reopened' })
        .where(eq(payments.id, id))
        .run();
    },
    recordRefusedCapture: (id: number, now: Date): void => {
      db.update(payments).set({ captureRefusal: 'told', updatedAt: now }).where(eq(payments.id, id)).run();
    },
    /** The buyer agreed at the provider; the sweeper asks again at `lookAt`. */
    markApproved: (id: number, approvedAt: Date, lookAt: Date): void => {
      db.update(payments).set({ approvedAt, lookAt }).where(eq(payments.id, id)).run();
    },
    markProcessing: (id: number, now: Date): void => {
      db.update(payments)
        .set({ status: 'processing', updatedAt: now })
        .where(and(eq(payments.id, id), eq(payments.status, 'open')))
        .run();
    },
    /** Attempts that can still bring money, oldest first. */
    unsettledForDraft: (draftId: string): Payment[] => unsettledForDraft.all({ draftId }),
    /** One more card was refused. Gives how many that makes. */
    addDecline: (id: number): number =>
      db
        .update(payments)
        .set({ declines: sql`${payments.declines} + 1` })
        .where(eq(payments.id, id))
        .returning({ declines: payments.declines })
        .get()?.declines ?? 0,
    /** What can still be paid by this provider from this network, oldest first. */
    openFrom: (provider: ProviderName, clientNetwork: string, limit: number): Payment[] =>
      db
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
        .all(),
    /** Every attempt of a checkout, oldest first. */
    ofDraft: (draftId: string): Payment[] =>
      db.select().from(payments).where(eq(payments.draftId, draftId)).orderBy(payments.id).all(),
    /** Money that did not match or fits no order and has not gone back, oldest first. */
    toReview: (): Payment[] =>
      db
        .select()
        .from(payments)
        .where(
          and(
            eq(payments.status, 'paid'),
            isNotNull(payments.reviewReason),
            sql`${payments.receivedAmountCents} > (
              SELECT coalesce(sum(${refunds.amountCents}), 0) FROM ${refunds}
              WHERE ${refunds.paymentId} = ${payments.id} AND ${refunds.status} <> 'failed')`,
          ),
        )
        .orderBy(payments.id)
        .all(),
    markPaid: (
      id: number,
      received: { amountCents: Cents; currency: string },
      reviewReason: string | null,
      now: Date,
    ): void => {
      settle.run({
        id,
        receivedAmountCents: received.amountCents,
        receivedCurrency: received.currency,
        reviewReason,
        now: now.getTime(),
      });
    },
    markFailed: (id: number, reason: string, now: Date): void => {
      fail.run({ id, reviewReason: reason, now: now.getTime() });
    },
    /** Bound payments without an end that are due to be asked about, those left alone longest first. */
    dueToLook: (now: Date, startedBefore: Date, startedAfter: Date, limit: number): Payment[] =>
      db
        .select()
        .from(payments)
        .where(
          and(
            UNSETTLED,
            isNotNull(payments.providerPaymentId),
            lt(payments.createdAt, startedBefore),
            // A bank debit can take weeks.
            or(eq(payments.status, 'processing'), lt(sql`${startedAfter.getTime()}`, payments.createdAt)),
            or(isNull(payments.lookAt), lte(payments.lookAt, now)),
          ),
        )
        .orderBy(payments.lookAt, payments.createdAt)
        .limit(limit)
        .all(),
  };
}
