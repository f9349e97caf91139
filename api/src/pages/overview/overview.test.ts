import { newCase } from '../../db/cases.ts';
import { randomUUID } from 'node:crypto';
import type { ListedOrder } from '@northlight/shared/contracts/orders.ts';
import type { Waiting } from '@northlight/shared/contracts/overview.ts';
import { failedPaymentText } from '@northlight/shared/contracts/review.ts';
import { expect, test, onTestFinished } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { sweepPayments } from '../../money/provider-events/sweep.ts';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aVoiceForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { startLiveApp, paidByStripe } from '../../../test/shop/live-app.ts';
import { recordCheck } from '../../db/connection-store.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as promiseStore from '../../work/fulfillment/promise-store.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { checkOut, pageLink } from '../../../test/shop/purchase-steps.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEnv } from '../../base/settings/env.ts';
import { readVersions } from './newer-version.ts';

const HOUR = 60 * 60_000;

async function overview({ see }: Awaited<ReturnType<typeof openConsole>>) {
  return see('/api/json/overview');
}

test('an empty shop has nothing to do, and thirty empty days', async () => {
  const office = await openConsole();
  const answer = await overview(office);
  for (const name of ['missingForms', 'newSubmissions', 'paymentsToReview', 'unsentMessages', 'quarantine']) {
    expect(answer[name], name).toEqual({ count: 0, items: [] });
  }
  const { bars, orders, kept } = await office.see('/api/json/figures');
  expect(bars).toHaveLength(30);
  expect(bars.at(-1)).toEqual({ from: '2026-11-21', now: '0.00', before: '0.00' });
  expect(bars[0].from).toBe('2026-10-23');
  expect([orders, kept.now]).toEqual([
    { now: 0, before: 0 },
    { kept: 0, all: 0 },
  ]);
  expect((await office.app.get('/api/json/overview')).status).toBe(401);
});

test('paid orders with missing forms are listed, the oldest first, until the forms arrive', async () => {
  const office = await openConsole();
  const { app } = office;
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'onhold'] }));
  const first = app.clock.now.toISOString();
  app.wait(HOUR);
  await checkOut(app, aDraft({ serviceTypes: ['voice'], firstName: 'Bo' }));
  await checkOut(app, aDraft({ serviceTypes: ['website'] }));
  expect((await overview(office)).missingForms).toMatchObject({
    count: 2,
    items: [
      {
        orderNumber: 'ORD-10001',
        title: 'Ada Marlow',
        detail: 'missing: Website, On-Hold Audio',
        since: first,
      },
      expect.objectContaining({
        orderNumber: 'ORD-10002',
        title: 'Bo Marlow',
        detail: 'missing: AI Voice Agent',
      }),
    ],
  });
  await app.post(
    '/api/submit-voice-agent-form',
    aVoiceForm({ orderNumber: '10002', ...formKey(app, 'ORD-10002') }),
  );
  await app.post('/api/submit-order-form', aWebsiteForm(formKey(app)));
  const { missingForms, newSubmissions, newForms } = await overview(office);
  expect(newForms).toEqual({ website: 1, voice: 1, onhold: 0 });
  expect(missingForms).toMatchObject({ count: 1, items: [{ detail: 'missing: On-Hold Audio' }] });
  expect(newSubmissions).toMatchObject({
    count: 2,
    items: [{ title: 'Ada Marlow', detail: 'Website form' }, { detail: 'Voice agent form' }],
  });
});

test('payments to review, unsent emails and quarantine are counted separately', async () => {
  const office = await openConsole();
  const { app } = office;
  await checkOut(app, aDraft({ serviceTypes: ['website'] }));
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ leaveEmpty: 'x' }));
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  app.db.$client.exec("UPDATE orders SET order_number = 'GONE-' || order_number");
  await app.sentEmails();
  app.wait(25 * HOUR);
  await app.sentEmails();
  app.db.$client.exec("UPDATE orders SET order_number = replace(order_number, 'GONE-', '')");
  const headers = await loggedIn(app);
  const { body } = await app.get('/api/json/overview', headers);
  const { paymentsToReview, unsentMessages, quarantine, newSubmissions } = body;
  expect(paymentsToReview).toMatchObject({ count: 1, items: [{ orderNumber: 'ORD-10001' }] });
  expect(unsentMessages).toMatchObject({
    // One to the buyer and one to the business.
    count: 2,
    items: Array.from({ length: 2 }, () => ({
      orderNumber: 'ORD-10003',
      detail: expect.stringContaining('no longer exists'),
    })),
  });
  expect(quarantine).toMatchObject({
    count: 1,
    items: [{ detail: 'On-hold form: likely spam (filled out a hidden field)' }],
  });
  expect(newSubmissions.count).toBe(0);
});

test('a payment without an order is shown without a number', async () => {
  const office = await openConsole();
  const { app } = office;
  const intent = await app.post('/api/create-payment-intent', { amount: 10 });
  await app.post('/api/demo-payments/card', {
    clientSecret: intent.body.clientSecret,
    cardNumber: '4242 4242 4242 4242',
  });
  app.wait(HOUR);
  await sweepPayments(app.context);
  expect((await overview(office)).paymentsToReview).toEqual({
    count: 1,
    items: [expect.objectContaining({ orderNumber: null, title: 'Payment by Demo card', amount: '10.00' })],
  });
});

test('revenue is summed by the studio’s days, with refunds in theirs, and compared until the same time of day', async () => {
  const { app } = await openConsole();
  const read = async (days = 30) =>
    (await app.get(`/api/json/figures?days=${days}`, await loggedIn(app))).body;
  const buy = async (at: string, draft: Parameters<typeof aDraft>[0]) => {
    app.clock.now = new Date(at);
    await buyWithCard(app, aDraft(draft));
  };
  // Noon of November 21 is five hours behind UTC, and October 22 four.
  await buy('2026-10-22T15:59:59.000Z', { serviceTypes: ['onhold'] });
  await buy('2026-10-22T16:00:01.000Z', { serviceTypes: ['onhold'] });
  await buy('2026-11-16T04:59:59.999Z', { serviceTypes: ['website'] });
  await buy('2026-11-16T05:00:00.000Z', { serviceTypes: ['website', 'onhold'], isYearly: true });
  app.clock.now = new Date('2026-11-21T17:00:00.000Z');
  const refund = { amount: 49, reason: 'Sorry', refundKey: randomUUID() };
  const path = '/api/admin/payments/1/refund';
  expect((await app.post(path, refund, await loggedIn(app))).status).toBe(200);
  const { revenue, bars, orders, services } = await read();
  expect(revenue).toEqual({
    now: {
      net: '348.00',
      paid: '397.00',
      byHand: '0.00',
      recurring: '0.00',
      refunded: '49.00',
      takenBack: '0.00',
      newMonthly: '55.00',
    },
    before: expect.objectContaining({ net: '99.00', paid: '99.00', newMonthly: '0.00' }),
  });
  const of = (day: string) => bars.find(({ from }: { from: string }) => from === day).now;
  expect(['2026-11-15', '2026-11-16', '2026-11-21'].map(of)).toEqual(['149.00', '248.00', '-49.00']);
  expect(bars.at(-1).before).toBe('99.00');
  expect(orders).toEqual({ now: 2, before: 1 });
  expect(services).toEqual({
    website: { now: 2, before: 0 },
    voice: { now: 0, before: 0 },
    onhold: { now: 1, before: 1 },
  });
  const longer = await read(90);
  expect(longer.bars.map(({ from }: { from: string }) => from).slice(-2)).toEqual([
    '2026-11-16',
    '2026-11-19',
  ]);
  expect(longer.revenue.now.paid).toBe('595.00');
});

test('what came in since yesterday begins with the studio’s day', async () => {
  const office = await openConsole();
  const { app } = office;
  const now = app.clock.now;
  for (const at of ['2026-11-20T04:59:59.000Z', '2026-11-20T05:00:00.000Z']) {
    app.clock.now = new Date(at);
    await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  }
  app.clock.now = now;
  const { sinceYesterday } = (await app.get('/api/json/overview', await loggedIn(app))).body;
  expect(sinceYesterday).toBe('99.00');
});

test('tasks have one order: what fails, money at risk, who waits longest, what is due, and the customer’s turn last', async () => {
  const { app } = await openConsole();
  const now = app.clock.now;
  const at = (hours: number) => {
    app.clock.now = new Date(now.getTime() + hours * HOUR);
  };
  const promise = (nth: number, hours: number) => {
    const caseId = newCase(`ORD-1000${nth}`);
    const due = { startedAt: now, dueAt: new Date(now.getTime() + hours * HOUR) };
    promiseStore.insert(app.db, { caseId, serviceId: 'voice', kind: 'delivery', ...due });
  };
  for (const hour of [-9, -8, -7]) {
    at(hour);
    await buyWithCard(app, aDraft({ serviceTypes: ['voice'] }));
  }
  promise(1, -1);
  promise(2, -3);
  promise(3, 1);
  const link = new URLSearchParams(pageLink(app, 'ORD-10003'));
  at(-2);
  await app.post(`/api/order/messages?${link}`, { key: randomUUID(), text: 'When?' });
  at(0);
  const headers = await loggedIn(app);
  const ask = (send: boolean) =>
    app.post(
      '/api/admin/cases/ORD-10001/payment-requests',
      { key: randomUUID(), amount: '120.00', reason: 'Photos', send },
      headers,
    );
  await ask(true);
  await ask(false);
  const { promises, messagesToAnswer, paymentsToCollect, missingForms } = (
    await app.get('/api/json/overview', headers)
  ).body;
  type Row = { harm: string; orderNumber: string; send?: number };
  const named = (name: string, { items }: { items: Row[] }) => items.map((item) => ({ name, ...item }));
  const all = [
    ...named('missing', missingForms),
    ...named('collect', paymentsToCollect),
    ...named('today', promises.today),
    ...named('message', messagesToAnswer),
    ...named('late', promises.late),
  ].toSorted((a, b) => (a.harm < b.harm ? -1 : 1));
  expect(all.map(({ name, orderNumber, send }) => [name, orderNumber, send !== undefined])).toEqual([
    ['late', 'ORD-10002', false],
    ['message', 'ORD-10003', false],
    ['late', 'ORD-10001', false],
    ['today', 'ORD-10003', false],
    ['collect', 'ORD-10001', true],
    ['collect', 'ORD-10001', false],
    ['missing', 'ORD-10001', false],
    ['missing', 'ORD-10002', false],
    ['missing', 'ORD-10003', false],
  ]);
  expect(promises.late.items[0].act).toEqual({ promise: 'delivery', service: 'voice', version: 1, id: 2 });
});

test('a customer who wrote last is a task until somebody answers, or says that nobody needs to', async () => {
  const office = await openConsole();
  const { app } = office;
  const headers = await loggedIn(app);
  await buyWithCard(app, aDraft());
  await buyWithCard(app, aDraft());
  const write = async (number: string, text: string) => {
    const link = new URLSearchParams(pageLink(app, number));
    app.wait(1_000);
    const { status } = await app.post(`/api/order/messages?${link}`, { key: randomUUID(), text });
    expect(status).toBe(200);
  };
  const act = async (number: string, what: string, body: object) => {
    app.wait(1_000);
    const { status, body: done } = await app.post(`/api/admin/cases/${number}/${what}`, body, headers);
    expect(status).toBe(200);
    return done;
  };
  const waiting = async () => {
    const { messagesToAnswer } = await overview(office);
    expect(messagesToAnswer.count).toBe(messagesToAnswer.items.length);
    return messagesToAnswer.items.map(({ orderNumber, detail }: Waiting) => `${orderNumber}: ${detail}`);
  };
  expect(await waiting()).toEqual([]);
  await write('ORD-10001', 'When is it ready?');
  await write('ORD-10002', 'Is it blue?');
  await write('ORD-10001', 'We open tomorrow.');
  expect(await waiting()).toEqual(['ORD-10002: Is it blue?', 'ORD-10001: We open tomorrow.']);
  await act('ORD-10001', 'notes', { text: 'They seem to be in a hurry' });
  await act('ORD-10002', 'messages', { key: randomUUID(), text: 'It is.' });
  expect(await waiting()).toEqual(['ORD-10001: We open tomorrow.']);
  await act('ORD-10001', 'notes', { text: 'Called the customer', answers: 'called' });
  expect(await waiting()).toEqual([]);
  await write('ORD-10002', 'Thank you!');
  expect(await waiting()).toEqual(['ORD-10002: Thank you!']);
  const nothing = { text: 'No answer needed', answers: 'nothing' };
  const { message, undo } = await act('ORD-10002', 'notes', nothing);
  expect(message).toBe('Ada’s message is marked as answered');
  expect(await waiting()).toEqual([]);
  // It was pressed by mistake.
  await act('ORD-10002', 'undo', { token: undo.token });
  expect(await waiting()).toEqual(['ORD-10002: Thank you!']);
  await act('ORD-10002', 'notes', nothing);
  expect(await waiting()).toEqual([]);
  await write('ORD-10002', 'One more thing.');
  expect(await waiting()).toEqual(['ORD-10002: One more thing.']);
});

test('what customers owe is a task with its sum, and is in the order’s row and in the books', async () => {
  const office = await openConsole();
  const { app } = office;
  const headers = await loggedIn(app);
  await buyWithCard(app, aDraft());
  const path = '/api/admin/cases/ORD-10001/payment-requests';
  const ask = (amount: string, send: boolean) =>
    app.post(path, { key: randomUUID(), amount, reason: 'Photos', send }, headers);
  expect((await ask('120.00', true)).status).toBe(200);
  expect((await ask('77.50', false)).status).toBe(200);
  const { paymentsToCollect } = await overview(office);
  expect(paymentsToCollect).toMatchObject({
    count: 2,
    sum: '197.50',
    items: [
      { orderNumber: 'ORD-10001', detail: 'Photos, asked for on November 21, 2026', amount: '120.00' },
      { orderNumber: 'ORD-10001', detail: 'Photos, not asked for yet', amount: '77.50', send: 2 },
    ],
  });
  const owed = async () => {
    const get = async (url: string) => (await app.get(url, headers)).body;
    const [row] = (await get('/api/json/orders')).orders;
    const { order } = await get('/api/json/cases/ORD-10001');
    return [row.owedCents, order.owedCents, (await get('/api/json/invoices')).owedCents];
  };
  expect(await owed()).toEqual([19_750, 19_750, 19_750]);
  expect(paymentsToCollect.items[0]).not.toHaveProperty('send');
  expect((await app.post(`${path}/2`, { action: 'send' }, headers)).status).toBe(200);
  expect((await overview(office)).paymentsToCollect.items[1]).not.toHaveProperty('send');
  for (const id of [1, 2]) await app.post(`${path}/${id}`, { action: 'cancel' }, headers);
  expect((await overview(office)).paymentsToCollect).toEqual({ count: 0, items: [], sum: '0.00' });
  expect(await owed()).toEqual([0, 0, 0]);
});

test('late and due today are two groups, and lateness counts business time', async () => {
  const { app } = await openConsole();
  const see = async (path: string) => (await app.get(path, await loggedIn(app))).body;
  // Monday, 10:00 Eastern.
  app.clock.now = new Date('2026-11-23T15:00:00.000Z');
  const dueAt = ['2026-11-20T21:00:00.000Z', '2026-11-23T22:00:00.000Z', '2026-11-24T15:00:00.000Z'];
  for (const [index, due] of dueAt.entries()) {
    await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
    const caseId = newCase(`ORD-1000${index + 1}`);
    const promise = { caseId, serviceId: 'voice', startedAt: app.clock.now } as const;
    promiseStore.insert(app.db, { ...promise, kind: 'delivery', dueAt: new Date(due) });
    // A second promise of the same order is not a second late order.
    promiseStore.insert(app.db, { ...promise, kind: 'contact', dueAt: new Date(Date.parse(due) + HOUR) });
    promiseStore.refreshDue(app.db, caseId);
  }
  const { promises } = await see('/api/json/overview');
  // One hour on Friday and one on Monday.
  const late = { orderNumber: 'ORD-10001', what: 'AI Voice Agent: deliver', late: '2 hours late' };
  expect(promises.late).toMatchObject({ count: 1, items: [late] });
  expect(promises.today).toMatchObject({ count: 1, items: [{ orderNumber: 'ORD-10002', late: null }] });
  const listed = async (due: string) =>
    (await see(`/api/json/orders?due=${due}&sort=due`)).orders.map(
      ({ orderNumber, late: text }: ListedOrder) => [orderNumber, text],
    );
  expect(await listed('late')).toEqual([['ORD-10001', '2 hours late']]);
  expect(await listed('today')).toEqual([['ORD-10002', null]]);
  app.clock.now = new Date('2026-11-24T22:00:00.000Z');
  expect(await listed('late')).toEqual([
    ['ORD-10001', '2 days late'],
    ['ORD-10002', '1 day late'],
    ['ORD-10003', '7 hours late'],
  ]);
  expect((await see('/api/json/cases/ORD-10003')).order.late).toBe('7 hours late');
});

test('scheduled emails are listed, the next first', async () => {
  const { app, see } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  await app.sentEmails();
  const { mails, plannedMails } = await see('/api/json/overview');
  expect(mails.planned).toBe(3);
  expect(plannedMails).toMatchObject([
    {
      orderNumber: 'ORD-10001',
      title: 'Form reminder',
      detail: 'ada@marlow-bicycles.example',
      since: '2026-11-22T10:00:00.437Z',
    },
    { since: '2026-11-24T10:00:00.437Z' },
    { since: '2026-11-28T10:00:00.437Z' },
  ]);
});

test('the overview says when the last backup was made, and needs attention when it failed or is late', async () => {
  const office = await openConsole();
  const { app } = office;
  expect((await overview(office)).backup).toBeUndefined();
  app.context.settings.backup.to = { folder: '/backups' };
  const record = (failure: string | null) =>
    inTransaction(app.db, () => upkeepStore.record(app.db, 'backup', failure, app.clock.now));
  await record(null);
  const lastSuccess = app.clock.now.toISOString();
  expect((await overview(office)).backup).toEqual({
    lastSuccess,
    failure: null,
    isLate: false,
    needsAttention: false,
  });
  await record('The disk is full.');
  expect((await overview(office)).backup).toMatchObject({
    failure: 'The disk is full.',
    isLate: false,
    needsAttention: true,
  });
  await record(null);
  app.wait(3 * HOUR);
  expect((await overview(office)).backup).toMatchObject({
    failure: null,
    isLate: true,
    needsAttention: true,
  });
});

test('owners read what is not set up yet', async () => {
  const office = await openConsole();
  const all = [
    'business',
    'shop',
    'terms',
    'payments',
    'email',
    'backups',
    'address',
    'factor',
    'test-order',
    'live',
  ];
  expect((await overview(office)).setup).toEqual(all);
  const { see } = await startLiveApp();
  expect((await see('/api/json/overview')).setup).not.toContain('payments');
  await addAdmin(office.app, { username: 'sam', password: 'a quiet north window', role: 'staff' });
  const sam = await loggedIn(office.app, { username: 'sam', password: 'a quiet north window' });
  expect((await office.app.get('/api/json/overview', sam)).body).not.toHaveProperty('setup');
});

test('a step of the setup is done when it is true, and says how far the newest order has come', async () => {
  const office = await openConsole();
  const { app } = office;
  const none = { orderNumber: null, paid: false, email: false, form: false, refund: false };
  expect((await overview(office)).testOrder).toEqual(none);
  await buyWithCard(app, aDraft({ serviceTypes: ['voice'] }));
  expect((await overview(office)).testOrder).toEqual({ ...none, orderNumber: 'ORD-10001', paid: true });
  await app.sentEmails();
  expect((await overview(office)).testOrder).toMatchObject({ email: true, form: false, refund: false });
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ ...formKey(app), orderNumber: 'ORD-10001' }));
  expect((await overview(office)).testOrder).toMatchObject({ form: true, refund: false });
  Object.assign(app.context.serverEnv, {
    smtpUrl: 'smtp://mail.example.com',
    publicUrl: 'https://shop.example.com',
  });
  await inTransaction(app.db, () => saveShopSettings(app.db, { triesTest: true }, 1, app.clock.now));
  // At another address, everybody logs in again.
  const setup = async () => (await app.get('/api/json/overview', await loggedIn(app))).body.setup;
  // What is only set was not seen yet.
  expect(await setup()).toEqual(expect.arrayContaining(['email', 'address']));
  const seen = { id: 't', to: '', at: 1, isAnswered: true };
  const checked = { failure: null, facts: [] };
  await inTransaction(app.db, () => {
    const test = { ...seen, for: 'smtp://@mail.example.com' };
    recordCheck(app.db, 'email', 0, { ...checked, test }, app.clock.now);
    const call = { ...seen, for: 'https://shop.example.com' };
    recordCheck(app.db, 'address', 0, { ...checked, test: call }, app.clock.now);
  });
  for (const step of ['email', 'address']) expect(await setup()).not.toContain(step);
});

test('an owner dismisses the setup, and nothing of it is said after', async () => {
  const office = await openConsole();
  const owner = await loggedIn(office.app);
  await office.app.post('/api/admin/setup', { isDismissed: true }, owner);
  const answer = await overview(office);
  expect([answer.setup, answer.testOrder]).toEqual([[], undefined]);
  await office.app.post('/api/admin/setup', { isDismissed: false }, owner);
  expect((await overview(office)).setup).toContain('payments');
});

test('a bank payment that failed is the same on the overview, on the order, and for its customer', async () => {
  const { app, paymentIntentId } = await paidByStripe(aDraft({ serviceTypes: ['onhold'] }), 'debit');
  const readPage = async () => (await app.get(`/api/order?${new URLSearchParams(pageLink(app))}`)).body;
  expect(await readPage()).toMatchObject({
    paymentNotice: { title: 'Your payment is on its way.' },
    services: [{ state: 'form' }],
  });
  app.stripe.settleDebit(paymentIntentId, false);
  await app.settled();
  const headers = await loggedIn(app);
  const { body } = await app.get('/api/json/overview', headers);
  const { payments } = (await app.get('/api/json/cases/ORD-10001', headers)).body;
  const detail = failedPaymentText(9_900, payments[0], app.context.settings.hours.timeZone);
  expect(detail).toMatch(/^The payment of \$99\.00 failed on .+\. Nothing was charged\.$/);
  expect(body.paymentsToReview.items).toMatchObject([{ detail }]);
  expect(await readPage()).toMatchObject({
    paymentNotice: {
      title: 'Your payment didn’t go through.',
      text: expect.stringContaining('Nothing was charged.'),
    },
    services: [],
  });
});

const FEED = 'https://versions.example.com/northlight.json';

/** A feed that answers with this, and what it was sent. */
async function openShop(body: string | object, status = 200) {
  const shop = await openConsole();
  const { app } = shop;
  const asked: { url: string | undefined; headers: object }[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push({ url, headers });
    response.writeHead(status, { Location: 'http://127.0.0.1/' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get: typeof fetch = (address, options) => {
    expect(address).toBe(FEED);
    return fetch(`http://127.0.0.1:${port}/northlight.json`, options);
  };
  return {
    asked,
    app,
    read: () => readVersions(app.context, get),
    newer: async () => (await shop.see('/api/json/overview')).newer,
  };
}

test('without a feed nobody is asked; with one, owners read which version is there, and the feed learns nothing', async () => {
  const { app, asked, read, newer } = await openShop({ version: '9999.0.10', news: 'Faster lists.' });
  await read();
  expect([asked, await newer()]).toEqual([[], undefined]);
  app.context.settings.versionFeed = FEED;
  await read();
  expect(await newer()).toEqual({
    version: '9999.0.10',
    news: 'Faster lists.',
    command: 'git -C northlight pull && northlight/deploy/install',
  });
  const headers = { host: expect.any(String), connection: expect.any(String) };
  expect(asked).toEqual([
    {
      url: '/northlight.json',
      headers: {
        ...headers,
        accept: '*/*',
        'accept-encoding': expect.any(String),
        'accept-language': '*',
        'sec-fetch-mode': 'cors',
        'user-agent': 'Northlight',
      },
    },
  ]);
});

test('an older version, or the same, is no news', async () => {
  const { app, read, newer } = await openShop({ version: '0.0.1', news: '' });
  app.context.settings.versionFeed = FEED;
  await read();
  expect(await newer()).toBeUndefined();
});

test.each<[string, string | object, number?]>([
  ['an error', 'down', 500],
  ['a redirect', '', 302],
  ['no JSON', '<html>'],
  ['another version', { version: '1.0-beta', news: '' }],
  ['too much', { version: '9999.0.0', news: '', more: 'x'.repeat(20_000) }],
])('a feed with %s says nothing', async (_name, body, status) => {
  const { app, read, newer } = await openShop(body, status);
  app.context.settings.versionFeed = FEED;
  await expect(read()).rejects.toThrow();
  expect(await newer()).toBeUndefined();
});

test('a feed has an address with https', () => {
  expect(parseEnv({ VERSION_FEED: FEED }).versionFeed).toBe(FEED);
  expect(() => parseEnv({ VERSION_FEED: FEED.replace('https', 'http') })).toThrow('VERSION_FEED must');
});
