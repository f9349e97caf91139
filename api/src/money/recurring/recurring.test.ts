import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import {
  buyWithPaypal,
  checkOut,
  confirmCard,
  startCard,
  startedCard,
} from '../../../test/shop/purchase-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Env } from '../../base/settings/env.ts';
import { emailKeyOf, orderKeyOf } from '../../work/orders/order-links.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { auditLog } from '../../db/schema/people.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { advance } from '../payments/demo/demo-store.ts';
import { createDisabledProvider } from '../payments/providers.ts';
import { checkDueAgreements } from './check-agreement.ts';
import { actAsAdmin } from './act-on-agreement.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';

const DAY = 24 * 60 * 60_000;
const NUMBER = 'ORD-10001';

async function open(env: Partial<Env> = {}) {
  const app = await appWithAdmin({ env });
  // A session ends when its clock moves on by days.
  const cookie = () => loggedIn(app);
  const work = async () => {
    while ((await checkDueAgreements(app.context)) > 0);
  };
  const link = () => {
    const order = orderStore.byNumber(app.db, NUMBER);
    if (!order) throw new Error('No order.');
    return `/api/recurring-payment?order=${NUMBER}&key=${orderKeyOf(app.context.settings.secret, order)}`;
  };
  return {
    app,
    /** The clock of recurring payments moves on, and the worker notices. */
    wait: async (days: number) => {
      await inTransaction(app.db, () => advance(app.db, days * DAY));
      await work();
    },
    /** A little later, so that a new recurring payment is started. */
    start: async () => {
      app.clock.now = new Date(app.clock.now.getTime() + 5_000);
      await work();
    },
    list: async (query = '') => (await app.get(`/api/json/recurring${query}`, await cookie())).body,
    agreement: async () => (await app.get(`/api/json/recurring`, await cookie())).body.agreements[0],
    see: async (path: string) => (await app.get(path, await cookie())).body,
    act: async (action: object) => app.post(`/api/admin/cases/${NUMBER}/recurring`, action, await cookie()),
    customer: async () => app.get(link()),
    change: (action: string) => app.post(link(), { action }),
    subjects: async () => (await app.sentEmails()).map(({ subject }) => subject),
  };
}

async function withWebsite(isYearly = false) {
  const shop = await open();
  await buyWithCard(shop.app, aDraft({ isYearly }));
  await shop.start();
  return shop;
}

/** The card works today, and declines the recurring payments. */
async function withFailingCard() {
  const shop = await open();
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(shop.app, draft);
  await confirmCard(shop.app, clientSecret, '4000 0000 0000 0341');
  await checkOut(shop.app, draft, { paymentIntentId });
  await shop.start();
  return shop;
}

test('an order with a recurring price starts one recurring payment, a month after the order', async () => {
  const shop = await withWebsite();
  const { success, message, agreements } = await shop.list();
  expect([success, message]).toEqual([true, '1 result']);
  expect(agreements).toMatchObject([
    {
      orderNumber: NUMBER,
      provider: 'demo-card',
      state: 'active',
      period: 'month',
      amountCents: 3_000,
      startedAt: '2026-11-21T10:00:00.000Z',
      nextChargeAt: '2026-12-21T10:00:00.000Z',
      cancelAt: null,
      charges: [],
    },
  ]);
});

test('nothing recurs for voice and on-hold, and not for an unpaid order', async () => {
  const shop = await open();
  await buyWithCard(shop.app, aDraft({ serviceTypes: ['voice', 'onhold'] }));
  await checkOut(shop.app, aDraft());
  await shop.start();
  expect((await shop.list()).agreements).toEqual([]);
});

test('every month is charged once, however often the clock jumps, and each charge has a receipt', async () => {
  const shop = await withWebsite();
  await shop.wait(35);
  await shop.wait(0);
  await shop.wait(65);
  const { charges, nextChargeAt } = await shop.agreement();
  expect(charges.map(({ dueAt, state, attempts }: never) => [dueAt, state, attempts])).toEqual([
    ['2026-12-21T10:00:00.000Z', 'paid', 1],
    ['2027-01-21T10:00:00.000Z', 'paid', 1],
    ['2027-02-21T10:00:00.000Z', 'paid', 1],
  ]);
  expect(nextChargeAt).toBe('2027-03-21T10:00:00.000Z');
  const receipts = (await shop.subjects()).filter((subject) => subject.includes('receipt'));
  expect(receipts).toHaveLength(3);
});

test('the customer gets an email a week before the first monthly charge, once', async () => {
  const shop = await withWebsite();
  const renewals = async () => (await shop.subjects()).filter((subject) => subject.includes('first monthly'));
  await shop.wait(22);
  expect(await renewals()).toEqual([]);
  await shop.wait(2);
  await shop.wait(1);
  expect(await renewals()).toEqual([`Your first monthly payment (order ${NUMBER})`]);
  await shop.wait(28);
  expect(await renewals()).toHaveLength(1);
});

test('the customer gets an email 30 days before every yearly charge', async () => {
  const shop = await withWebsite(true);
  const renewals = async () => (await shop.subjects()).filter((subject) => subject.includes('renews soon'));
  await shop.wait(334);
  expect(await renewals()).toHaveLength(0);
  await shop.wait(2);
  expect(await renewals()).toHaveLength(1);
  await shop.wait(366);
  expect(await renewals()).toHaveLength(2);
  expect((await shop.agreement()).charges).toMatchObject([{ amountCents: 30_000, state: 'paid' }]);
});

test('a card that fails is retried, the customer is told once, and a new card pays what is open', async () => {
  const shop = await withFailingCard();
  await shop.wait(31);
  expect(await shop.agreement()).toMatchObject({
    state: 'past-due',
    charges: [{ state: 'failed', attempts: 1 }],
  });
  await shop.wait(4);
  expect(await shop.agreement()).toMatchObject({ charges: [{ state: 'failed', attempts: 2 }] });
  const failures = (await shop.subjects()).filter((subject) => subject.includes('didn’t go through'));
  expect(failures).toHaveLength(1);
  expect((await shop.customer()).body).toMatchObject({ state: 'past-due', canPay: true });
  expect((await shop.change('pay')).body).toMatchObject({
    message: 'Thank you. We received your payment.',
    url: null,
  });
  expect(await shop.agreement()).toMatchObject({ state: 'active', charges: [{ state: 'paid' }] });
});

test('a card that keeps failing ends the recurring payment', async () => {
  const shop = await withFailingCard();
  await shop.wait(60);
  expect(await shop.agreement()).toMatchObject({
    state: 'ended',
    nextChargeAt: null,
    charges: [{ attempts: 4 }],
  });
  await shop.wait(400);
  expect((await shop.agreement()).charges).toHaveLength(1);
  expect(await shop.subjects()).toContain(`Your recurring payment has ended (order ${NUMBER})`);
});

test('customers cancel at the end of the paid period, undo it until then, and are never charged after it', async () => {
  const shop = await withWebsite();
  await shop.wait(35);
  expect((await shop.change('cancel')).body.message).toBe('Canceled. You won’t be charged again.');
  expect((await shop.customer()).body).toMatchObject({
    state: 'active',
    nextChargeAt: null,
    cancelAt: '2027-01-21T10:00:00.000Z',
  });
  expect(await shop.subjects()).toContain(`Your recurring payment is canceled (order ${NUMBER})`);
  expect((await shop.change('undo-cancel')).status).toBe(200);
  expect((await shop.customer()).body).toMatchObject({
    cancelAt: null,
    nextChargeAt: '2027-01-21T10:00:00.000Z',
  });
  await shop.change('cancel');
  await shop.wait(400);
  expect(await shop.agreement()).toMatchObject({ state: 'canceled', nextChargeAt: null });
  expect((await shop.agreement()).charges).toHaveLength(1);
  expect((await shop.change('undo-cancel')).body.message).toBe('This recurring payment has already ended.');
});

test('a link with a wrong key shows nothing, and so does the key of the forms', async () => {
  const shop = await withWebsite();
  const wrong = await shop.app.get(`/api/recurring-payment?order=${NUMBER}&key=${'A'.repeat(22)}`);
  expect([wrong.status, wrong.body.code]).toEqual([404, 'link_invalid']);
  const none = await shop.app.get(`/api/recurring-payment?order=ORD-99999&key=${'A'.repeat(22)}`);
  expect([none.status, none.body.message]).toEqual([404, wrong.body.message]);
  const order = orderStore.byNumber(shop.app.db, NUMBER);
  const formKey = order && emailKeyOf(shop.app.context.settings.secret, order);
  expect((await shop.app.get(`/api/recurring-payment?order=${NUMBER}&key=${formKey}`)).status).toBe(404);
});

test('an administrator pauses, resumes, changes the amount, refunds and cancels, and the timeline says who', async () => {
  const shop = await withWebsite();
  expect((await shop.act({ action: 'pause' })).body.message).toBe('Recurring payment paused');
  await shop.wait(35);
  expect(await shop.agreement()).toMatchObject({ state: 'paused', nextChargeAt: null, charges: [] });
  await shop.act({ action: 'resume' });
  await shop.act({ action: 'change-amount', amount: 45.5 });
  expect(shop.app.db.select().from(auditLog).all().at(-1)?.detail).toEqual({
    action: 'change-amount',
    from: expect.stringMatching(/^\d+\.\d\d$/),
    to: '45.50',
  });
  expect(await shop.subjects()).toContain(`Your website’s price is changing (order ${NUMBER})`);
  await shop.wait(30);
  expect(await shop.agreement()).toMatchObject({ amountCents: 4_550, charges: [{ amountCents: 4_550 }] });
  const [charge] = (await shop.see(`/api/json/cases/${NUMBER}`)).recurring.charges;
  const refund = {
    action: 'refund',
    chargeId: charge.id,
    reason: 'The page was down.',
    refundKey: randomUUID(),
  };
  expect((await shop.act({ ...refund, amount: 50 })).body.message).toBe('You can refund up to $45.50.');
  expect((await shop.act(refund)).body.message).toBe('$45.50 refunded');
  expect(await shop.agreement()).toMatchObject({ charges: [{ state: 'refunded' }] });
  expect(await shop.subjects()).toContain(`Your refund for order ${NUMBER}`);
  expect((await shop.act({ action: 'cancel-now' })).body.message).toBe('Recurring payment canceled');
  const { timeline, recurring } = await shop.see(`/api/json/cases/${NUMBER}`);
  expect(recurring).toMatchObject({ state: 'canceled', problem: null });
  const done = timeline.filter(
    ({ kind, by }: { kind: string; by: string }) => kind === 'recurring' && by === 'ada',
  );
  expect(done.map(({ text }: { text: string }) => text)).toEqual([
    'Recurring payment canceled',
    '$45.50 refunded: The page was down.',
    'Recurring payment changed to $45.50, starting with the next charge',
    'Recurring payment resumed',
    'Recurring payment paused',
  ]);
});

test('the first charge of an order on January 31 is on February 28, and the next on March 31', async () => {
  const shop = await open();
  shop.app.clock.now = new Date('2027-01-31T10:00:00.000Z');
  await buyWithCard(shop.app, aDraft());
  await shop.start();
  await shop.wait(70);
  expect((await shop.agreement()).charges.map(({ dueAt }: { dueAt: string }) => dueAt.slice(0, 10))).toEqual([
    '2027-02-28',
    '2027-03-31',
  ]);
});

test('an order from before recurring payments existed can be started by an administrator', async () => {
  const shop = await withWebsite();
  shop.app.db.$client.exec('DELETE FROM agreements; DELETE FROM demo_agreements');
  shop.app.clock.now = new Date(shop.app.clock.now.getTime() + 100 * DAY);
  expect((await shop.see(`/api/json/cases/${NUMBER}`)).canStartRecurring).toBe(true);
  expect((await shop.act({ action: 'start' })).body.message).toBe('Recurring payment started');
  expect(await shop.agreement()).toMatchObject({
    state: 'active',
    nextChargeAt: '2027-03-21T10:00:00.000Z',
    charges: [],
  });
  expect((await shop.act({ action: 'start' })).status).toBe(409);
});

test('the list is filtered, searched and downloaded', async () => {
  const shop = await withWebsite();
  await buyWithPaypal(shop.app, aDraft({ isYearly: true, businessName: 'Lakeside Dental' }));
  await shop.start();
  const numbers = async (query: string) =>
    (await shop.list(query)).agreements.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
  expect(await numbers('')).toEqual(['ORD-10002', NUMBER]);
  expect(await numbers('?sort=next')).toEqual([NUMBER, 'ORD-10002']);
  expect(await numbers('?period=year')).toEqual(['ORD-10002']);
  expect(await numbers('?q=lakeside')).toEqual(['ORD-10002']);
  expect(await numbers('?state=past-due')).toEqual([]);
  expect((await shop.list('?state=past-due')).message).toBe('No recurring payments found');
});

test('the overview counts recurring payments: a yearly price counts as one-twelfth per month', async () => {
  const shop = await withWebsite();
  await buyWithCard(shop.app, aDraft({ isYearly: true }));
  await shop.start();
  await shop.wait(35);
  const { recurring } = await shop.see('/api/json/overview');
  expect(recurring).toMatchObject({
    monthlyRevenue: '55.00',
    active: 2,
    pastDue: 0,
    atRisk: '0.00',
    canceledThisMonth: 0,
  });
  expect((await shop.see('/api/json/figures')).revenue.now.recurring).toBe('30.00');
  await shop.act({ action: 'cancel-later' });
  // It no longer counts, although it runs until its period is over.
  expect((await shop.see('/api/json/overview')).recurring).toMatchObject({
    monthlyRevenue: '25.00',
    active: 1,
    ending: 1,
    leaving: '30.00',
  });
  const listed = async (state: string) =>
    (await shop.list(`?state=${state}`)).agreements.map(
      ({ orderNumber }: { orderNumber: string }) => orderNumber,
    );
  expect([await listed('ending'), await listed('active')]).toEqual([['ORD-10001'], ['ORD-10002']]);
  await shop.act({ action: 'undo-cancel' });
  await shop.act({ action: 'cancel-now' });
  expect((await shop.see('/api/json/overview')).recurring).toMatchObject({
    monthlyRevenue: '25.00',
    active: 1,
    canceledThisMonth: 1,
  });
});

test('with RECURRING_TAX on, the consent and the charges include the tax of a taxed address', async () => {
  const shop = await open({ taxesRecurring: true });
  await buyWithCard(shop.app, aDraft({ state: 'MI', postalCode: '48104' }));
  await shop.start();
  await shop.wait(35);
  expect(await shop.agreement()).toMatchObject({ amountCents: 3_180, charges: [{ amountCents: 3_180 }] });
  const { consent } = (await shop.see(`/api/json/cases/${NUMBER}`)).order;
  expect(consent.text).toContain('$31.80 a month');
  // In parts, so that roundings show. The emails say what the credit notes say.
  const [charge] = (await shop.see(`/api/json/cases/${NUMBER}`)).recurring.charges;
  for (const amount of [10.05, 10.05, undefined]) {
    const refund = { action: 'refund', chargeId: charge.id, reason: 'Down.', refundKey: randomUUID() };
    expect((await shop.act({ ...refund, ...(amount && { amount }) })).status).toBe(200);
  }
  const notes = shop.app.db
    .select()
    .from(invoices)
    .all()
    .filter(({ refundedCents }) => refundedCents > 0);
  expect(notes.reduce((sum, { taxCents }) => sum + (taxCents ?? 0), 0)).toBe(180);
  const emails = (await shop.app.sentEmails()).filter(({ subject }) => subject.startsWith('Your refund'));
  expect(emails.map(({ text }) => /\$[\d.]+ in sales tax/.exec(text)?.[0])).toEqual(
    notes.map(({ taxCents }) => expect.stringContaining(`$${((taxCents ?? 0) / 100).toFixed(2)}`)),
  );
});

test('the recurring payment of a demo order is left alone once the shop takes real payments', async () => {
  const shop = await withWebsite();
  Object.assign(shop.app.context.providers, {
    'credit-card': createDisabledProvider('stripe'),
    paypal: createDisabledProvider('paypal'),
  });
  await shop.wait(35);
  expect(await shop.agreement()).toMatchObject({ state: 'active', charges: [] });
  const { recurring } = await shop.see(`/api/json/cases/${NUMBER}`);
  expect(recurring.problem).toBe(
    'This order was placed in demo mode, so its recurring payment can’t be changed.',
  );
  expect((await shop.act({ action: 'pause' })).body.message).toBe(
    'This order was placed in demo mode, so its recurring payment can’t be changed.',
  );
});

async function wait(app: TestApp, days: number): Promise<void> {
  await inTransaction(app.db, () => advance(app.db, days * DAY));
  while ((await checkDueAgreements(app.context)) > 0);
}

function linkOf(app: TestApp): string {
  const order = orderStore.byNumber(app.db, NUMBER);
  if (!order) throw new Error('No order.');
  return `order=${NUMBER}&key=${orderKeyOf(app.context.settings.secret, order)}`;
}

const lastEmail = async (app: TestApp) => (await app.sentEmails()).at(-1);

test('the confirmation and the new order alert have the first date; the customer also gets the link', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  const email = await lastEmail(app);
  expect(email?.text).toContain('starting December 21, 2026.');
  expect(email?.text).toContain(`/order?${linkOf(app)}`);
  expect((await app.businessEmails()).at(-1)?.text).toContain('December 21, 2026');
});

test('an order in the studio’s evening, the next day in UTC, is charged and dated by the studio’s days', async () => {
  const app = await startTestApp();
  app.clock.now = new Date('2026-11-24T01:38:00.000Z');
  await buyWithCard(app, aDraft());
  expect((await lastEmail(app))?.text).toContain('starting December 23, 2026.');
  expect((await app.businessEmails()).at(-1)?.text).toContain('December 23, 2026');
  const page = (await app.get(`/api/recurring-payment?${linkOf(app)}`)).body;
  expect(page).toMatchObject({ nextChargeAt: '2026-12-24T01:38:00.000Z', timeZone: 'America/New_York' });
});

test('nothing about recurring payments is in the confirmation of an order without one', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  expect((await lastEmail(app))?.text).not.toMatch(/recurring/i);
});

test('the email about a cancellation fits whoever canceled, and says when it can be undone', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  await wait(app, 1);
  await actAsAdmin(app.context, NUMBER, { action: 'cancel-later' }, () => {});
  const later = await lastEmail(app);
  expect(later?.text).toContain('recurring payment of $30 a month ends on December 21, 2026.');
  expect(later?.text).toContain('You can undo this until then');
  expect(later?.text).not.toContain('you canceled');
  await actAsAdmin(app.context, NUMBER, { action: 'undo-cancel' }, () => {});
  await wait(app, 1);
  await actAsAdmin(app.context, NUMBER, { action: 'cancel-now' }, () => {});
  const now = await lastEmail(app);
  expect(now?.text).toContain('ended on November 23, 2026.');
  expect(now?.text).not.toContain('undo');
});

test('canceling a past due recurring payment ends it, and the open payment is never collected', async () => {
  const { app, draft, clientSecret, paymentIntentId } = await startedCard();
  await confirmCard(app, clientSecret, '4000 0000 0000 0341');
  await checkOut(app, draft, { paymentIntentId });
  await wait(app, 1);
  await wait(app, 31);
  await app.post(`/api/recurring-payment?${linkOf(app)}`, { action: 'cancel' });
  await wait(app, 60);
  const { body } = await app.get(`/api/recurring-payment?${linkOf(app)}`);
  expect(body).toMatchObject({ state: 'canceled', charges: [{ state: 'failed', attempts: 1 }] });
});
