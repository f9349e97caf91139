import { expect, test } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { LISTS, openConsole, REQUESTS } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard, CARDS } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aVoiceForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { checkOut, confirmCard, startCard, linkInEmail } from '../../../test/shop/purchase-steps.ts';
import { rows, writesSoFar } from '../../../test/fixtures/rows.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS } from '../../base/units.ts';
import { browserKeyOf } from '../orders/order-links.ts';

const NOT_FOUND =
  "Order number not found. Please make sure you've entered the number exactly as it appears in your confirmation email (ORD-XXXXX or just the 5 digits).";

test.each(REQUESTS)(
  '$path without an order number gets one from the order counter, and is not an order',
  async ({ path, list, form }) => {
    const { app, see } = await openConsole();
    expect((await app.post(path, form({ orderNumber: '' }))).body.orderNumber).toBe('ORD-10001');
    expect((await app.post(path, form())).body.orderNumber).toBe('ORD-10002');
    expect((await see(list)).submissions).toMatchObject([
      { orderNumber: 'ORD-10002', orderMatch: 'request', isUnverified: false },
      { orderNumber: 'ORD-10001', orderMatch: 'request', isUnverified: false },
    ]);
    const verified = await app.get('/api/json/verify-order?orderNumber=10001');
    expect(verified.body.exists).toBe(false);
    const order = await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
    expect(order.body.order.orderNumber).toBe('ORD-10003');
  },
);

test('how a form matches its order is shown to the administrator only', async () => {
  const { app, see } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'], email: 'Ada@Marlow-Bicycles.example' }));
  const orders = () => rows.orders(app.db).map(({ missingForms: _forms, dueAt: _due, ...order }) => order);
  const before = orders();
  const sent = [
    { email: 'ada@marlow-bicycles.EXAMPLE', orderNumber: '10001' },
    { email: 'eve@elsewhere.example', orderNumber: 'ord-10001' },
    { email: 'ada@marlow-bicycles.example', orderNumber: '99999' },
  ];
  for (const { path, list, form } of REQUESTS) {
    const answers = [];
    for (const changes of sent) answers.push((await app.post(path, form(changes))).body);
    const [same, other, unknown] = answers.map(({ orderNumber: _number, ...rest }) => rest);
    expect(other).toEqual(same);
    // The response only reveals that the order does not exist, as verify-order does. It never reveals the
    // email.
    expect(unknown).toEqual({ ...same, promises: 'contact' });
    expect((await see(list)).submissions.slice(0, 3)).toMatchObject([
      { orderNumber: 'ORD-99999', orderMatch: 'unknown-order', isUnverified: true },
      { orderNumber: 'ORD-10001', orderMatch: 'other-email', isUnverified: true },
      { orderNumber: 'ORD-10001', orderMatch: 'unconfirmed', isUnverified: true },
    ]);
  }
  expect(orders()).toEqual(before);
});

test('a website form from another sender is accepted and flagged, and does not overwrite the first', async () => {
  const { app, see } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const form = aWebsiteForm({ notes: 'the buyer’s own', ...formKey(app) });
  const { body } = await app.post('/api/submit-order-form', form);
  expect(body).toMatchObject({ message: 'Order submitted successfully!' });
  const { status } = await app.post(
    '/api/submit-order-form',
    aWebsiteForm({ email: 'eve@elsewhere.example', notes: 'not the buyer’s' }),
  );
  expect(status).toBe(200);
  expect((await see(LISTS.website)).submissions).toMatchObject([
    { notes: 'not the buyer’s', isUnverified: true },
    { notes: 'the buyer’s own', isUnverified: false },
  ]);
});

test('a website form with an unknown order number is refused with the specified message and not stored', async () => {
  const app = await startTestApp();
  const before = writesSoFar(app.db);
  const { status, body } = await app.post('/api/submit-order-form', aWebsiteForm({ project: '10001' }));
  expect(status).toBe(400);
  expect(body).toMatchObject({ message: NOT_FOUND, fields: { project: [NOT_FOUND] } });
  expect(writesSoFar(app.db)).toBe(before);
});

test('guessing order numbers with the website form is delayed as in verify-order', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  const misses: number[] = [];
  const afterMiss = app.context.limits.lookupDelay.afterMiss;
  app.context.limits.lookupDelay.afterMiss = (address) => {
    misses.push(afterMiss(address));
    return 0;
  };
  for (let guess = 20_000; guess < 20_005; guess += 1) {
    await app.post('/api/submit-order-form', aWebsiteForm({ project: String(guess) }));
  }
  expect(misses).toEqual([0, 0, 0, 250, 500]);
});

const EVE = 'eve@elsewhere.example';
const CASE = '/api/json/cases/ORD-10001';

test('forms for an unpaid order are stored and flagged, whoever sends them', async () => {
  const { app, see } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['website', 'onhold'] }));
  const own = await app.post('/api/submit-order-form', aWebsiteForm());
  expect(own).toMatchObject({ status: 200, body: { promises: 'contact' } });
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: '10001', email: EVE }));
  const { order, submissions } = await see(CASE);
  expect(submissions).toMatchObject([
    { form: 'website', submission: { orderMatch: 'unpaid-order', isUnverified: true } },
    { form: 'onhold', submission: { orderMatch: 'unpaid-order', isUnverified: true } },
  ]);
  expect(order.missingForms).toEqual(['website', 'onhold']);
  expect((await see(`${LISTS.website}?flag=unverified`)).submissions).toHaveLength(1);
  expect((await see(`${LISTS.website}?flag=none`)).submissions).toHaveLength(0);
  expect((await app.businessEmails()).at(-1)?.text).toContain('Unverified: the order hasn’t been paid.');
});

test('once the order is paid, the customer is asked about the forms with their address, and other forms stay flagged', async () => {
  const { app, see } = await openConsole();
  const draft = aDraft({ serviceTypes: ['website', 'onhold'] });
  await checkOut(app, draft);
  await app.post('/api/submit-order-form', aWebsiteForm());
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: '10001', email: EVE }));
  await buyWithCard(app, draft);
  const { order, submissions } = await see(CASE);
  expect(submissions).toMatchObject([
    { submission: { orderMatch: 'unconfirmed', isUnverified: true } },
    { submission: { orderMatch: 'other-email', isUnverified: true } },
  ]);
  expect(order.missingForms).toEqual(['website', 'onhold']);
  // Now its address is the customer's.
  const subjects = (await app.sentEmails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Please confirm'))).toEqual([
    'Please confirm your website form (ORD-10001)',
  ]);
});

test('an order with a processing payment counts as paid for forms, until the payment fails', async () => {
  const { app, see } = await openConsole();
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await confirmCard(app, clientSecret, CARDS.declined);
  await checkOut(app, draft, { paymentIntentId });
  const exists = async () => (await app.get('/api/json/verify-order?orderNumber=10001')).body.exists;
  expect(await exists()).toBe(false);
  const setStatus = (status: string) =>
    app.db.$client.prepare(`UPDATE payments SET status = ? WHERE id = ?`).run(status, 1);
  expect(rows.orders(app.db)[0]?.paymentId).toBe(1);
  setStatus('processing');
  expect(await exists()).toBe(true);
  await app.post('/api/submit-order-form', aWebsiteForm());
  expect((await see(CASE)).submissions).toMatchObject([{ submission: { orderMatch: 'unconfirmed' } }]);
  setStatus('failed');
  expect(await exists()).toBe(false);
});

async function aBuyer(app: TestApp, email = 'ada@marlow-bicycles.example') {
  const { body } = await checkOut(app, aDraft({ serviceTypes: ['voice'], email }));
  return body.order;
}

const ask = (app: TestApp, order: string, key: string) =>
  app.get(`/api/intake?${new URLSearchParams({ order, key })}`);

test('the key in the confirmation shows the name, email and number of its order, and nothing else', async () => {
  const app = await startTestApp();
  const { orderNumber, intakeKey } = await aBuyer(app);
  const { status, body } = await ask(app, orderNumber, intakeKey);
  expect(status).toBe(200);
  expect(body).toEqual({
    orderNumber: 'ORD-10001',
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    businessName: 'Marlow Bicycles',
  });
});

test('the email has its own key, which shows the same', async () => {
  const app = await startTestApp();
  const { orderNumber, intakeKey } = await aBuyer(app);
  const link = await linkInEmail(app);
  expect(link.searchParams.get('order')).toBe(orderNumber);
  expect(link.searchParams.get('key')).not.toBe(intakeKey);
  const opened = await app.get(`/api/intake${link.search}`);
  expect(opened).toMatchObject({ status: 200, body: { orderNumber, firstName: 'Ada' } });
});

test('a key for another order, a changed key or a missing key shows nothing', async () => {
  const app = await startTestApp();
  const ada = await aBuyer(app);
  const eve = await aBuyer(app, 'eve@elsewhere.example');
  const changed = ada.intakeKey.startsWith('A') ? `B${ada.intakeKey.slice(1)}` : `A${ada.intakeKey.slice(1)}`;
  for (const [order, key] of [
    [ada.orderNumber, eve.intakeKey],
    [ada.orderNumber, changed],
    [ada.orderNumber, ada.intakeKey.slice(0, -1)],
    [ada.orderNumber, `${ada.intakeKey}A`],
    [ada.orderNumber, '%00'],
    ['ORD-99999', ada.intakeKey],
  ]) {
    const { status, body } = await ask(app, order, key);
    expect([status, body.email], `${order} ${key}`).toEqual([404, undefined]);
  }
  expect((await app.get(`/api/intake?order=${ada.orderNumber}`)).status).toBe(400);
});

test('a request’s number has no link', async () => {
  const app = await startTestApp();
  const { body } = await app.post('/api/submit-voice-agent-form', aVoiceForm());
  const key = browserKeyOf(app.context.settings.secret, {
    orderNumber: body.orderNumber,
    createdAt: app.clock.now,
    keyVersion: 0,
  });
  expect((await ask(app, body.orderNumber, key)).status).toBe(404);
});

test('a link ends sixty days after delivery, with a kind message, and reopening the work restores it', async () => {
  const { app, act } = await openConsole();
  const { orderNumber, intakeKey } = await aBuyer(app);
  const deliver = (workStatus: string) =>
    act(`/api/admin/cases/${orderNumber}/work-status`, { workStatus, workVersion: 0 });
  app.wait(400 * DAY_MS);
  expect((await ask(app, orderNumber, intakeKey)).status).toBe(200);
  app.wait(-400 * DAY_MS);
  await deliver('delivered');
  app.wait(60 * DAY_MS - 1);
  expect((await ask(app, orderNumber, intakeKey)).status).toBe(200);
  app.wait(1);
  const { status, body } = await ask(app, orderNumber, intakeKey);
  expect([status, body.code, body.email]).toEqual([410, 'link_ended', undefined]);
  expect(body.message).toMatch(/You can still fill out the form/);
  expect((await ask(app, orderNumber, `${intakeKey}A`)).status).toBe(404);
  const form = aVoiceForm({ orderNumber });
  expect((await app.post('/api/submit-voice-agent-form', form)).body.orderNumber).toBe(orderNumber);
});

test('links of orders delivered before the date was stored keep working', async () => {
  const app = await startTestApp();
  const { orderNumber, intakeKey } = await aBuyer(app);
  app.db.$client.exec("UPDATE orders SET work_status = 'delivered'");
  app.wait(400 * DAY_MS);
  expect((await ask(app, orderNumber, intakeKey)).status).toBe(200);
});

test('after a restored backup reuses a number, the old email shows nothing of the new customer', async () => {
  const [before, after] = [await startTestApp(), await startTestApp()];
  const lost = await aBuyer(before);
  after.wait(60_000);
  const eve = await aBuyer(after, 'eve@elsewhere.example');
  expect(eve.orderNumber).toBe(lost.orderNumber);
  expect((await ask(after, lost.orderNumber, lost.intakeKey)).status).toBe(404);
  expect((await ask(after, eve.orderNumber, eve.intakeKey)).status).toBe(200);
});
