import { formSubmissions, onHoldSubmissions, voiceAgentFormSubmissions } from '../../src/db/schema/forms.ts';
import { createSampler } from '../sampler.ts';
import { sampleForm, type FormFacts } from '../seed-forms.ts';
import type { OrderWithLines } from '../../src/work/orders/order-store.ts';
import { newCase } from '../../src/db/cases.ts';
import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import type { Db } from '../../src/db/client.ts';
import type { Payment } from '../../src/money/payments/payment-store.ts';
import { orderFiles, storedFiles } from '../../src/db/schema/files.ts';
import { deliveries, orderMessages, promises } from '../../src/db/schema/fulfillment.ts';
import type { OutboxPayload } from '../../src/db/schema/messages.ts';
import { caseEvents } from '../../src/db/schema/orders.ts';
import { adminUsers } from '../../src/db/schema/people.ts';
import { priceQuote } from '@northlight/shared/catalog/quote.ts';
import { DAY_MS } from '../../src/base/units.ts';
import * as quoteStore from '../../src/money/quotes/quote-store.ts';
import * as requestStore from '../../src/money/quotes/request-store.ts';
import { unfinishedCheckouts } from '../../src/db/schema/sales.ts';

/** The first order of a case. */
export const ofNumber = (orderNumber: string) => ({ orderNumber, caseId: newCase(orderNumber) });

/** What each news of an order is about. Message 2 is the customer's. */
export const ORDER_NEWS: Record<string, OutboxPayload['order-news']> = {
  delivery: { news: 'delivery', id: 1 },
  answer: { news: 'answer', id: 2 },
  live: { news: 'live', id: 1, link: 'https://marlow-bicycles.example' },
  message: { news: 'message', id: 1 },
  'message-to-us': { news: 'message', id: 2 },
  link: { news: 'link', id: 1 },
  due: { news: 'due', id: 1 },
  // The first hour of 1970.
  files: { news: 'files', id: 0 },
  'left-out': { news: 'left-out', id: 2 },
  review: { news: 'review', id: 1 },
};

/** A version, an approved one, two messages, a file, and a promise. */
export function sampleWork(db: Db, time: Date): void {
  const orderNumber = 'ORD-10001';
  const [admin] = db
    .insert(adminUsers)
    .values({
      username: 'admin',
      password: '-',
      email: 'admin@shop.example',
      role: 'owner',
      createdAt: time,
      updatedAt: time,
    })
    .returning({ id: adminUsers.id })
    .all();
  db.insert(adminUsers)
    .values({
      username: 'grace@shop.example',
      password: '-',
      email: 'grace@shop.example',
      role: 'staff',
      isActive: false,
      invitedAt: time,
      createdAt: time,
      updatedAt: time,
    })
    .run();
  const adminId = admin?.id ?? 1;
  const caseId = newCase(orderNumber);
  const delivery = {
    caseId,
    adminId,
    note: 'What changed:\n- the photos are higher up\n- the hours are below the map\n\nTell us if anything is missing.',
    link: '',
    phone: '',
    createdAt: time,
  };
  db.insert(deliveries)
    .values([
      { ...delivery, serviceId: 'website', version: 1, link: 'https://preview.example/marlow' },
      {
        ...delivery,
        serviceId: 'onhold',
        version: 1,
        answer: 'change',
        answeredAt: time,
        change: 'Two things:\n1. Please speak a little slower.\n2. Our name is “Mar-low”.\n\nThank you!',
      },
    ])
    .run();
  db.insert(caseEvents)
    .values({
      caseId,
      kind: 'note',
      adminId,
      text: '@grace, please call them:\n- about the photos\n- about the hours',
      createdAt: time,
    })
    .run();
  const leftOut = 'Ada Marlow’s email has a file of 31 MB, which is more than a file may have.';
  db.insert(caseEvents).values({ caseId, kind: 'left-out', text: leftOut, createdAt: time }).run();
  const message = { caseId, createdAt: time };
  db.insert(orderMessages)
    .values([
      {
        ...message,
        key: '1',
        adminId,
        text: 'Please send us three things:\n- your logo\n- your hours\n- two colors\n\nWhich of the two photos should we use?',
      },
      { ...message, key: '2', text: 'The one with the blue door.\n\nOur hours:\nMon-Fri 9-6\nSat 10-4' },
    ])
    .run();
  db.insert(storedFiles).values({ hash: 'sample', size: 1, mediaType: 'image/png' }).run();
  db.insert(orderFiles)
    .values({ id: 'sample', hash: 'sample', name: 'logo.png', caseId, createdAt: new Date(0) })
    .run();
  db.insert(promises)
    .values({ caseId, serviceId: 'onhold', kind: 'delivery', startedAt: time, dueAt: time })
    .run();
}

/** An unfinished checkout whose customer wants a link, and one that was closed. */
export function sampleUnfinished(db: Db, time: Date, email: string): void {
  const typed = {
    firstName: 'Ada',
    lastName: 'Marlow',
    phone: '',
    businessName: '',
    businessDescription: '',
  };
  const address = { country: 'US', state: '', city: '', postalCode: '', address: '' };
  const sample = {
    checkoutId: 'sample',
    step: 'payment' as const,
    bundle: {
      serviceIds: ['website' as const, 'onhold' as const],
      addonIds: [],
      isYearly: false,
      promoCode: '',
    },
    dueCents: 24_800,
    information: { ...typed, ...address, email },
    linkFor: email,
    createdAt: new Date(time.getTime() + 1),
    updatedAt: time,
  };
  const left = { ...sample.information, leftAt: time.getTime() };
  db.insert(unfinishedCheckouts)
    .values([sample, { ...sample, checkoutId: 'left', information: left, linkFor: null }])
    .run();
}

export function samplePayment(time: Date): Payment {
  return {
    id: 1,
    provider: 'stripe',
    mode: 'live',
    attemptKey: 'sample',
    providerPaymentId: 'pi_sample',
    draftId: null,
    amountCents: 26_182,
    currency: 'usd',
    recurring: null,
    status: 'paid',
    receivedAmountCents: 20_000,
    receivedCurrency: 'usd',
    chargeId: null,
    approvedAt: null,
    captureSentAt: null,
    captureRefusal: null,
    nextCheckAt: null,
    clientNetwork: null,
    declines: 0,
    review: { code: 'amount_differs', dueCents: 26_182, receivedCents: 20_000, currency: 'usd' },
    createdAt: time,
    updatedAt: time,
  };
}

/** A quote with an optional line, half of it due now, and a request for that payment. */
export function sampleQuote(
  db: Db,
  at: Date,
  { email, ...person }: Record<'email' | 'firstName' | 'lastName' | 'phone', string>,
): void {
  const line = { quantity: 1, period: null, isOptional: false, service: 'website' as const };
  const content = {
    lines: [
      {
        ...line,
        name: 'Five more pages',
        description: 'Prices, team, jobs, map, and contact.',
        amountCents: 90_000,
      },
      {
        ...line,
        name: 'Photos of the shop',
        description: 'Half a day:\n- the shop\n- the team',
        amountCents: 25_000,
        isOptional: true,
      },
    ],
    discountCents: 5_000,
    message:
      'Thanks for the talk. This is what we discussed.\n\nIn short:\n- five pages\n- photos, if you like',
    validDays: 14,
    duePercent: 50,
  };
  const customer = {
    ...person,
    businessName: 'Marlow Bicycles',
    country: 'US',
    state: 'MI',
    postalCode: '48104',
  };
  const validUntil = new Date(at.getTime() + 14 * DAY_MS);
  const caseId = newCase('ORD-10001');
  const written = {
    email,
    customer,
    state: 'sent' as const,
    versions: [{ content, sentAt: at.toISOString(), validUntil: validUntil.toISOString(), agreed: null }],
    validUntil,
    totalCents: 90_100,
    declineReason: 'We’ll wait until spring.\n\nTwo reasons:\n- we are moving\n- we have a new sign',
    createdAt: at,
    updatedAt: at,
  };
  const { id } = quoteStore.insert(db, written, caseId);
  const price = priceQuote({ taxes: DEFAULT_CATALOG.taxes, taxesRecurring: false }, content, customer).now;
  const details = {
    ...customer,
    email,
    businessDescription: '',
    serviceTypes: ['website' as const],
    addons: [],
    isYearly: false,
    checkoutId: '00000000-0000-4000-8000-000000000001',
  };
  const request = { reason: 'Quote Q-1001', details, price, state: 'open' as const, reminds: true };
  requestStore.insert(db, {
    ...request,
    checkoutId: details.checkoutId,
    caseId,
    quoteId: id,
    createdAt: at,
    updatedAt: at,
  });
}

/** The forms of this order. */
export function sampleForms(db: Db, order: OrderWithLines, timestamp: Date): void {
  const sampler = createSampler(1);
  const facts: FormFacts = {
    ...ofNumber('ORD-10001'),
    orderMatch: 'other-email',
    isOutsideOrder: false,
    quarantineReason: null,
    workStatus: 'new',
    dueAt: null,
    timestamp,
  };
  const website = {
    ...sampleForm('website', sampler, order, facts),
    text: 'Since 1987 we have fixed what others throw away.\n\nCome by, or call before noon.',
    notes: 'No stock photos.',
    referenceUrls:
      'https://one.example\nhttps://two.example/a-very-long-address-that-does-not-end-where-a-phone-does/and-goes-on',
    testimonials: 'They fixed it in a day. (محمد, a customer)',
  };
  const voice = {
    ...sampleForm('voice', sampler, order, { ...facts, orderMatch: 'unconfirmed' }),
    notes: 'Learn from https://marlow-bicycles.example/prices',
  };
  db.insert(formSubmissions).values(website).run();
  db.insert(voiceAgentFormSubmissions).values(voice).run();
  db.insert(onHoldSubmissions)
    .values(sampleForm('onhold', sampler, order, facts))
    .run();
}
