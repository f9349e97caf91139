import { newCase } from '../src/db/cases.ts';
import { consentText } from '@northlight/shared/catalog/consent.ts';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { Catalog } from '@northlight/shared/catalog/catalog.ts';
import { termsOf } from '@northlight/shared/catalog/terms.ts';
import { computePrice, type Promo, type Price } from '@northlight/shared/catalog/price.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import type { checkoutDrafts } from '../src/db/schema/payments.ts';
import type { Payment } from '../src/money/payments/payment-store.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import { fill, type Sampler } from './sampler.ts';
import * as words from './seed-texts.ts';

export type Sample = { order: Order; price: Price };

/** What the customers choose, the usual more than once. */
const CHOICES: readonly ServiceId[][] = [
  ['website'],
  ['website'],
  ['website'],
  ['website', 'onhold'],
  ['website', 'voice'],
  ['voice'],
  ['onhold'],
  ['onhold'],
  [...SERVICE_IDS],
];
const LONG_NAME_EVERY = 61;
const EXEMPT_EVERY = 41;

type Facts = Pick<Order, 'id' | 'orderNumber' | 'createdAt'> & {
  catalog: Catalog;
  cameFrom?: Order['cameFrom'];
  /** Not used where it gives no discount. */
  promo?: Promo | null;
  isPending?: boolean;
};

/** An order for which no payment has been stored yet and whose work has not begun. */
export function sampleOrder(
  sampler: Sampler,
  { catalog, cameFrom = null, promo = null, isPending = false, ...facts }: Facts,
): Sample {
  const { chance, pick, upTo, between } = sampler;
  const serviceTypes = pick(CHOICES);
  const isYearly = chance(0.3);
  const isLarger = serviceTypes.includes('website') && chance(0.2);
  const [state = '', postalCode = '', areaCode = ''] = pick(words.PLACES);
  const isExempt = facts.id % EXEMPT_EVERY === 0;
  const price = computePrice(
    catalog,
    { serviceIds: serviceTypes, addonIds: isLarger ? ['revisions'] : [], isYearly },
    promo,
    isExempt ? { country: 'US', state: '', postalCode: '' } : { country: 'US', state, postalCode },
  );
  const { recurringPeriod: period, recurringCents, dueTodayCents } = price;
  const isUnpaid = isPending && dueTodayCents > 0;
  const consent = consentText(price);
  const agreedAt = new Date(facts.createdAt.getTime() - between(10_000, 90_000)).toISOString();
  const who = sampleCustomer(sampler, facts.id, areaCode);
  const order: Order = {
    ...facts,
    ...who,
    cameFrom,
    serviceTypes,
    isYearly,
    workStatus: 'new',
    imported: null,
    dueAt: null,
    neededForms: null,
    missingForms: serviceTypes,
    deliveredAt: null,
    caseId: newCase(facts.orderNumber),
    isExtra: false,
    remindersStoppedAt: null,
    emailConfirmedAt: null,
    keyVersion: 0,
    responsibleId: null,
    acceptedTerms: null,
    country: 'US',
    state,
    postalCode,
    address: `${upTo(400) + 1} ${pick(words.TOWNS)} Street`,
    checkoutId: `seed-${facts.orderNumber}`,
    paymentId: null,
    basePriceCents: price.subtotalCents,
    promoCode: price.promoCode,
    discountCents: price.discountCents,
    taxCents: price.taxCents,
    initialPaymentCents: dueTodayCents,
    recurringPaymentCents: recurringCents,
    recurringPeriod: period,
    terms: price.terms
      ? { ...termsOf(catalog, serviceTypes, price.terms), ...(isExempt && { exempt: `TX-${facts.id}` }) }
      : null,
    consent:
      consent !== null && period ? { text: consent, amountCents: recurringCents, period, agreedAt } : null,
    paymentMethod: chance(0.7) ? 'credit-card' : 'paypal',
    paymentMode: 'demo',
    paymentStatus: isUnpaid ? 'pending' : 'completed',
    receivedAmountCents: isUnpaid || dueTodayCents === 0 ? null : dueTodayCents,
    review: isUnpaid ? { code: 'payment_lost' } : null,
    seoOptimization: false,
    blogSetup: false,
    extraRevisions: isLarger,
    claimedInitialPaymentCents: dueTodayCents,
    claimedRecurringPaymentCents: recurringCents,
    claimedPaymentStatus: 'completed',
  };
  return { order, price };
}

function sampleCustomer({ chance, pick, upTo }: Sampler, id: number, areaCode: string) {
  const long = id % LONG_NAME_EVERY === 0 ? pick(words.LONG_NAMES) : [];
  const [trade = '', offer = ''] = words.TRADES.find(([name]) => name === long[4]) ?? pick(words.TRADES);
  const town = pick(words.TOWNS);
  const [first, last] = [pick(words.FIRST_NAMES), pick(words.LAST_NAMES)];
  const usual = pick([`${last} ${trade}`, `${last} ${trade}`, `${town} ${trade}`, `${first}’s ${trade}`]);
  const domain = chance(0.25) ? town.toLowerCase() : usual.replaceAll('’', '').replaceAll(' ', '-');
  const name = chance(0.5) ? first : `${first}.${last}`;
  const email = `${name}@${domain}.example`.toLowerCase().replaceAll('ë', 'e');
  const [firstName = first, lastName = last, businessName = usual, address = email] = long;
  return {
    firstName,
    lastName,
    businessName,
    email: address,
    phone: `(${areaCode}) 555-01${String(upTo(100)).padStart(2, '0')}`,
    businessDescription: fill(pick(words.DESCRIPTIONS), { town, offer }),
    city: town,
  };
}

/** What the customer sent before the payment. */
export function sampleDraft({ order, price }: Sample, id: string): typeof checkoutDrafts.$inferSelect {
  const { serviceTypes, isYearly, createdAt, initialPaymentCents, consent } = order;
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
      addons: order.extraRevisions ? [{ serviceId: 'website', addonId: 'revisions' }] : [],
      promoCode: order.promoCode ?? undefined,
    },
    price,
    consent,
    claimedAmountCents: initialPaymentCents,
    createdAt,
    updatedAt: createdAt,
  };
}

/** An attempt that failed, or the payment of the order. A few paid ones were disputed. */
export function samplePayment(
  { chance, pick }: Sampler,
  { createdAt, initialPaymentCents, paymentMethod, paymentStatus, orderNumber }: Order,
  draftId: string,
  isPaid: boolean,
): Omit<Payment, 'id'> {
  const key = `seed-${orderNumber}-${isPaid ? 'paid' : 'failed'}`;
  const review: Review = { code: paymentStatus === 'pending' ? 'bank_declined' : 'declined_cards' };
  const dispute = {
    id: key,
    reason: 'fraudulent',
    status: pick(['won', 'lost'] as const),
    respondBy: null,
    url: 'https://example.com',
  };
  return {
    draftId,
    provider: paymentMethod === 'paypal' ? 'demo-paypal' : 'demo-card',
    mode: 'demo',
    attemptKey: key,
    // Nobody asks the provider about one without an ID.
    providerPaymentId: isPaid ? key : null,
    amountCents: initialPaymentCents,
    currency: 'usd',
    recurring: null,
    status: isPaid ? 'paid' : 'failed',
    receivedAmountCents: isPaid ? initialPaymentCents : null,
    receivedCurrency: isPaid ? 'usd' : null,
    chargeId: isPaid ? key : null,
    approvedAt: null,
    captureSentAt: null,
    captureRefusal: null,
    nextCheckAt: null,
    review: isPaid ? (chance(0.002) ? { code: 'disputed', dispute } : null) : review,
    clientNetwork: null,
    declines: review.code === 'declined_cards' && !isPaid ? 5 : 0,
    createdAt,
    updatedAt: createdAt,
  };
}
