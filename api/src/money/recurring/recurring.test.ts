import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { buyWithPaypal, checkOut } from '../../../test/shop/purchase-steps.ts';
import { chargesIn, NUMBER, openDemo, soldInDemo } from '../../../test/shop/recurring-shop.ts';
import { emailKeyOf } from '../../work/orders/order-links.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { auditLog } from '../../db/schema/people.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { createDisabledProvider } from '../payments/providers.ts';

const DAY = 24 * 60 * 60_000;

type Shop = Awaited<ReturnType<typeof openDemo>>;
const list = ({ see }: Shop, query = '') => see(`/api/json/recurring${query}`);

test('an order with a recurring price starts one recurring payment, a month after the order', async () => {
  const shop = await soldInDemo();
  const { success, message, agreements } = await list(shop);
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
  const shop = await openDemo();
  await buyWithCard(shop.app, aDraft({ serviceTypes: ['voice', 'onhold'] }));
  await checkOut(shop.app, aDraft());
  await shop.start();
  expect((await list(shop)).agreements).toEqual([]);
});

test('the customer gets an email a week before the first monthly charge, once', async () => {
  const shop = await soldInDemo();
  const renewals = () => shop.subjects('first monthly');
  await shop.wait(22);
  expect(await renewals()).toEqual([]);
  await shop.wait(2);
  await shop.wait(1);
  expect(await renewals()).toEqual([`Your first monthly payment (order ${NUMBER})`]);
  await shop.wait(28);
  expect(await renewals()).toHaveLength(1);
});

test('a link with a wrong key shows nothing, and so does the key of the forms', async () => {
  const shop = await soldInDemo();
  const wrong = await shop.app.get(`/api/recurring-payment?order=${NUMBER}&key=${'A'.repeat(22)}`);
  expect([wrong.status, wrong.body.code]).toEqual([404, 'link_invalid']);
  const none = await shop.app.get(`/api/recurring-payment?order=ORD-99999&key=${'A'.repeat(22)}`);
  expect([none.status, none.body.message]).toEqual([404, wrong.body.message]);
  const order = orderStore.byNumber(shop.app.db, NUMBER);
  const formKey = order && emailKeyOf(shop.app.context.settings.secret, order);
  expect((await shop.app.get(`/api/recurring-payment?order=${NUMBER}&key=${formKey}`)).status).toBe(404);
});

test('an administrator pauses, resumes, changes the amount, refunds and cancels, and the timeline says who', async () => {
  const shop = await soldInDemo();
  await shop.act({ action: 'pause' });
  await shop.wait(35);
  await shop.act({ action: 'resume' });
  await shop.act({ action: 'change-amount', amount: 45.5 });
  expect(shop.app.db.select().from(auditLog).all().at(-1)?.detail).toEqual({
    action: 'change-amount',
    from: expect.stringMatching(/^\d+\.\d\d$/),
    to: '45.50',
  });
  await shop.wait(30);
  const [charge] = (await shop.read()).recurring.charges;
  const refund = { chargeId: charge.id, reason: 'The page was down.', refundKey: randomUUID() };
  await shop.act({ action: 'refund', ...refund });
  await shop.act({ action: 'cancel-now' });
  const { timeline, recurring } = await shop.read();
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
  const shop = await soldInDemo({ orderedAt: new Date('2027-01-31T10:00:00.000Z') });
  await shop.wait(70);
  expect(chargesIn(await shop.agreement())).toEqual(['2027-02-28 paid 1', '2027-03-31 paid 1']);
});

test('the demo tries a failed charge again after 3, 8, and 15 days, and then ends', async () => {
  const shop = await soldInDemo({ fails: true, orderedAt: new Date('2026-11-21T10:00:00.000Z') });
  const seen = [];
  // Half a day after the first try, then half a day before and after each other one, and a month later.
  for (const days of [30.5, 2, 1, 4, 1, 6, 1, 30]) {
    await shop.wait(days);
    const { state, charges } = await shop.agreement();
    seen.push([state, ...chargesIn({ charges })]);
  }
  expect(seen).toEqual([
    ['past-due', '2026-12-21 failed 1'],
    ['past-due', '2026-12-21 failed 1'],
    ['past-due', '2026-12-21 failed 2'],
    ['past-due', '2026-12-21 failed 2'],
    ['past-due', '2026-12-21 failed 3'],
    ['past-due', '2026-12-21 failed 3'],
    ['ended', '2026-12-21 failed 4'],
    ['ended', '2026-12-21 failed 4'],
  ]);
});

test('an order from before recurring payments existed can be started by an administrator', async () => {
  const shop = await soldInDemo();
  shop.app.db.$client.exec('DELETE FROM agreements; DELETE FROM demo_agreements');
  shop.app.wait(100 * DAY);
  expect((await shop.read()).canStartRecurring).toBe(true);
  expect((await shop.act({ action: 'start' })).body.message).toBe('Recurring payment started');
  expect(await shop.agreement()).toMatchObject({
    state: 'active',
    nextChargeAt: '2027-03-21T10:00:00.000Z',
    charges: [],
  });
  expect((await shop.act({ action: 'start' })).status).toBe(409);
});

test('the list is filtered, searched and downloaded', async () => {
  const shop = await soldInDemo();
  await buyWithPaypal(shop.app, aDraft({ isYearly: true, businessName: 'Lakeside Dental' }));
  await shop.start();
  const numbers = async (query: string) =>
    (await list(shop, query)).agreements.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
  expect(await numbers('')).toEqual(['ORD-10002', NUMBER]);
  expect(await numbers('?sort=next')).toEqual([NUMBER, 'ORD-10002']);
  expect(await numbers('?period=year')).toEqual(['ORD-10002']);
  expect(await numbers('?q=lakeside')).toEqual(['ORD-10002']);
  expect(await numbers('?state=past-due')).toEqual([]);
  expect((await list(shop, '?state=past-due')).message).toBe('No recurring payments found');
});

test('the overview counts recurring payments: a yearly price counts as one-twelfth per month', async () => {
  const shop = await soldInDemo();
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
    (await list(shop, `?state=${state}`)).agreements.map(
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
  const shop = await soldInDemo({ state: 'MI', postalCode: '48104' }, { taxesRecurring: true });
  await shop.wait(35);
  expect(await shop.agreement()).toMatchObject({ amountCents: 3_180, charges: [{ amountCents: 3_180 }] });
  const { consent } = (await shop.read()).order;
  expect(consent.text).toContain('$31.80 a month');
  // In parts, so that roundings show. The emails say what the credit notes say.
  const [charge] = (await shop.read()).recurring.charges;
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
  const shop = await soldInDemo();
  Object.assign(shop.app.context.providers, {
    'credit-card': createDisabledProvider('stripe'),
    paypal: createDisabledProvider('paypal'),
  });
  await shop.wait(35);
  expect(await shop.agreement()).toMatchObject({ state: 'active', charges: [] });
  const { recurring } = await shop.read();
  expect(recurring.problem).toBe(
    'This order was placed in demo mode, so its recurring payment can’t be changed.',
  );
  expect((await shop.act({ action: 'pause' })).body.message).toBe(
    'This order was placed in demo mode, so its recurring payment can’t be changed.',
  );
});

const lastEmail = async ({ app }: Shop) => (await app.sentEmails()).at(-1);

test('the confirmation and the new order alert have the first date; the customer also gets the link', async () => {
  const shop = await soldInDemo();
  const email = await lastEmail(shop);
  expect(email?.text).toContain('starting December 21, 2026.');
  expect(email?.text).toContain(shop.link().replace('/api/recurring-payment', '/order'));
  expect((await shop.app.businessEmails()).at(-1)?.text).toContain('December 21, 2026');
});

test('an order in the studio’s evening, the next day in UTC, is charged and dated by the studio’s days', async () => {
  const shop = await soldInDemo({ orderedAt: new Date('2026-11-24T01:38:00.000Z') });
  expect((await lastEmail(shop))?.text).toContain('starting December 23, 2026.');
  expect((await shop.app.businessEmails()).at(-1)?.text).toContain('December 23, 2026');
  const page = await shop.customer();
  expect(page).toMatchObject({ nextChargeAt: '2026-12-24T01:38:00.000Z', timeZone: 'America/New_York' });
});

test('nothing about recurring payments is in the confirmation of an order without one', async () => {
  const shop = await soldInDemo({ serviceTypes: ['onhold'] });
  expect((await lastEmail(shop))?.text).not.toMatch(/recurring/i);
});

test('the email about a cancellation fits whoever canceled, and says when it can be undone', async () => {
  const shop = await soldInDemo();
  await shop.wait(1);
  await shop.act({ action: 'cancel-later' });
  const later = await lastEmail(shop);
  expect(later?.text).toContain('recurring payment of $30 a month ends on December 21, 2026.');
  expect(later?.text).toContain('You can undo this until then');
  expect(later?.text).not.toContain('you canceled');
  await shop.act({ action: 'undo-cancel' });
  await shop.wait(1);
  await shop.act({ action: 'cancel-now' });
  const now = await lastEmail(shop);
  expect(now?.text).toContain('ended on November 23, 2026.');
  expect(now?.text).not.toContain('undo');
});
