import type { AppContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { issueForCharge } from '../invoices/issue-documents.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import {
  notifyOfRecurring,
  queueRecurringEmail,
  notifyBusiness,
  notifyOfRefusal,
} from './notify-of-recurring.ts';
import { inBackground } from '../payments/breaker.ts';
import * as paymentStore from '../payments/payment-store.ts';
import {
  RecurringRefused,
  type ProviderAgreement,
  isOver,
  DEMO_IS_OVER,
  recurringOf,
} from '../payments/recurring.ts';
import { workThrough } from '../../base/poller.ts';
import { decideAgreement, isFirstMonth, sinceAdopted, type AgreementMove } from './decide-agreement.ts';
import { type OrderAgreement } from './agreement-store.ts';
import * as agreementStore from './agreement-store.ts';
import { applyOffer } from './apply-offer.ts';
import { settlePeriod } from './change-period.ts';
import { markPaidBack, paidBackOf, rememberUncanceled } from './paid-back.ts';
import { HOUR_MS } from '../../base/units.ts';
import { followDispute } from '../../work/fulfillment/promise-clock.ts';

const BATCH = 100;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = HOUR_MS;
/** While the provider is asked. After a crash, it is asked again when this has passed. */
const LEASE_MS = 5 * 60_000;

/** One task at a time per recurring payment, with its calls to the provider. Never take it inside itself. */
export const withAgreementLock = <Result>(
  { locks }: AppContext,
  agreementId: number,
  work: () => Promise<Result>,
): Promise<Result> => locks.run(`recurring-${agreementId}`, work);

/**
 * Starts recurring payments that were never started, and asks the provider about those due for a check.
 * Returns how many were checked.
 */
export async function checkDueAgreements(context: AppContext): Promise<number> {
  const due = agreementStore.dueForCheck(context.db, context.billingNow(), BATCH);
  await inBackground(() =>
    workThrough(due, ({ id }) => withAgreementLock(context, id, () => tryCheck(context, id))),
  );
  return due.length;
}

async function tryCheck(context: AppContext, id: number): Promise<void> {
  const { db, log } = context;
  const agreement = agreementStore.byOrder(db, id);
  // Another check came first.
  if (!agreement?.nextCheckAt || agreement.nextCheckAt > context.billingNow()) return;
  try {
    await checkAgreement(context, agreement);
    // No event may have reported that it was refunded or disputed.
    if (agreement.state !== 'pending')
      await inTransaction(db, () => paymentStore.checkFirst(db, id, context.now()));
  } catch (error) {
    const isRefused = error instanceof RecurringRefused;
    if (!isRefused)
      log.warn(
        { err: error, orderNumber: agreement.orderNumber },
        'could not check a recurring payment; will retry',
      );
    await inTransaction(db, () => {
      const before = agreementStore.byOrder(db, id) ?? agreement;
      const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** before.failures);
      const isStartRefused = isRefused && before.state === 'pending';
      agreementStore.update(
        db,
        before,
        {
          failures: before.failures + 1,
          problem: isRefused ? error.message : before.problem,
          refusals: before.refusals + Number(isStartRefused),
          // What was refused at the start waits for an administrator.
          nextCheckAt: isStartRefused ? null : new Date(context.billingNow().getTime() + wait),
        },
        context.now(),
      );
      if (isStartRefused) notifyOfRefusal(context, before.provider, error.message, before.orderNumber);
    });
  }
}

/** Starts it if needed, asks the provider and stores the answer. Call it under the agreement's lock. */
export async function checkAgreement(
  context: AppContext,
  agreement: OrderAgreement,
): Promise<OrderAgreement> {
  const recurring = recurringOf(context, agreement);
  const { endsPaidBack } = context.settings;
  const isPaidBack = paidBackOf(agreement) !== null;
  // PayPal's go on without a start by the shop, so these are canceled below.
  const isUnstarted = agreement.state === 'pending' && !recurring.startedBy?.(agreement.providerId ?? '');
  // What had not begun when a demo ended would wait forever.
  const isDemoOver = recurring === DEMO_IS_OVER;
  if (isUnstarted && (isPaidBack || isDemoOver))
    return stopUnstarted(context, agreement, endsPaidBack || isDemoOver);
  const providerId = agreement.state === 'pending' ? await start(context, agreement) : agreement.providerId;
  // Canceled before it was started.
  if (!providerId) {
    const change = { nextCheckAt: null };
    await inTransaction(context.db, () =>
      agreementStore.update(context.db, agreement, change, context.now()),
    );
    return { ...agreement, ...change };
  }
  const leaseUntil = new Date(context.billingNow().getTime() + LEASE_MS);
  await inTransaction(context.db, () =>
    agreementStore.update(context.db, agreement, { providerId, nextCheckAt: leaseUntil }, context.now()),
  );
  let answer = await recurring.lookUp(providerId);
  let refusal: string | null = null;
  if (answer.isMissing && !isOver(agreement))
    throw new Error('The provider does not list this recurring payment.');
  if ((isOver(agreement) || (isPaidBack && endsPaidBack)) && !isOver(answer)) {
    context.log.warn(
      { orderNumber: agreement.orderNumber },
      'canceling a recurring payment that must not go on',
    );
    try {
      await recurring.cancelNow(providerId);
    } catch (error) {
      if (!(error instanceof RecurringRefused)) throw error;
      refusal = error.message;
    }
    answer = await recurring.lookUp(providerId);
  }
  let after = await record(context, agreement.id, answer, leaseUntil);
  if (await applyOffer(context, after))
    after = await record(context, agreement.id, await recurring.lookUp(providerId), leaseUntil);
  if (refusal !== null) await rememberUncanceled(context, after, refusal);
  return after;
}

async function start(context: AppContext, agreement: OrderAgreement): Promise<string> {
  const { db } = context;
  const order = orderStore.byNumber(db, agreement.orderNumber);
  const payment = order?.paymentId ? paymentStore.byId(db, order.paymentId) : undefined;
  if (!order || !payment?.providerPaymentId) throw new RecurringRefused('The order has no payment.');
  const remember = (providerId: string): Promise<void> =>
    inTransaction(db, () => agreementStore.update(db, agreement, { providerId }, context.now()));
  const { amountCents, period, startedAt, firstChargeAt, orderNumber, refusals } = agreement;
  return recurringOf(context, agreement).start(
    {
      orderNumber,
      name: `${order.firstName} ${order.lastName}`,
      email: order.email,
      amountCents,
      period,
      startedAt,
      firstChargeAt,
      refusals,
      paymentId: payment.providerPaymentId,
    },
    agreement.providerId,
    remember,
  );
}

/** One transaction reads what is stored, decides, and stores what follows. */
async function record(
  context: AppContext,
  id: number,
  answer: ProviderAgreement,
  leaseUntil: Date,
): Promise<OrderAgreement> {
  const { db, settings } = context;
  return inTransaction(db, () => {
    const before = agreementStore.byOrder(db, id);
    if (!before) throw new Error('This recurring payment no longer exists.');
    const moves = decideAgreement(
      {
        now: context.billingNow(),
        agreement: before,
        charges: agreementStore.chargesOf(db, id),
        renewalNoticeDays: settings.renewalNoticeDays,
      },
      before.imported ? sinceAdopted(before, answer) : answer,
    ).filter((move) => !isFirstMonth(before, move));
    carryOut(context, before, moves);
    // An event arrived while the provider was asked, whose answer may be from before it.
    if (before.nextCheckAt && before.nextCheckAt < leaseUntil)
      agreementStore.checkSoon(db, id, context.billingNow());
    return agreementStore.byOrder(db, id) ?? before;
  });
}

function carryOut(context: AppContext, agreement: OrderAgreement, moves: readonly AgreementMove[]): void {
  const { db, now } = context;
  const chargeIds = new Map<string, number>();
  for (const move of moves) {
    switch (move.do) {
      case 'store-charge': {
        const charge = agreementStore.putCharge(db, agreement.id, move.charge, now());
        chargeIds.set(move.charge.id, charge.id);
        issueForCharge(db, agreement.id, charge, context.billingNow());
        break;
      }
      case 'drop-charge':
        agreementStore.dropCharge(db, move.id);
        break;
      case 'update':
        agreementStore.update(db, agreement, move.change, now());
        if (move.change.period) settlePeriod(context, agreement, move.change);
        break;
      case 'webhook':
        notifyOfRecurring(context, agreement, move.key, move.event, { at: move.at.toISOString() });
        break;
      case 'email': {
        const { news, at, key, charge } = move;
        const row = charge === undefined ? undefined : chargeIds.get(charge);
        queueRecurringEmail(context, agreement, key, {
          news,
          at: at.toISOString(),
          ...(row !== undefined && { charge: row }),
        });
        if (news === 'receipt' && context.settings.endsPaidBack && paidBackOf(agreement))
          notifyBusiness(context, agreement.orderNumber, `charge-${row}:paid-back`, {
            ...(row !== undefined && { charge: row }),
            review: { code: 'charged_after_paid_back' },
          });
        break;
      }
      case 'email-dispute': {
        const charge = chargeIds.get(move.charge) ?? 0;
        notifyBusiness(context, agreement.orderNumber, `charge-${charge}:${move.step}`, { charge });
        const order = orderStore.byNumber(context.db, agreement.orderNumber);
        if (order) followDispute(context, order);
        break;
      }
      case 'email-held': {
        const charge = chargeIds.get(move.charge) ?? 0;
        const review = { code: 'processing', held: move.held } as const;
        notifyBusiness(context, agreement.orderNumber, `charge-${charge}:held`, { charge, review });
        break;
      }
      case 'email-suspended': {
        const since = move.since.toISOString();
        const review = { code: 'suspended', since } as const;
        notifyBusiness(context, agreement.orderNumber, `suspended:${since}`, { review });
        break;
      }
      case 'mark-charged-back':
        markPaidBack(context, agreement, 'charged_back');
        break;
    }
  }
}

const LATE_START_MS = 5 * 60_000;

/**
 * Ends a recurring payment before it has started. With `isEnd` false it only stays unstarted, until an
 * administrator starts or cancels it.
 */
export async function stopUnstarted(
  context: AppContext,
  agreement: OrderAgreement,
  isEnd = true,
): Promise<OrderAgreement> {
  const { db, now, billingNow } = context;
  const { providerId } = agreement;
  // The provider may have started it, and the answer was lost.
  if (isEnd && providerId) await recurringOf(context, agreement).cancelNow(providerId);
  const endedAt = billingNow();
  // A start whose answer was lost can still come through at the provider. The check then cancels it.
  const nextCheckAt = isEnd && providerId ? new Date(endedAt.getTime() + LATE_START_MS) : null;
  const end = { state: 'canceled', nextChargeAt: null, endedAt } as const;
  const change = { ...(isEnd && end), nextCheckAt };
  await inTransaction(db, () => {
    agreementStore.update(db, agreement, change, now());
    if (!isEnd) return;
    const at = endedAt.toISOString();
    queueRecurringEmail(context, agreement, 'canceled:unstarted', { news: 'canceled', at });
    notifyOfRecurring(context, agreement, 'canceled:unstarted', 'recurring.ended', { at });
  });
  return { ...agreement, ...change };
}
