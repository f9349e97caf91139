import { expect, test, onTestFinished } from 'vitest';
import { aCheckout, aDraft, anAddon, buyWithCard } from '../../../test/fixtures/factories.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { checkOut, confirmCard } from '../../../test/shop/purchase-steps.ts';
import { counterValue, rows } from '../../../test/fixtures/rows.ts';
import { startTestApp, TEST_NOW, testEnv } from '../../../test/shop/test-app.ts';
import { domainToASCII } from 'node:url';
import { aDentalForm, anOnHoldForm, aVoiceForm } from '../../../test/fixtures/form-factories.ts';
import { aWorker } from '../../../test/fixtures/outbox-fixtures.ts';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { rebuildSearch } from '../../db/search/rebuild-search.ts';
import { createSendMessage } from '../../email/send-message.ts';
import { smtpTransport } from '../../email/smtp-transport.ts';
import { demoId } from '../payments/demo/demo-store.ts';

test('the order stores its customer, address, lines, discount and tax', async () => {
  const app = await startTestApp();
  const draft = aDraft({
    serviceTypes: ['onhold', 'voice', 'website'],
    addons: [anAddon('additional-pages'), anAddon('revisions')],
    promoCode: 'save50',
    isYearly: true,
    country: ' US ',
    state: 'Michigan',
    city: 'Ann Arbor',
    postalCode: '48104',
    address: '214 North Light Lane',
  });
  const { body } = await buyWithCard(app, draft);
  expect(body.order.paymentStatus).toBe('completed');
  const [order, ...more] = rows.orders(app.db);
  expect(more).toEqual([]);
  expect(order).toMatchObject({
    orderNumber: 'ORD-10001',
    checkoutId: draft.checkoutId,
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
    businessDescription: 'We repair and sell bicycles.',
    country: 'US',
    // By its code, however it was written.
    state: 'MI',
    city: 'Ann Arbor',
    postalCode: '48104',
    address: '214 North Light Lane',
    serviceTypes: ['onhold', 'voice', 'website'],
    isYearly: true,
    // 149 + 99 + 49. The tax is 6% of 247.00, after the discount of 50.
    basePriceCents: 29_700,
    promoCode: 'SAVE50',
    discountCents: 5_000,
    taxCents: 1_482,
    initialPaymentCents: 26_182,
    recurringPaymentCents: 30_000,
    recurringPeriod: 'year',
    paymentMethod: 'credit-card',
    paymentMode: 'demo',
    paymentStatus: 'completed',
    review: null,
    createdAt: TEST_NOW,
  });
  const noted = rows.lines(app.db).map(({ orderId, serviceId, addonId, amountCents, note }) => ({
    orderId,
    serviceId,
    addonId,
    amountCents,
    note,
  }));
  expect(noted).toEqual([
    { orderId: 1, serviceId: 'website', addonId: null, amountCents: 14_900, note: null },
    { orderId: 1, serviceId: 'website', addonId: 'revisions', amountCents: 4_900, note: null },
    { orderId: 1, serviceId: 'website', addonId: 'additional-pages', amountCents: 0, note: 'custom-quote' },
    { orderId: 1, serviceId: 'voice', addonId: null, amountCents: 0, note: 'billed-separately' },
    { orderId: 1, serviceId: 'onhold', addonId: null, amountCents: 9_900, note: null },
  ]);
});

test('a repeated response to the customer is the same, notes and add-ons included', async () => {
  const app = await startTestApp();
  const draft = aDraft({ serviceTypes: ['website', 'voice'], addons: [anAddon('additional-pages')] });
  const first = await buyWithCard(app, draft);
  const again = await checkOut(app, draft);
  expect(again.body).toEqual(first.body);
  expect(first.body.order).toMatchObject({
    createdAt: TEST_NOW.toISOString(),
    price: {
      lines: [{}, { addonId: 'additional-pages', note: 'custom-quote' }, { note: 'billed-separately' }],
    },
  });
});

test('the response shows the customer only the order', async () => {
  const app = await startTestApp();
  const { body } = await buyWithCard(app, aDraft());
  expect(Object.keys(body)).toEqual(['success', 'order']);
  expect(Object.keys(body.order).toSorted()).toEqual(
    [
      'createdAt',
      'timeZone',
      'email',
      'initialPayment',
      'intakeKey',
      'isDemo',
      'isHeld',
      'isPaid',
      'isProcessing',
      'isYearly',
      'orderNumber',
      'paymentStatus',
      'price',
      'orderKey',
      'recurringPayment',
      'serviceTypes',
    ].toSorted(),
  );
});

test('the counter holds the last assigned number, and the first is ORD-10001', async () => {
  const app = await startTestApp();
  expect(counterValue(app.db)).toBe(10_000);
  const { body } = await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  expect(body.order.orderNumber).toBe('ORD-10001');
  expect(counterValue(app.db)).toBe(10_001);
});

test('200 orders at once get 200 consecutive numbers', async () => {
  const app = await startTestApp();
  const answers = await pipelinedPosts(
    app.base,
    '/api/checkout',
    Array.from({ length: 200 }, (_, index) =>
      aCheckout(aDraft({ serviceTypes: index % 2 ? ['voice'] : ['website'] })),
    ),
  );
  const numbers = answers.map(({ body }) => Number(body.order.orderNumber.slice('ORD-'.length)));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 200 }, (_, index) => 10_001 + index),
  );
  expect(counterValue(app.db)).toBe(10_200);
});

test('a rejected order uses no number', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ email: 'nobody' }));
  await checkOut(app, aDraft({ promoCode: 'NONE' }));
  expect(counterValue(app.db)).toBe(10_000);
});

test('a working card makes a completed order with a number and an email', async () => {
  const app = await startTestApp();
  const { status, body } = await buyWithCard(app, aDraft());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    order: {
      orderNumber: 'ORD-10001',
      initialPayment: '149.00',
      recurringPayment: '30.00',
      paymentStatus: 'completed',
    },
  });
  const [email, ...more] = await app.sentEmails();
  expect(more).toEqual([]);
  expect(email).toMatchObject({ to: 'ada@marlow-bicycles.example', subject: 'Your order ORD-10001' });
});

const PHONE = '\u202D(555) 010-1234\u202C';

test('an order and each form take what contacts, emails, and chats put around a text', async () => {
  const app = await startTestApp();
  const pasted = { email: '\u200BAda <ada@marlow-bicycles.example>', phone: PHONE };
  const draft = aDraft({
    ...pasted,
    serviceTypes: ['voice'],
    firstName: '\u2068אדה\u2069',
    businessName: 'Marlow\u00A0Bicycles\uFEFF',
    address: '12 Main St\tSuite 4',
  });
  expect((await checkOut(app, draft)).status).toBe(200);
  expect(rows.orders(app.db)).toMatchObject([
    {
      firstName: 'אדה',
      phone: '(555) 010-1234',
      email: 'ada@marlow-bicycles.example',
      businessName: 'Marlow Bicycles',
      address: '12 Main St Suite 4',
    },
  ]);
  const forms = {
    'submit-voice-agent-form': aVoiceForm(pasted),
    'voice-agent-form-submission': aDentalForm(pasted),
    'on-hold-audio-form': anOnHoldForm(pasted),
  };
  for (const [path, form] of Object.entries(forms))
    expect((await app.post(`/api/${path}`, form)).status, path).toBe(200);
});

test('a number is found with marks and without them, also one that was stored with marks', async () => {
  const { app, see } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'], phone: PHONE }));
  const found = async (typed: string) =>
    (await see(`/api/json/orders?${new URLSearchParams({ q: typed })}`)).orders.length;
  expect([await found('(555) 010-1234'), await found(PHONE), await found('010\u200B-12\u00AD34')]).toEqual([
    1, 1, 1,
  ]);
  app.db.$client.prepare('UPDATE orders SET phone = ?').run('\u202D(555) 010\uFE0F-12\u200B34');
  app.db.$client.pragma('user_version = 0');
  rebuildSearch(app.db);
  expect([await found('010-1234'), await found(PHONE)]).toEqual([1, 1]);
});

test.each([
  'smith&sons@shop.example',
  "ada'@shop.example",
  'a!#$%*/=?^`{|}~b@shop.example',
  'ivan@xn--e1afmkfd.xn--p1ai',
])('the address %s gets its emails, and its owner is found and erased', async (email) => {
  const { app, act } = await openConsole();
  const { received, url } = await startSmtpServer();
  const transport = smtpTransport(url);
  onTestFinished(() => transport.close());
  await checkOut(app, aDraft({ serviceTypes: ['voice'], email }));
  const settings = testEnv({ publicUrl: 'https://shop.example.com' });
  const send = createSendMessage({ ...app.context, newsletter: null, settings }, transport);
  await aWorker(app.db, send, { now: app.clock.now }).drain();
  // The test's server shows domains in their own letters.
  const shown = received.flatMap(({ recipients }) => recipients).map((to) => to.split('@'));
  const addresses = shown.map(([name, domain = '']) => `${name}@${domainToASCII(domain)}`);
  expect(addresses).toContain(email);
  expect((await act('/api/admin/privacy/find', { email })).body.orders).toEqual(['ORD-10001']);
  expect((await act('/api/admin/privacy/erase', { email })).status).toBe(200);
});

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
