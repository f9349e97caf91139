import { expect, test } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { LISTS, openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import {
  aDentalForm,
  anOnHoldForm,
  aVoiceForm,
  aWebsiteForm,
} from '../../../test/fixtures/form-factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { rows, writesSoFar } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

const REQUESTS = [
  { path: '/api/submit-voice-agent-form', list: LISTS.voice, form: aVoiceForm },
  { path: '/api/voice-agent-form-submission', list: LISTS.voice, form: aDentalForm },
  { path: '/api/on-hold-audio-form', list: LISTS.onhold, form: anOnHoldForm },
];

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
  await app.post('/api/submit-order-form', aWebsiteForm({ notes: 'the buyer’s own', ...formKey(app) }));
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
