import { expect, test } from 'vitest';
import { demoId } from '../payments/demo/demo-ids.ts';
import { confirmCard } from '../test/roads.ts';
import { counterValue, rows } from '../test/rows.ts';
import { startTestApp, testEnv } from '../test/test-app.ts';

/** POST /api/checkout exactly as the specification prints it. */
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

test('D8: the bare create-payment-intent gives an intent for its amount', async () => {
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

test('D8: the older card component sends only its fixed amount', async () => {
  const app = await startTestApp();
  const { body } = await app.post('/api/create-payment-intent', { amount: 1000 });
  expect(body).toMatchObject({ clientSecret: expect.stringMatching(/^pi_dev_/), amount: 1000 });
});

test('D8: the bare process-paypal answers success', async () => {
  const app = await startTestApp();
  const { status, body } = await app.post('/api/process-paypal', { amount: 99 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    approvalUrl: expect.any(String),
    paypalOrderId: expect.any(String),
  });
});

test('D8: the bare checkout answers success and a pending order', async () => {
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

test('D8: a bare intent that was paid completes the bare checkout that names it, once', async () => {
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

test('D8: a bare intent for less than the bundle costs does not complete it', async () => {
  const app = await startTestApp();
  const intent = await app.post('/api/create-payment-intent', { amount: 0.5 });
  await confirmCard(app, intent.body.clientSecret);
  const call = { ...BARE_CHECKOUT, initialPayment: '0.50', paymentIntentId: intent.body.paymentIntentId };
  expect((await app.post('/api/checkout', call)).body.order.paymentStatus).toBe('pending');
  expect(rows.orders(app.db)[0]?.reviewReason).toBe(
    'The amount differs: $198.00 was due, $0.50 USD arrived.',
  );
});

test('D9: the demo routes refuse ids that this server did not make, and store nothing', async () => {
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
