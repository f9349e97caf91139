import { inTransaction } from '../../db/transaction.ts';
import { askAgain } from '../refunds/refund-payment.ts';
import { type Payment, UNSETTLED } from '../payments/payment-store.ts';
import { settleUnattended } from '../settlement/settle-unattended.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { inBackground } from '../payments/breaker.ts';
import * as refundStore from '../payments/refund-store.ts';
import type { AppContext } from '../context.ts';
import { workThrough } from '../../base/poller.ts';
import { DAY_MS } from '../../base/units.ts';
import { and, eq, gt, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { PAID_TO_CHECK, payments } from '../../db/schema/payments.ts';

/** Nobody pays faster than this. */
const LEFT_ALONE_MS = 15_000;
/**
 * While the browser was active this recently, the customer may be waiting, so every sweep checks the attempt.
 */
const RECENT_MS = 10 * 60_000;
const REFUND_CHECK_MS = 60_000;
const GIVEN_UP_MS = 7 * DAY_MS;
const BATCH = 100;

/** Checks every open attempt with the provider, so a paid one becomes an order even if its browser closed. */
export const sweepPayments = (context: AppContext): Promise<number> => inBackground(() => sweep(context));

async function sweep(context: AppContext): Promise<number> {
  const now = context.now().getTime();
  const open = dueForCheck(
    context.db,
    new Date(now),
    new Date(now - LEFT_ALONE_MS),
    new Date(now - GIVEN_UP_MS),
    BATCH,
  );
  let completed = 0;
  await workThrough(open, async (payment) => {
    if (await tryCheckPayment(context, payment)) completed += 1;
  });
  await askAboutRefunds(context);
  if (completed > 0) context.log.info({ completed }, 'completed orders for abandoned payments');
  return completed;
}

async function tryCheckPayment(context: AppContext, { id, draftId }: Payment): Promise<boolean> {
  try {
    return await context.locks.run(draftId, () => checkPayment(context, id));
  } catch (error) {
    context.log.warn({ err: error, paymentId: id }, 'could not check a payment; will retry');
    return false;
  }
}

/**
 * Checks refunds whose answer was lost or that are still pending. Each check makes up to four calls, and an older
 * refund waits that double, at least a minute and at most a day.
 */
async function askAboutRefunds(context: AppContext): Promise<void> {
  const { db, now } = context;
  for (const refund of refundStore.pending(db, now())) {
    const age = now().getTime() - refund.createdAt.getTime();
    const next = new Date(now().getTime() + Math.min(Math.max(age, REFUND_CHECK_MS), DAY_MS));
    try {
      await inTransaction(db, () => refundStore.recordCheck(db, refund.id, next));
      await askAgain(context, refund);
    } catch (error) {
      context.log.warn({ err: error, refundId: refund.id }, 'could not check a refund; will retry');
    }
  }
}

/**
 * Returns true when the payment became an order. A recently active attempt is checked again with the next
 * sweep, an older one after waits that double, at least once a day; a failed one at most once an hour. A paid one is
 * checked once, unless something is left to do.
 */
async function checkPayment(context: AppContext, paymentId: number): Promise<boolean> {
  const payment = paymentStore.byId(context.db, paymentId);
  if (!payment) return false;
  const now = context.now().getTime();
  const sinceBuyer = now - payment.updatedAt.getTime();
  const isFailed = payment.status === 'failed';
  const age = isFailed ? Math.max(sinceBuyer, paymentStore.FAILED_CHECK_MS) : sinceBuyer;
  const isPaid = payment.status === 'paid';
  const wait = isPaid
    ? paymentStore.FAILED_CHECK_MS
    : !isFailed && sinceBuyer < RECENT_MS
      ? 0
      : Math.min(age, DAY_MS);
  const next = new Date(now + wait);
  await inTransaction(context.db, () => paymentStore.change(context.db, payment.id, { nextCheckAt: next }));
  const isCompleted = await settleUnattended(context, payment);
  // What is left to do about a second payment has set its own time.
  if (isPaid && paymentStore.byId(context.db, payment.id)?.review?.code !== 'second_payment')
    await inTransaction(context.db, () => paymentStore.change(context.db, payment.id, { nextCheckAt: null }));
  return isCompleted && !isPaid;
}

/**
 * Unsettled payments started in that time that are due for a check, those unchecked longest first, then failed ones, because a
 * provider can be wrong about a payment for a while.
 */
function dueForCheck(db: Db, now: Date, before: Date, after: Date, limit: number): Payment[] {
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
