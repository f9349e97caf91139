import { expect, test } from 'vitest';
import { webhookEvents } from '../../db/schema/payments.ts';
import { aDraft, CARDS } from '../../../test/fixtures/factories.ts';
import { startLiveApp, type LiveApp } from '../../../test/shop/live-app.ts';
import { checkOut, confirmCard } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { MINUTE_MS, HOUR_MS } from '../../base/units.ts';

const LIMITED = { isRateLimited: true, trustProxyHops: 1 };

/** Requests a card payment for a draft from the given address. */
function intent(app: TestApp, address = '203.0.113.7', draft = aDraft()) {
  return app.post('/api/create-payment-intent', { amount: 149, ...draft }, { 'x-forwarded-for': address });
}

async function decline(app: LiveApp, intentId: string, times: number) {
  for (let count = 0; count < times; count += 1) {
    app.stripe.confirm(intentId, 'declined');
    await app.settled();
  }
}

async function declineDemo(app: TestApp, clientSecret: string, times: number) {
  for (let count = 0; count < times; count += 1) await confirmCard(app, clientSecret, CARDS.declined);
}

const refusal = ({ status, body, headers }: Awaited<ReturnType<typeof intent>>) => ({
  status,
  code: body.code,
  seconds: Number(headers.get('retry-after')),
});
const waits = (seconds: number) => ({ status: 429, code: 'too_many_declines', seconds });

test('after five declines the payment is canceled at Stripe, and the next one can start after a minute, then after longer', async () => {
  const app = await startLiveApp(LIMITED);
  const draft = aDraft();
  const first = await intent(app, '203.0.113.7', draft);
  await decline(app, first.body.paymentIntentId, 4);
  expect((await intent(app, '203.0.113.7', draft)).body.paymentIntentId).toBe(first.body.paymentIntentId);
  await decline(app, first.body.paymentIntentId, 1);
  expect(app.stripe.records.intent(first.body.paymentIntentId).status).toBe('canceled');
  expect(rows.payments(app.db)).toMatchObject([
    { status: 'failed', review: { code: 'declined_cards' }, declines: 5 },
  ]);
  expect(() => app.stripe.confirm(first.body.paymentIntentId, 'succeeds')).toThrow(/status of canceled/);

  const tooSoon = await intent(app, '203.0.113.7', draft);
  expect(refusal(tooSoon)).toEqual(waits(60));
  expect(tooSoon.body.message).toMatch(/Nothing was charged\. Please try again in a minute/);
  // The same checkout from another network waits as well, and so does another checkout from this one.
  expect(refusal(await intent(app, '198.51.100.1', draft))).toEqual(waits(60));
  expect(refusal(await intent(app, '203.0.113.200'))).toEqual(waits(60));
  expect((await intent(app, '198.51.100.1')).status).toBe(200);

  app.wait(MINUTE_MS);
  const second = await intent(app, '198.51.100.1', draft);
  expect(second.body.paymentIntentId).not.toBe(first.body.paymentIntentId);
  await decline(app, second.body.paymentIntentId, 5);
  expect(refusal(await intent(app, '192.0.2.1', draft))).toEqual(waits(10 * 60));
  app.wait(10 * MINUTE_MS);
  const third = await intent(app, '192.0.2.1', draft);
  app.stripe.confirm(third.body.paymentIntentId, 'succeeds');
  const { body } = await checkOut(app, draft, { paymentIntentId: third.body.paymentIntentId });
  expect(body.order.paymentStatus).toBe('completed');
});

test('ten declines within an hour from one network end all its card payments', async () => {
  const app = await startLiveApp(LIMITED);
  const begun = await Promise.all(
    Array.from({ length: 12 }, (_, index) => intent(app, `203.0.113.${index}`).then(({ body }) => body)),
  );
  const elsewhere = await intent(app, '203.0.114.1');
  for (const { paymentIntentId } of begun.slice(0, 10)) await decline(app, paymentIntentId, 1);
  const statuses = begun.map(({ paymentIntentId }) => app.stripe.records.intent(paymentIntentId).status);
  expect(new Set(statuses)).toEqual(new Set(['canceled']));
  expect(app.stripe.records.intent(elsewhere.body.paymentIntentId).status).toBe('requires_payment_method');
  expect(refusal(await intent(app, '203.0.113.99'))).toEqual(waits(3_600));
  expect((await intent(app, '203.0.114.2')).status).toBe(200);
  app.wait(HOUR_MS);
  expect((await intent(app, '203.0.113.99')).status).toBe(200);
});

/** Makes this call to Stripe fail until `answers` is called. */
function silence({ context }: LiveApp, call: 'lookUp' | 'cancel') {
  const stripe = context.providers['credit-card'];
  const answering = stripe[call];
  const silent = () => Promise.reject(new Error('no answer'));
  Object.assign(stripe, { [call]: silent });
  return { answers: () => void Object.assign(stripe, { [call]: answering }) };
}

test('a decline counts once, even if its event is processed again', async () => {
  const app = await startLiveApp(LIMITED);
  const { body } = await intent(app);
  const { answers } = silence(app, 'lookUp');
  await decline(app, body.paymentIntentId, 1);
  answers();
  expect(app.db.select().from(webhookEvents).all()).toMatchObject([{ attempts: 1, processedAt: null }]);
  await app.sweepAfter(MINUTE_MS);
  expect(app.db.select().from(webhookEvents).all()).toMatchObject([{ processedAt: expect.any(Date) }]);
  expect(rows.payments(app.db)).toMatchObject([{ declines: 1 }]);
});

test('a decline whose event failed before it was counted is counted later', async () => {
  const app = await startLiveApp(LIMITED);
  const { body } = await intent(app);
  app.stripe.confirm(body.paymentIntentId, 'declined');
  // The database refuses the first try.
  app.db.$client.exec(
    "CREATE TEMP TRIGGER busy BEFORE UPDATE OF declines ON main.payments BEGIN SELECT RAISE(ABORT, 'busy'); END",
  );
  await app.settled();
  app.db.$client.exec('DROP TRIGGER busy');
  expect(rows.payments(app.db)).toMatchObject([{ declines: 0 }]);
  expect(app.db.select().from(webhookEvents).all()).toMatchObject([{ attempts: 1, processedAt: null }]);
  await app.sweepAfter(MINUTE_MS);
  expect(rows.payments(app.db)).toMatchObject([{ declines: 1 }]);
});

test('a payment that Stripe did not cancel is canceled with the next decline', async () => {
  const app = await startLiveApp(LIMITED);
  const { body } = await intent(app);
  await decline(app, body.paymentIntentId, 4);
  const { answers } = silence(app, 'cancel');
  await decline(app, body.paymentIntentId, 1);
  answers();
  expect(app.stripe.records.intent(body.paymentIntentId).status).toBe('requires_payment_method');
  await decline(app, body.paymentIntentId, 1);
  expect(app.stripe.records.intent(body.paymentIntentId).status).toBe('canceled');
});

test('in demo mode the payment ends too, even for a working card, and PayPal stays available', async () => {
  const app = await startTestApp({ env: LIMITED });
  const draft = aDraft();
  const { body } = await intent(app, '203.0.113.7', draft);
  await declineDemo(app, body.clientSecret, 5);
  expect(await confirmCard(app, body.clientSecret)).toMatchObject({ status: 'declined', isOver: true });
  const paid = await checkOut(app, draft, { paymentIntentId: body.paymentIntentId });
  expect(paid.body.order.paymentStatus).toBe('pending');
  expect((await app.post('/api/process-paypal', { amount: 149, ...aDraft() })).status).toBe(200);
});

test('declines and networks survive a restart', async () => {
  const before = await startTestApp({ env: LIMITED });
  const { body } = await intent(before, '2001:db8:1:2::1');
  await declineDemo(before, body.clientSecret, 3);
  const restarted = await startTestApp({ env: LIMITED, db: before.db });
  await declineDemo(restarted, body.clientSecret, 2);
  const again = await startTestApp({ env: LIMITED, db: before.db });
  expect(refusal(await intent(again, '2001:db8:1:ffff::9'))).toEqual(waits(60));
  expect((await intent(again, '2001:db8:2::1')).status).toBe(200);
});

test('setting the clock back a day makes nobody wait a day', async () => {
  const app = await startTestApp({ env: LIMITED });
  for (let payments = 0; payments < 2; payments += 1) {
    const { body } = await intent(app);
    await declineDemo(app, body.clientSecret, 5);
    app.wait(MINUTE_MS);
  }
  expect((await intent(app)).status).toBe(429);
  app.wait(-24 * HOUR_MS);
  expect((await intent(app)).status).toBe(200);
});

test('older payments without a network end after five declines too', async () => {
  const app = await startTestApp({ env: LIMITED });
  const { body } = await intent(app);
  app.db.$client.exec('UPDATE payments SET client_network = NULL');
  await declineDemo(app, body.clientSecret, 5);
  expect(rows.payments(app.db)).toMatchObject([{ status: 'failed', declines: 5 }]);
  expect((await intent(app)).status).toBe(200);
});
