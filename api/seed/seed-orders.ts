import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { addPeriods, nextPeriod } from '@northlight/shared/catalog/periods.ts';
import { quote } from '@northlight/shared/catalog/quote.ts';
import { WORK_STATUSES } from '@northlight/shared/contracts/lists.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import type { SubmissionRow } from '../src/db/schema/forms.ts';
import type { checkoutDrafts } from '../src/db/schema/payments.ts';
import type { DemoAgreement } from '../src/db/schema/recurring.ts';
import type { Promised } from '../src/work/fulfillment/promise-store.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import type { Payment } from '../src/money/payments/payment-store.ts';
import type { AgreementRow, ChargeRow } from '../src/money/recurring/agreement-store.ts';
import type { Sampler } from './sampler.ts';
import * as words from './seed-texts.ts';

const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** A recurring payment ends after at most this many charges. */
const MOST_CHARGES = { month: 12, year: 3 };

/** An order for which no payment has been stored yet. */
export function sampleOrder(
  { chance, pick, upTo, sentence }: Sampler,
  { id, orderNumber, createdAt }: Pick<Order, 'id' | 'orderNumber' | 'createdAt'>,
  now: Date,
): Order {
  const [firstName, lastName] = [pick(words.FIRST_NAMES), pick(words.LAST_NAMES)];
  const chosen = new Set([pick(SERVICE_IDS), ...(chance(0.3) ? [pick(SERVICE_IDS)] : [])]);
  const serviceTypes = SERVICE_IDS.filter((service) => chosen.has(service));
  const isYearly = chance(0.3);
  const price = quote({ serviceIds: serviceTypes, addonIds: [], isYearly });
  const isPending = price.dueTodayCents > 0 && chance(0.05);
  const isOpen = createdAt.getTime() > now.getTime() - 2 * WEEK_MS || chance(0.02);
  const workStatus = isOpen ? pick(WORK_STATUSES) : 'delivered';
  return {
    id,
    orderNumber,
    createdAt,
    firstName,
    lastName,
    serviceTypes,
    isYearly,
    workStatus,
    // Some of the open ones are late.
    dueAt:
      workStatus === 'new' || workStatus === 'in-progress'
        ? new Date(now.getTime() + (upTo(72) - 24) * HOUR_MS)
        : null,
    email: `${firstName}.${lastName}${upTo(10_000)}@${pick(words.TOWNS)}.example`.toLowerCase(),
    businessName: `${lastName} ${pick(words.TRADES)}`,
    phone: `(555) ${String(upTo(10_000_000)).padStart(7, '0')}`,
    businessDescription: sentence(12),
    missingForms: serviceTypes,
    deliveredAt: workStatus === 'delivered' ? new Date(createdAt.getTime() + WEEK_MS) : null,
    addonTo: null,
    remindersStoppedAt: null,
    cameFrom: null,
    emailConfirmedAt: null,
    keyVersion: 0,
    country: 'US',
    state: pick(['MI', 'OH', 'IN', 'IL']),
    city: pick(words.TOWNS),
    postalCode: '48104',
    address: `${upTo(400) + 1} ${pick(words.TOWNS)} Street`,
    checkoutId: `seed-${orderNumber}`,
    paymentId: null,
    basePriceCents: price.subtotalCents,
    promoCode: null,
    discountCents: price.discountCents,
    taxCents: price.taxCents,
    initialPaymentCents: price.dueTodayCents,
    recurringPaymentCents: price.recurringCents,
    recurringPeriod: price.recurringPeriod,
    consent: null,
    paymentMethod: chance(0.7) ? 'credit-card' : 'paypal',
    paymentMode: 'demo',
    paymentStatus: isPending ? 'pending' : 'completed',
    receivedAmountCents: isPending || price.dueTodayCents === 0 ? null : price.dueTodayCents,
    review: isPending ? { code: 'not_arrived' } : null,
    seoOptimization: false,
    blogSetup: false,
    extraRevisions: false,
    claimedInitialPaymentCents: price.dueTodayCents,
    claimedRecurringPaymentCents: price.recurringCents,
    claimedPaymentStatus: 'completed',
  };
}

/** What the customer sent before the payment. */
export function sampleDraft(order: Order, id: string): typeof checkoutDrafts.$inferSelect {
  const { serviceTypes, isYearly, createdAt, initialPaymentCents } = order;
  const { firstName, lastName, email, phone, businessName, businessDescription } = order;
  return {
    id,
    details: {
      firstName,
      lastName,
      email,
      phone,
      businessName,
      businessDescription,
      serviceTypes,
      isYearly,
      checkoutId: id,
      country: 'US',
      addons: [],
      promoCode: undefined,
    },
    quote: quote({ serviceIds: serviceTypes, addonIds: [], isYearly }),
    consent: null,
    claimedAmountCents: initialPaymentCents,
    createdAt,
    updatedAt: createdAt,
  };
}

/** An attempt that failed, or the payment of the order. A few paid ones were disputed. */
export function samplePayment(
  { chance, pick }: Sampler,
  { createdAt, initialPaymentCents, paymentMethod }: Order,
  { id, draftId, isPaid }: { id: number; draftId: string; isPaid: boolean },
): Payment {
  const review: Review = { code: 'declined_cards' };
  const dispute = {
    id: `seed-${id}`,
    reason: 'fraudulent',
    status: pick(['won', 'lost'] as const),
    respondBy: null,
    url: 'https://example.com',
  };
  return {
    id,
    draftId,
    provider: paymentMethod === 'paypal' ? 'demo-paypal' : 'demo-card',
    attemptKey: `seed-${id}`,
    providerPaymentId: `seed-${id}`,
    amountCents: initialPaymentCents,
    currency: 'usd',
    recurring: null,
    status: isPaid ? 'paid' : 'failed',
    receivedAmountCents: isPaid ? initialPaymentCents : null,
    receivedCurrency: isPaid ? 'usd' : null,
    chargeId: isPaid ? `seed-${id}` : null,
    approvedAt: null,
    captureSentAt: null,
    captureRefusal: null,
    nextCheckAt: null,
    review: isPaid ? (chance(0.002) ? { code: 'disputed', dispute } : null) : review,
    clientNetwork: null,
    declines: isPaid ? 0 : 3,
    createdAt,
    updatedAt: createdAt,
  };
}

/** That the customer is contacted in time: still to keep, kept in time, or a little late. */
export function samplePromise(
  { chance }: Sampler,
  { orderNumber, timestamp: startedAt, dueAt, workStatus }: SubmissionRow,
  serviceId: ServiceId,
  now: Date,
): Omit<Promised, 'id'> | undefined {
  const promise = { orderNumber, serviceId, kind: 'contact', startedAt, leftMs: null } as const;
  if (dueAt) return { ...promise, dueAt, keptAt: null };
  if (workStatus !== 'delivered') return undefined;
  const after = (hours: number) => new Date(startedAt.getTime() + hours * HOUR_MS);
  const keptAt = new Date(Math.min(after(chance(0.95) ? 20 : 30).getTime(), now.getTime()));
  return { ...promise, dueAt: after(24), keptAt };
}

/** The recurring payment of an order until now, as the demo provider tells it. */
export function sampleAgreement(
  { upTo, chance }: Sampler,
  { id, orderNumber, createdAt, recurringPeriod: period, recurringPaymentCents: amountCents }: Order,
  provider: Payment['provider'],
  now: Date,
) {
  if (!period) return undefined;
  const providerId = `demo-${orderNumber}`;
  const nextChargeAt = nextPeriod(createdAt, period, now);
  const wanted = upTo(MOST_CHARGES[period]) + 1;
  const dueTimes: Date[] = [];
  for (let nth = 1; nth <= wanted; nth += 1) {
    const due = addPeriods(createdAt, period, nth);
    if (due > now) break;
    dueTimes.push(due);
  }
  const isOver = dueTimes.length === wanted;
  const endedAt = isOver ? (dueTimes.at(-1) ?? null) : null;
  const agreement: AgreementRow = {
    id,
    provider,
    providerId,
    period,
    amountCents,
    endedAt,
    state: isOver ? 'canceled' : 'active',
    startedAt: createdAt,
    firstChargeAt: addPeriods(createdAt, period, 1),
    nextChargeAt: isOver ? null : nextChargeAt,
    cancelAt: null,
    suspendedAt: null,
    card: {
      label: 'Demo card ending in 4242',
      expiresAt: null,
    },
    problem: null,
    refusals: 0,
    paidBack: null,
    nextCheckAt: isOver ? null : new Date(now.getTime() + HOUR_MS + upTo(23 * HOUR_MS)),
    failures: 0,
    updatedAt: createdAt,
  };
  const charges = dueTimes.map((dueAt): Omit<ChargeRow, 'id'> => {
    const chargeId = `${providerId}/${dueAt.toISOString()}`;
    const isRefunded = chance(0.01);
    return {
      agreementId: id,
      providerId: chargeId,
      paymentId: chargeId,
      dueAt,
      amountCents,
      paidAt: dueAt,
      updatedAt: dueAt,
      attempts: 1,
      payUrl: null,
      dispute: null,
      state: isRefunded ? 'refunded' : 'paid',
      refundedCents: isRefunded ? amountCents : 0,
    };
  });
  if (isOver) return { agreement, charges };
  // The provider is asked about what goes on.
  const atProvider: DemoAgreement = {
    amountCents,
    period,
    periods: dueTimes.length,
    state: 'active',
    cancelsAtPeriodEnd: false,
    cardFails: false,
    startedAt: createdAt.toISOString(),
    endedAt: null,
    charges: charges.map(({ providerId: chargeId, dueAt, attempts, refundedCents }) => ({
      id: chargeId,
      dueAt: dueAt.toISOString(),
      paidAt: dueAt.toISOString(),
      amountCents,
      attempts,
      refundedCents,
    })),
  };
  return { agreement, charges, atProvider };
}
