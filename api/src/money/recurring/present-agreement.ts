import { versionOf } from '../../base/seen-version.ts';
import { nextPeriod } from '@northlight/shared/catalog/periods.ts';
import type {
  Agreement,
  CaseAgreement,
  CustomerRecurring,
  PriceOffer,
} from '@northlight/shared/contracts/recurring.ts';
import type { Order } from '../../work/orders/order-store.ts';
import type { ChargeRow, OrderAgreement } from './agreement-store.ts';
import { paidBackOf } from './paid-back.ts';

export function presentAgreement(
  agreement: OrderAgreement,
  charges: readonly ChargeRow[],
  {
    firstName,
    lastName,
    businessName,
    email,
    createdAt,
    paymentMode: mode,
  }: Pick<Order, 'firstName' | 'lastName' | 'businessName' | 'email' | 'createdAt' | 'paymentMode'>,
): Agreement {
  // Periods are counted anew from the first yearly charge.
  const startedAt = new Date(Math.min(agreement.startedAt.getTime(), createdAt.getTime()));
  return {
    ...commonFields({ ...agreement, startedAt }),
    name: `${firstName} ${lastName}`,
    businessName,
    email,
    mode,
    version: agreementVersion(agreement),
    charges: charges.map(presentCharge),
  };
}

export function presentCaseAgreement(
  agreement: OrderAgreement,
  charges: readonly ChargeRow[],
  offer: PriceOffer | null,
  now: Date,
): CaseAgreement {
  return {
    ...commonFields(agreement),
    version: agreementVersion(agreement),
    problem: agreement.problem,
    card: agreement.card?.label ?? null,
    paidBack: paidBackOf(agreement),
    resumesAt: resumesAt(agreement, now),
    offer,
    charges: charges.map((charge) => ({
      ...presentCharge(charge),
      id: charge.id,
      refundedCents: charge.refundedCents,
      dispute: charge.dispute,
    })),
  };
}

export function presentToCustomer(
  agreement: OrderAgreement,
  charges: readonly ChargeRow[],
  {
    now,
    ...shown
  }: Pick<CustomerRecurring, 'offer' | 'otherPeriod' | 'yearlyAfter' | 'timeZone'> & { now: Date },
): CustomerRecurring {
  const { provider, startedAt: _startedAt, ...common } = commonFields(agreement);
  const isDemo = provider.startsWith('demo-');
  return {
    success: true,
    ...common,
    card: agreement.card?.label ?? null,
    resumesAt: resumesAt(agreement, now),
    isDemo,
    // PayPal has no page where a failed charge can be paid.
    canPay: agreement.state === 'past-due' && (isDemo || charges.some(({ payUrl }) => payUrl !== null)),
    charges: charges.map(presentCharge),
    ...shown,
  };
}

/** Stripe keeps to the day of the order. PayPal decides, and can charge the same day. */
function resumesAt({ provider, state, cancelAt, period, startedAt }: OrderAgreement, now: Date) {
  if (provider === 'paypal') return null;
  if (cancelAt) return cancelAt.toISOString();
  if (state !== 'paused') return null;
  // The first yearly charge can still be to come.
  return (startedAt > now ? startedAt : nextPeriod(startedAt, period, now)).toISOString();
}

function commonFields(agreement: OrderAgreement) {
  const { orderNumber, provider, state, period, amountCents, startedAt, nextChargeAt, cancelAt } = agreement;
  return {
    orderNumber,
    provider,
    state,
    period,
    amountCents,
    startedAt: startedAt.toISOString(),
    nextChargeAt: nextChargeAt?.toISOString() ?? null,
    cancelAt: cancelAt?.toISOString() ?? null,
  };
}

function presentCharge({ dueAt, paidAt, amountCents, state, attempts }: ChargeRow) {
  return {
    dueAt: dueAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    amountCents,
    state,
    attempts,
  };
}

/** What a new price is about. */
export const agreementVersion = ({ amountCents }: OrderAgreement): string => versionOf({ amountCents });
