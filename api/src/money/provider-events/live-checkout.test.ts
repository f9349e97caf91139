import { expect, test, onTestFinished, vi } from 'vitest';
import { createDisabledProvider } from '../payments/providers.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { startLiveApp, type LiveApp, liveCard, livePaypal } from '../../../test/shop/live-app.ts';
import { checkOut, startCard, startPaypal } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { startWorker } from '../../server/workers.ts';
import * as eventStore from './event-store.ts';
import { paypalEvent } from '../../../test/paypal/records.ts';
import { paypalJson } from '../../../test/paypal/signatures.ts';

const draftOf = () => aDraft({ serviceTypes: ['website'] });
/** Nothing recurs, so PayPal is paid with an order. */
const oneTimeDraft = () => aDraft({ serviceTypes: ['onhold'] });

/** A summary of the shop's records. */
function records(app: LiveApp) {
  return {
    orders: rows.orders(app.db).map(({ orderNumber, paymentStatus }) => `${orderNumber} ${paymentStatus}`),
    payments: rows.payments(app.db).map(({ provider, status }) => `${provider} ${status}`),
    mails: rows.confirmations(app.db).length,
  };
}

const ONE_ORDER = { orders: ['ORD-10001 completed'], payments: ['stripe paid'], mails: 1 };

test('a card payment: the intent uses the stored price, and the browser gets its order', async () => {
  const app = await startLiveApp();
  const draft = draftOf();
  const { paymentIntentId, clientSecret } = await startCard(app, { ...draft, promoCode: 'SAVE50' });
  expect(clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
  const intent = app.stripe.records.intent(paymentIntentId);
  expect(intent).toMatchObject({
    amount: 9_900,
    currency: 'usd',
    receipt_email: draft.email,
    setup_future_usage: 'off_session',
    metadata: { draftId: draft.checkoutId, attemptKey: expect.any(String) },
  });
  app.stripe.webhooks.hold();
  app.stripe.confirm(paymentIntentId, 'succeeds');
  const { body } = await checkOut(app, { ...draft, promoCode: 'SAVE50' }, { paymentIntentId });
  expect(body.order).toMatchObject({ orderNumber: 'ORD-10001', paymentStatus: 'completed', isDemo: true });
  app.stripe.webhooks.release();
  await app.settled();
  expect(records(app)).toEqual(ONE_ORDER);
});

test('the browser closes after paying: the webhook alone makes the order and its email', async () => {
  const app = await startLiveApp();
  const { paymentIntentId } = await startCard(app, draftOf());
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  expect(records(app)).toEqual(ONE_ORDER);
  expect(await app.sentEmails()).toHaveLength(1);
});

test('repeated, late and reordered events change nothing', async () => {
  const { app, draft, paymentIntentId } = await liveCard(draftOf());
  app.stripe.webhooks.settings.copies = 3;
  app.stripe.webhooks.hold();
  app.stripe.confirm(paymentIntentId, 'declined');
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await checkOut(app, draft, { paymentIntentId });
  app.stripe.webhooks.release((events) => events.toReversed());
  await app.settled();
  await app.settled();
  expect(records(app)).toEqual(ONE_ORDER);
});

test('a webhook that arrives before the create call’s response waits for it', async () => {
  const app = await startLiveApp();
  const draft = draftOf();
  const { start } = app.context.providers['credit-card'];
  let working: Promise<void> | undefined;
  app.context.providers['credit-card'].start = async (payment) => {
    const started = await start(payment);
    app.stripe.confirm(started.id, 'succeeds');
    await app.stripe.webhooks.idle();
    working = app.processEvents();
    return started;
  };
  const { status } = await app.post('/api/create-payment-intent', { amount: 149, ...draft });
  await working;
  expect(status).toBe(200);
  expect(records(app)).toEqual(ONE_ORDER);
});

test('when the create call’s response never arrives, the event finds its payment by our own key', async () => {
  const app = await startLiveApp();
  const { start } = app.context.providers['credit-card'];
  app.context.providers['credit-card'].start = async (payment) => {
    app.stripe.confirm((await start(payment)).id, 'succeeds');
    throw new Error('the answer is lost');
  };
  expect((await app.post('/api/create-payment-intent', { amount: 149, ...draftOf() })).status).toBe(503);
  await app.settled();
  expect(records(app)).toEqual(ONE_ORDER);
});

test('a declined card, then a working one: one order, and the decline needs no attention', async () => {
  const { app, draft, paymentIntentId } = await liveCard(draftOf());
  app.stripe.confirm(paymentIntentId, 'declined');
  await app.settled();
  expect(records(app)).toMatchObject({ orders: [], payments: ['stripe open'] });
  expect((await startCard(app, draft)).paymentIntentId).toBe(paymentIntentId);
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  expect(records(app)).toEqual(ONE_ORDER);
});

test('PayPal: created, approved, captured when the customer returns; the ID is stored before the redirect', async () => {
  const { app, draft, paypalOrderId, approvalUrl } = await livePaypal(oneTimeDraft());
  expect(approvalUrl).toContain(paypalOrderId);
  expect(rows.payments(app.db)).toMatchObject([{ providerPaymentId: paypalOrderId, status: 'open' }]);
  app.paypal.webhooks.hold();
  app.paypal.approve(paypalOrderId);
  const { body } = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(body.order).toMatchObject({ paymentStatus: 'completed' });
  app.paypal.webhooks.release();
  await app.settled();
  expect(records(app)).toEqual({ ...ONE_ORDER, payments: ['paypal paid'] });
});

test('a payment method without keys is rejected with a message', async () => {
  const app = await startLiveApp();
  app.context.providers.paypal = createDisabledProvider('paypal');
  const { status, body } = await app.post('/api/process-paypal', { amount: 149, ...draftOf() });
  expect([status, body.message]).toEqual([
    400,
    'This payment method isn’t available. Please choose another one.',
  ]);
});

test('a dispute is shown to the administrator with its deadline until it is decided', async () => {
  const app = await startLiveApp();
  const { paymentIntentId } = await startCard(app, draftOf());
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  app.stripe.dispute(paymentIntentId);
  await app.settled();
  const [payment] = (await app.see('/api/json/cases/ORD-10001')).payments;
  expect(payment.reviewReason).toMatch(
    /^The customer disputed this payment \(fraudulent\)\. Respond by \w+ \d+, /,
  );
  expect(payment.dispute).toMatchObject({ status: 'open', url: expect.stringContaining(paymentIntentId) });
  const toReview = async () => (await app.see('/api/json/overview')).paymentsToReview.count;
  expect(await toReview()).toBe(1);
  app.stripe.closeDispute(paymentIntentId, 'won');
  await app.settled();
  expect(await toReview()).toBe(0);
  const [after] = (await app.see('/api/json/cases/ORD-10001')).payments;
  expect(after.reviewReason).toBe('The customer disputed this payment (fraudulent). You won the dispute.');
});

test('responses contain the publishable key and no secret', async () => {
  const app = await startLiveApp();
  const { paymentIntentId } = await startCard(app, draftOf());
  app.stripe.faults.next('broken', /payment_intents/);
  const answers = [
    await app.get('/api/payment-mode'),
    await app.post('/api/create-payment-intent', { amount: 149, ...draftOf() }),
    await app.post('/api/webhooks/stripe', { id: 'evt_1' }),
    await checkOut(app, draftOf(), { paymentIntentId }),
  ];
  const said = JSON.stringify(answers.map(({ body }) => body));
  for (const secret of [app.stripe.secretKey, app.stripe.webhookSecret, app.paypal.clientSecret]) {
    expect(said).not.toContain(secret);
  }
  expect(answers[0]?.body).toEqual({
    mode: 'live',
    methods: ['credit-card', 'paypal'],
    stripe: { publishableKey: app.stripe.publishableKey, jsUrl: app.stripe.scriptUrl },
  });
});

test('webhooks without a signature, with a wrong one, or for a disabled payment method are rejected', async () => {
  const app = await startLiveApp();
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: {} },
  });
  const send = (headers: Record<string, string>, path = 'stripe') =>
    fetch(`${app.base}/api/webhooks/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const nowS = Math.floor(app.clock.now.getTime() / 1_000);
  expect((await send({})).status).toBe(400);
  expect((await send({ 'stripe-signature': app.stripe.sign(body, nowS, 'whsec_other') })).status).toBe(400);
  expect((await send({}, 'paypal')).status).toBe(400);
  const unknown = JSON.stringify({
    id: 'evt_2',
    object: 'event',
    type: 'x.y',
    data: { object: { id: 'x' } },
  });
  const taken = await fetch(`${app.base}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': app.stripe.sign(unknown, nowS) },
    body: unknown,
  });
  expect(taken.status).toBe(200);
  expect((await send({ 'stripe-signature': app.stripe.sign(body, nowS) })).status).toBe(200);
});

const EVENTS = 50;

test('events that piled up during an outage are processed in one go', async () => {
  const { db, context, clock } = await startTestApp();
  for (let nth = 1; nth <= EVENTS; nth += 1) {
    const event = {
      id: `evt_${nth}`,
      type: 'x.y',
      meaning: 'changed' as const,
      providerPaymentId: null,
      attemptKey: null,
      agreementId: null,
    };
    eventStore.insert(db, 'stripe', event, '{}', clock.now);
  }
  // Stops the worker's timer, so that only the first run can process the events.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const worker = startWorker(context, 'events');
  onTestFinished(worker.stop);
  await expect.poll(() => eventStore.waiting(db, clock.now, EVENTS).length).toBe(0);
});

const PATH = '/api/webhooks/paypal';

test('forged PayPal events are rejected, after ten without calling PayPal; payments and PayPal’s own events still work', async () => {
  const app = await startLiveApp();
  const body = paypalJson(paypalEvent('PAYMENT.CAPTURE.COMPLETED', { id: 'CAPTURE1' }));
  const send = async (certificate: string) => {
    const certUrl = `${app.paypal.base}/v1/notifications/certs/${certificate}`;
    const response = await fetch(app.base + PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...app.paypal.sign(body, undefined, certUrl) },
      body,
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  };
  const { paypalOrderId } = await startPaypal(app, aDraft({ serviceTypes: ['onhold'] }));
  expect((await send('CERT-360caa42-fca2a594-1d93a270')).status).toBe(200);
  for (let nth = 0; nth < 9; nth += 1) expect((await send(`CERT-${nth}`)).status).toBe(400);
  expect(await send('CERT-9')).toEqual({ status: 429, retryAfter: '60' });

  // The buyer's browser never comes back. PayPal's event still leads to the order.
  app.paypal.approve(paypalOrderId);
  await app.settled();
  expect(rows.payments(app.db)).toMatchObject([{ approvedAt: app.clock.now }]);
  await app.sweepAfter(20_000);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
});

test('an event is stored with the bytes that were signed', async () => {
  const app = await startLiveApp();
  const body = String.raw`{"id":"WH-1","event_type":"X.Y","event_version":1.0,"resource":{"href":"https:\/\/x","note":"\u00e9"}}`;
  const response = await fetch(app.base + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...app.paypal.sign(body) },
    body,
  });
  expect(response.status).toBe(200);
  expect(eventStore.waiting(app.db, new Date(app.clock.now.getTime() + 1_000), 10)).toMatchObject([{ body }]);
});
