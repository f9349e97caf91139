import { addPeriods, nextPeriod } from '@northlight/shared/catalog/periods.ts';
import { DAY_MS, HOUR_MS } from '../src/base/units.ts';
import type { DemoAgreement } from '../src/db/schema/recurring.ts';
import type { Payment } from '../src/money/payments/payment-store.ts';
import type { AgreementRow, ChargeRow } from '../src/money/recurring/agreement-store.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import type { Sampler } from './sampler.ts';

/** A recurring payment ends after 3 charges at least, and 12 at most. */
const [LEAST_CHARGES, MOST_CHARGES] = [3, 12];
/** As the demo provider tries again. */
const RETRY_DAYS = [3, 8, 15];

/**
 * The recurring payment of an order until now, as the demo provider tells it: most are active; some cannot be
 * charged, were canceled, or end with their period. `paidBackAt` is when the order was refunded.
 */
export function sampleAgreement(
  { upTo, chance, between }: Sampler,
  { id, orderNumber, createdAt, recurringPeriod: period, recurringPaymentCents: amountCents }: Order,
  provider: Payment['provider'],
  { now, paidBackAt }: { now: Date; paidBackAt: Date | null },
) {
  if (!period) return undefined;
  const providerId = `demo-${orderNumber}`;
  const lastAt = addPeriods(createdAt, period, LEAST_CHARGES + upTo(MOST_CHARGES - LEAST_CHARGES));
  const leftAt = chance(0.06) ? new Date(createdAt.getTime() + between(0.2, 1) * 80 * DAY_MS) : lastAt;
  const stopsAt = paidBackAt && paidBackAt < leftAt ? paidBackAt : leftAt;
  const canceledAt = stopsAt <= now ? stopsAt : null;
  const dueTimes: Date[] = [];
  for (let nth = 1; ; nth += 1) {
    const due = addPeriods(createdAt, period, nth);
    if (due > (canceledAt ?? now)) break;
    dueTimes.push(due);
  }
  const lastDue = dueTimes.at(-1);
  const failedAt = !canceledAt && chance(0.07) ? lastDue : undefined;
  const tries = RETRY_DAYS.map((days) => new Date((failedAt ?? now).getTime() + days * DAY_MS));
  const attempts = failedAt ? 1 + tries.filter((time) => time <= now).length : 1;
  const endedAt = attempts > RETRY_DAYS.length ? (tries.at(-1) ?? null) : canceledAt;
  const isOver = endedAt !== null;
  const next = nextPeriod(createdAt, period, now);
  const isEnding = !isOver && !failedAt && chance(0.05);
  const agreement: AgreementRow = {
    id,
    provider,
    providerId,
    period,
    amountCents,
    endedAt,
    state: isOver ? (canceledAt ? 'canceled' : 'ended') : failedAt ? 'past-due' : 'active',
    startedAt: createdAt,
    firstChargeAt: addPeriods(createdAt, period, 1),
    nextChargeAt: isOver || isEnding ? null : next,
    cancelAt: isEnding ? next : null,
    suspendedAt: null,
    priceFixedUntil: null,
    card: { label: `Demo card ending in ${failedAt ? '0341' : '4242'}`, expiresAt: null },
    problem: null,
    refusals: 0,
    paidBack: null,
    nextCheckAt: isOver ? null : new Date(now.getTime() + HOUR_MS + upTo(23 * HOUR_MS)),
    failures: 0,
    updatedAt: createdAt,
  };
  const charges = dueTimes.map((dueAt): Omit<ChargeRow, 'id'> => {
    const chargeId = `${providerId}/${dueAt.toISOString()}`;
    const isFailed = dueAt === failedAt;
    const isRefunded = !isFailed && chance(0.01);
    const isPartly = isRefunded && id % 2 === 0;
    return {
      agreementId: id,
      providerId: chargeId,
      paymentId: isFailed ? null : chargeId,
      dueAt,
      amountCents,
      paidAt: isFailed ? null : dueAt,
      updatedAt: dueAt,
      attempts: isFailed ? attempts : 1,
      payUrl: null,
      dispute: null,
      state: isFailed ? 'failed' : isRefunded && !isPartly ? 'refunded' : 'paid',
      refundedCents: isPartly ? Math.round(amountCents / 3) : isRefunded ? amountCents : 0,
    };
  });
  if (isOver) return { agreement, charges };
  // The provider is asked about what goes on.
  const atProvider: DemoAgreement = {
    amountCents,
    period,
    periods: dueTimes.length,
    state: 'active',
    cancelsAtPeriodEnd: isEnding,
    cardFails: failedAt !== undefined,
    startedAt: createdAt.toISOString(),
    endedAt: null,
    charges: charges.map(({ providerId: chargeId, dueAt, paidAt, ...charge }) => ({
      id: chargeId,
      dueAt: dueAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
      amountCents,
      attempts: charge.attempts,
      refundedCents: charge.refundedCents,
    })),
  };
  return { agreement, charges, atProvider };
}
