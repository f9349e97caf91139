import { expect, test } from 'vitest';
import { demoId } from '../payments/demo/demo-store.ts';
import { confirmCard } from '../../../test/shop/purchase-steps.ts';
import { counterValue, rows } from '../../../test/fixtures/rows.ts';
import { startTestApp, testEnv } from '../../../test/shop/test-app.ts';

/** POST /api/checkout with only its required fields. This must keep working for every client. */
const BARE_CHECKOUT = {
  firstName: 'Ada',
  lastName: 'Marlow',
  email: 'ada@marlow-bicycles.example',
  phone: '(555) 010-4477',
  businessName: 'Marlow Bicycles',
  businessDescription: 'We repair and sell bicycles.',
  basePrice: '198',
  isYearly: false,
  initialPayment: '198.00',
  recurringPayment: '30.00',
  paymentMethod: 'credit-card',
  paymentStatus: 'completed',
  serviceTypes: ['website', 'voice'],
  addons: [{ serviceId: 'website', addonId: 'revisions', name: 'Extra Design Revisions', price: 49 }],
};

test('create-payment-intent with only an amount returns an intent for it', async () => {
  const app = await startTestApp();
  const address = {
    state: 'OH',
    postalCode: '43004',
    country: 'US',
    city: 'Columbus',
    address: '12 Canal Street',
  };
  const { status, body } = await app.post('/api/create-payment-intent', { amount: 149.5, ...address });
  expect(status).toBe(200);
  expect(body.clientSecret).toMatch(/^pi_dev_/);
  expect(rows.payments(app.db)).toMatchObject([{ amountCents: 14_950, draftId: null }]);
});

test('create-payment-intent accepts a call with only a fixed amount of 1000', async () => {
  const app = await startTestApp();
  const { body } = await app.post('/api/create-payment-intent', { amount: 1000 });
  expect(body).toMatchObject({ clientSecret: expect.stringMatching(/^pi_dev_/), amount: 1000 });
});

test('process-paypal with only an amount answers success', async () => {
  const app = await startTestApp();
  const { status, body } = await app.post('/api/process-paypal', { amount: 99 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    approvalUrl: expect.any(String),
    paypalOrderId: expect.any(String),
  });
});

test('checkout with only its required fields answers success with a pending order', async () => {
  const app = await startTestApp();
  const { status, body } = await app.post('/api/checkout', BARE_CHECKOUT);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    order: { orderNumber: 'ORD-10001', paymentStatus: 'pending' },
  });
  expect(rows.orders(app.db)).toMatchObject([
    { country: 'US', state: null, checkoutId: null, basePriceCents: 19_800 },
  ]);
});

test('a paid intent without a draft completes the checkout call with its ID, once', async () => {
  const app = await startTestApp();
  const intent = await app.post('/api/create-payment-intent', { amount: 198 });
  await confirmCard(app, intent.body.clientSecret);
  const call = { ...BARE_CHECKOUT, paymentIntentId: intent.body.paymentIntentId };
  const first = await app.post('/api/checkout', call);
  const second = await app.post('/api/checkout', call);
  expect(first.body.order).toMatchObject({ orderNumber: 'ORD-10001', paymentStatus: 'completed' });
  expect(second.body).toEqual(first.body);
  expect(counterValue(app.db)).toBe(10_001);
});

test('an intent without a draft for less than the bundle costs does not complete the order', async () => {
  const app = await startTestApp();
  const intent = await app.post('/api/create-payment-intent', { amount: 0.5 });
  await confirmCard(app, intent.body.clientSecret);
  const call = { ...BARE_CHECKOUT, initialPayment: '0.50', paymentIntentId: intent.body.paymentIntentId };
  expect((await app.post('/api/checkout', call)).body.order.paymentStatus).toBe('pending');
  expect(rows.orders(app.db)[0]?.review).toEqual({
    code: 'amount_differs',
    dueCents: 19800,
    receivedCents: 50,
    currency: 'usd',
  });
});

test('the demo routes refuse IDs that this server did not issue, and store nothing', async () => {
  const app = await startTestApp();
  const foreign = demoId('pi_dev', 'key', 14_900, 'another secret, also thirty-two long');
  const own = demoId('pi_dev', 'key', 14_900, testEnv().secret);
  const cheaper = own.replace('_14900_', '_50_');
  for (const clientSecret of ['pi_dev_', `${foreign}_secret`, cheaper, `${own}x`, own.slice(0, -1)]) {
    const { status, body } = await app.post('/api/demo-payments/card', {
      clientSecret,
      cardNumber: '4242424242424242',
    });
    expect(status, clientSecret).toBe(400);
    expect(body).toMatchObject({
      message: 'We couldn’t find this demo payment.',
      fields: { clientSecret: [expect.any(String)] },
    });
  }
  const paypal = await app.post('/api/demo-payments/paypal', { paypalOrderId: foreign, decision: 'approve' });
  expect(paypal.status).toBe(400);
  expect(paypal.body.fields).toEqual({ paypalOrderId: ['We couldn’t find this demo payment.'] });
  expect(app.db.$client.prepare('SELECT count(*) FROM demo_payments').pluck().get()).toBe(0);
  expect(
    (await app.post('/api/demo-payments/card', { clientSecret: own, cardNumber: '4242424242424242' })).status,
  ).toBe(200);
});
