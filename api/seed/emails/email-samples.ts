import { newCase } from '../../src/db/cases.ts';
import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { openDatabase } from '../../src/db/client.ts';
import { saveShopSettings } from '../../src/db/shop-settings.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import type { OutboxPayload } from '../../src/db/schema/messages.ts';
import { customerReviews, orderLines, orders } from '../../src/db/schema/orders.ts';
import { payments } from '../../src/db/schema/payments.ts';
import { agreements, charges, priceOffers } from '../../src/db/schema/recurring.ts';
import type { Env } from '../../src/base/settings/env.ts';
import type { OrderWithLines } from '../../src/work/orders/order-store.ts';
import type { EmailContext } from '../../src/email/email-context.ts';
import {
  ofNumber,
  ORDER_NEWS,
  sampleForms,
  samplePayment,
  sampleQuote,
  sampleUnfinished,
  sampleWork,
} from './sample-work.ts';
import type { EmailMessage } from '../../src/email/write-email.ts';

const TIME = new Date('2026-11-21T10:00:00Z');
const BUYER = {
  firstName: 'Ada',
  lastName: 'Marlow',
  email: 'ada@marlow-bicycles.example',
  phone: '(555) 010-4477',
};

type EmailKind = EmailMessage['kind'];
type News = OutboxPayload['recurring']['news'];

/** A sample message of each kind. A new kind does not compile without one. */
const PAYLOADS: { [Kind in Exclude<EmailKind, 'recurring' | 'order-news'>]: OutboxPayload[Kind] } = {
  'order-confirmation': null,
  refund: { amountCents: 5_000, taxCents: 283, reason: 'You asked for less:\n- one page fewer\n- no photos' },
  'payment-update': { state: 'processing' },
  'form-received': { form: 'website', submissionId: 1 },
  'form-reminder': { day: 3 },
  'new-order': null,
  'new-submission': { form: 'website', submissionId: 1 },
  'payment-to-review': { paymentId: 1 },
  'unfinished-checkout': { id: 1 },
  'left-address': { id: 2 },
  quote: { id: 1, news: 'sent' },
  'quote-answer': { id: 1, news: 'declined' },
  'payment-request': { id: 1, day: 0 },
  'unpaid-orders': { from: Date.UTC(2026, 10, 21, 10) },
  'orders-link': { person: 1 },
  'for-you': { news: 'assigned', by: 1 },
  connection: { connection: 'stripe', news: 'changed', by: 1 },
  invitation: { adminId: 2, at: Date.UTC(2026, 10, 21, 10), by: 1 },
  account: { adminId: 2, news: 'code', at: Date.UTC(2026, 10, 21, 10), by: 2, email: 'sam@example.com' },
};
const FORM_TO_CONFIRM = { form: 'voice' as const, submissionId: 1, isToConfirm: true };
/** The charge or the new price of each news of a recurring payment, if it is about one. */
const NEWS: Record<News, { charge?: number; offer?: number }> = {
  receipt: { charge: 1 },
  renewal: {},
  failed: { charge: 2 },
  'card-expiring': {},
  changed: {},
  suspended: {},
  resumed: {},
  'not-canceled': {},
  canceled: {},
  ended: { charge: 2 },
  offer: { offer: 1 },
};

/** Their payment is processing, or their recurring payment is on hold and canceled at the end of its month. */
const UNPAID = 'ORD-10002';
const ENDING = 'ORD-10003';
const FIRST_CHARGE = new Date('2026-12-21T10:00:00Z');

/** By its name in the address. */
export const PREVIEWS = new Map<string, EmailMessage>([
  ...(Object.keys(PAYLOADS) as (keyof typeof PAYLOADS)[]).map((kind) => [kind, sampleMessage(kind)] as const),
  ['quote-message', messageWith('quote', { id: 1, news: 'message', message: 1 }, 'ORD-10001')],
  ['quote-question', messageWith('quote-answer', { id: 1, news: 'question', message: 2 }, 'ORD-10001')],
  ['for-you-mention', messageWith('for-you', { news: 'mention', by: 1, note: 1 }, 'ORD-10001')],
  ['form-to-confirm', messageWith('form-received', FORM_TO_CONFIRM, 'ORD-10001')],
  ...(Object.keys(NEWS) as News[]).map((news) => [`recurring-${news}`, newsMessage(news)] as const),
  ['order-review-request', messageWith('order-news', { news: 'review-request', id: 3 }, ENDING)],
  ...Object.entries(ORDER_NEWS).map(
    ([name, payload]) => [`order-${name}`, messageWith('order-news', payload, 'ORD-10001')] as const,
  ),
]);

export function sampleMessage(kind: keyof typeof PAYLOADS): EmailMessage {
  return messageWith(kind, PAYLOADS[kind], kind === 'payment-update' ? UNPAID : 'ORD-10001');
}

function newsMessage(news: News): EmailMessage {
  const payload = { news, at: FIRST_CHARGE.toISOString(), ...NEWS[news] };
  return messageWith(
    'recurring',
    payload,
    news === 'canceled' || news === 'suspended' ? ENDING : 'ORD-10001',
  );
}

function messageWith(kind: EmailKind, payload: OutboxPayload[EmailKind], orderNumber: string): EmailMessage {
  return {
    id: 1,
    kind,
    payload,
    key: `${kind}:${orderNumber}`,
    caseId: newCase(orderNumber),
    orderNumber,
    recipient:
      kind === 'for-you' || kind === 'connection' ? 'admin@shop.example' : 'ada@marlow-bicycles.example',
    status: 'waiting',
    attempts: 0,
    dueAt: TIME,
    nextAttemptAt: TIME,
    leasedUntil: null,
    lastError: null,
    createdAt: TIME,
    sentAt: null,
    // The payload belongs to the kind, which TypeScript does not see through the lookup.
  } as EmailMessage;
}

/** A shop in memory with an order, its three forms and a payment of the wrong amount. */
export function sampleShop(settings: Env): EmailContext {
  const db = openDatabase(':memory:');
  migrateDatabase(db);
  const { lines, ...order } = sampleOrder();
  db.insert(payments).values(samplePayment(TIME)).run();
  db.insert(orders).values(order).run();
  const unpaid = {
    review: { code: 'processing' as const },
    paymentStatus: 'pending' as const,
  };
  db.insert(orders)
    .values({
      ...order,
      ...unpaid,
      id: 2,
      ...ofNumber(UNPAID),
      receivedAmountCents: null,
      paymentId: null,
    })
    .run();
  for (const line of lines)
    db.insert(orderLines)
      .values({ addonId: null, note: null, ...line, orderId: order.id })
      .run();
  const agreement = {
    id: order.id,
    provider: 'demo-card' as const,
    state: 'active' as const,
    period: 'month' as const,
    amountCents: order.recurringPaymentCents,
    startedAt: TIME,
    firstChargeAt: FIRST_CHARGE,
    card: { label: 'Visa ending in 4242', expiresAt: '2026-12-01T00:00:00.000Z' },
    updatedAt: TIME,
  };
  db.insert(orders)
    .values({
      ...order,
      id: 3,
      ...ofNumber(ENDING),
      paymentId: null,
      workStatus: 'delivered',
    })
    .run();
  db.insert(customerReviews)
    .values({
      caseId: newCase('ORD-10001'),
      text: 'It was easy.\n\nThe best part:\nthey call back.',
      name: 'Ada',
      mayShow: true,
      createdAt: TIME,
    })
    .run();
  saveShopSettings(db, { asksForReview: true }, null, TIME);
  db.insert(agreements)
    .values([agreement, { ...agreement, id: 3, cancelAt: FIRST_CHARGE, suspendedAt: TIME }])
    .run();
  const charge = {
    agreementId: order.id,
    dueAt: FIRST_CHARGE,
    amountCents: 3_000,
    attempts: 1,
    updatedAt: TIME,
  };
  db.insert(charges)
    .values([
      { ...charge, providerId: '1', state: 'paid', paidAt: FIRST_CHARGE },
      { ...charge, providerId: '2', state: 'failed' },
    ])
    .run();
  db.insert(priceOffers)
    .values({
      agreementId: order.id,
      amountCents: 3_500,
      startsAt: FIRST_CHARGE,
      text: 'It includes:\n- faster hosting\n- daily backups',
      createdAt: TIME,
    })
    .run();
  sampleForms(db, sampleOrder(), TIME);
  sampleWork(db, TIME);
  sampleUnfinished(db, TIME, BUYER.email);
  sampleQuote(db, TIME, BUYER);
  return { db, settings, now: () => TIME };
}

export function sampleOrder(): OrderWithLines {
  const price = computePrice(
    DEFAULT_CATALOG,
    { serviceIds: ['website', 'voice', 'onhold'], addonIds: ['custom-domain'], isYearly: false },
    { code: 'SAVE50', amountOffCents: 5_000 },
    { state: 'MI', postalCode: '48104' },
  );
  return {
    ...BUYER,
    id: 1,
    ...ofNumber('ORD-10001'),
    checkoutId: null,
    paymentId: 1,
    businessName: 'Marlow Bicycles',
    businessDescription:
      'We repair and sell bicycles for people who ride to work every day.\n\nOpen all year.',
    country: 'US',
    state: 'MI',
    city: 'Ann Arbor',
    postalCode: '48104',
    address: '12 Canal Street',
    serviceTypes: ['website', 'voice', 'onhold'],
    imported: null,
    missingForms: ['website', 'onhold'],
    isYearly: false,
    seoOptimization: false,
    blogSetup: false,
    extraRevisions: false,
    basePriceCents: price.subtotalCents,
    promoCode: price.promoCode,
    cameFrom: null,
    discountCents: price.discountCents,
    taxCents: price.taxCents,
    initialPaymentCents: price.dueTodayCents,
    recurringPaymentCents: price.recurringCents,
    recurringPeriod: price.recurringPeriod,
    terms: price.terms ?? null,
    acceptedTerms: null,
    consent: {
      text: 'After that, your website costs $30 a month, starting one month from today, until you cancel.',
      amountCents: 3_000,
      period: 'month',
      agreedAt: TIME.toISOString(),
    },
    paymentMethod: 'credit-card',
    paymentMode: 'demo',
    paymentStatus: 'completed',
    receivedAmountCents: price.dueTodayCents,
    review: null,
    claimedInitialPaymentCents: null,
    claimedRecurringPaymentCents: null,
    claimedPaymentStatus: null,
    workStatus: 'new',
    dueAt: null,
    isExtra: false,
    neededForms: null,
    deliveredAt: null,
    remindersStoppedAt: null,
    emailConfirmedAt: null,
    keyVersion: 0,
    responsibleId: null,
    createdAt: TIME,
    lines: price.lines,
  };
}
