import { expect, test } from 'vitest';
import { aDraft, anAddon, buyWithCard, CARDS } from '../../../test/fixtures/factories.ts';
import {
  checkOut,
  confirmCard,
  startCard,
  buyWithPaypal,
  decidePaypal,
  startPaypal,
  startedCard,
  startedPaypal,
} from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

const MICHIGAN = { state: 'mi', postalCode: '48104' };

test.each([
  ['website', { serviceTypes: ['website'] }, '149.00', '30.00', 149],
  ['website, yearly', { serviceTypes: ['website'], isYearly: true }, '149.00', '300.00', 149],
  ['on-hold', { serviceTypes: ['onhold'] }, '99.00', '0.00', 99],
  ['on-hold, yearly', { serviceTypes: ['onhold'], isYearly: true }, '99.00', '0.00', 99],
  ['all three', { serviceTypes: ['website', 'voice', 'onhold'] }, '248.00', '30.00', 248],
  [
    'website and voice, yearly',
    { serviceTypes: ['voice', 'website'], isYearly: true },
    '149.00',
    '300.00',
    149,
  ],
  [
    'website with add-ons',
    { addons: [anAddon('revisions'), anAddon('custom-domain')] },
    '247.00',
    '30.00',
    247,
  ],
  ['a promo code', { promoCode: 'SAVE50' }, '99.00', '30.00', 99],
  ['a promo code in another case', { promoCode: ' sAvE50 ' }, '99.00', '30.00', 99],
  ['Michigan tax', MICHIGAN, '157.94', '30.00', 157.94],
  ['Michigan without a postal code', { state: 'MI', postalCode: '' }, '149.00', '30.00', 149],
  [
    'on-hold, code and tax',
    { ...MICHIGAN, serviceTypes: ['onhold'], promoCode: 'save50' },
    '51.94',
    '0.00',
    51.94,
  ],
] as const)(
  'the card is charged the price that the server computes: %s',
  async (_name, choice, initial, recurring, charged) => {
    const { app, draft, ...intent } = await startedCard(aDraft(structuredClone<object>(choice)));
    expect(intent).toMatchObject({ amount: charged, mode: 'demo' });
    expect(await confirmCard(app, intent.clientSecret)).toEqual({ status: 'succeeded' });
    const { status, body } = await checkOut(app, draft, { paymentIntentId: intent.paymentIntentId });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      orderNumber: 'ORD-10001',
      paymentStatus: 'completed',
      initialPayment: initial,
      recurringPayment: recurring,
      isDemo: true,
    });
  },
);

test('a demo secret starts with pi_dev_ and the response names the mode', async () => {
  const app = await startTestApp();
  expect((await startCard(app, aDraft())).clientSecret).toMatch(/^pi_dev_/);
  expect((await app.get('/api/payment-mode')).body).toEqual({
    mode: 'demo',
    methods: ['credit-card', 'paypal'],
    stripe: null,
  });
});

test.each([
  [CARDS.declined, 'Your card was declined. Please try another card.'],
  [CARDS.insufficientFunds, 'Your card has insufficient funds. Please try another card.'],
  ['4111 1111 1111 1111', 'This is a demo. Please use one of the test card numbers.'],
])('card %s is declined and makes no order, and another card then works', async (card, message) => {
  const { app, draft, ...intent } = await startedCard();
  expect(await confirmCard(app, intent.clientSecret, card)).toEqual({ status: 'declined', message });
  expect(rows.orders(app.db)).toEqual([]);
  expect((await startCard(app, draft)).paymentIntentId).toBe(intent.paymentIntentId);
  await confirmCard(app, intent.clientSecret);
  const { body } = await checkOut(app, draft, { paymentIntentId: intent.paymentIntentId });
  expect(body.order.paymentStatus).toBe('completed');
});

test('card 3220 pays only after bank confirmation', async () => {
  const { app, draft, clientSecret, paymentIntentId } = await startedCard();
  const first = await confirmCard(app, clientSecret, CARDS.needsConfirmation);
  expect(first).toEqual({ status: 'requires_action' });
  expect((await startCard(app, draft)).order).toBeUndefined();
  const second = await app.post('/api/demo-payments/card', {
    clientSecret,
    cardNumber: CARDS.needsConfirmation,
    isConfirmed: true,
  });
  expect(second.body).toEqual({ status: 'succeeded' });
  expect((await checkOut(app, draft, { paymentIntentId })).body.order.paymentStatus).toBe('completed');
});

test('a payment that succeeded cannot be declined afterwards', async () => {
  const { app, draft, clientSecret, paymentIntentId } = await startedCard();
  await confirmCard(app, clientSecret);
  await confirmCard(app, clientSecret, CARDS.declined);
  expect((await checkOut(app, draft, { paymentIntentId })).body.order.paymentStatus).toBe('completed');
});

test('an order with only a voice agent needs no payment and is completed at once', async () => {
  const app = await startTestApp();
  const { status, body } = await checkOut(app, aDraft({ serviceTypes: ['voice'] }), {
    paymentStatus: 'pending',
  });
  expect(status).toBe(200);
  expect(body.order).toMatchObject({
    initialPayment: '0.00',
    recurringPayment: '0.00',
    serviceTypes: ['voice'],
    paymentStatus: 'completed',
  });
  expect(rows.payments(app.db)).toEqual([]);
  expect(await app.sentEmails()).toHaveLength(1);
});

test('the customer’s consent is stored with recurring payments, and not without them', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft({ isYearly: true }));
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const [website, onhold] = rows.orders(app.db);
  expect(website?.consent).toEqual({
    text: expect.stringContaining('$300 a year'),
    amountCents: 30_000,
    period: 'year',
    agreedAt: app.clock.now.toISOString(),
  });
  expect(onhold?.consent).toBeNull();
});

test('a PayPal payment is created, approved and then captured', async () => {
  const app = await startTestApp();
  const draft = aDraft({ serviceTypes: ['website', 'onhold'], promoCode: 'SAVE50' });
  const started = await app.post('/api/process-paypal', { amount: 1, ...draft });
  expect(started.body).toMatchObject({ success: true, paypalOrderId: expect.stringMatching(/^DEMO_/) });
  expect(started.body.approvalUrl).toBe(`/demo-paypal?token=${started.body.paypalOrderId}`);
  const { returnUrl } = await decidePaypal(app, started.body.paypalOrderId, 'approve');
  expect(returnUrl).toBe(`/checkout?paypal=return&token=${started.body.paypalOrderId}&PayerID=DEMO`);
  expect(rows.payments(app.db)[0]?.status).toBe('open');

  const { body } = await checkOut(app, draft, {
    paymentMethod: 'paypal',
    paypalOrderId: started.body.paypalOrderId,
  });
  expect(body.order).toMatchObject({ initialPayment: '198.00', paymentStatus: 'completed' });
  expect(rows.payments(app.db)).toMatchObject([
    { provider: 'demo-paypal', status: 'paid', receivedAmountCents: 19_800 },
  ]);
  expect(rows.orders(app.db)[0]?.paymentMethod).toBe('paypal');
});

test('whoever comes back from PayPal learns the number of the order that is paid, and nothing else', async () => {
  const { app, draft, paypalOrderId } = await startedPaypal();
  const status = async (id: string) => (await app.post('/api/paypal-status', { paypalOrderId: id })).body;
  expect(await status(paypalOrderId)).toEqual({ orderNumber: null });
  await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(await status(paypalOrderId)).toEqual({ orderNumber: null });
  await decidePaypal(app, paypalOrderId, 'approve');
  expect(await status(paypalOrderId)).toEqual({ orderNumber: null });
  const { body } = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(await status(paypalOrderId)).toEqual({ orderNumber: body.order.orderNumber });
  // A card's ID is no PayPal payment, and neither is an order's number.
  const { paymentIntentId } = await startCard(app, aDraft());
  for (const id of [paymentIntentId, body.order.orderNumber, `${paypalOrderId}0`])
    expect(await status(id), id).toEqual({ orderNumber: null });
  expect((await app.post('/api/paypal-status', {})).status).toBe(400);
});

test('an unapproved PayPal payment makes a pending order, which completes on approval', async () => {
  const { app, draft, paypalOrderId } = await startedPaypal();
  const early = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(early.body.order.paymentStatus).toBe('pending');
  expect(await app.sentEmails()).toEqual([]);
  await decidePaypal(app, paypalOrderId, 'approve');
  const late = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(late.body.order).toMatchObject({
    orderNumber: early.body.order.orderNumber,
    paymentStatus: 'completed',
  });
  expect(await app.sentEmails()).toHaveLength(1);
});

test('after a canceled PayPal payment a card works, and PayPal starts a new payment', async () => {
  const { app, draft, ...first } = await startedPaypal();
  const { returnUrl } = await decidePaypal(app, first.paypalOrderId, 'cancel');
  expect(returnUrl).toBe(`/checkout?paypal=cancel&token=${first.paypalOrderId}`);
  const again = await startPaypal(app, draft);
  expect(again.paypalOrderId).not.toBe(first.paypalOrderId);
  expect(rows.payments(app.db)[0]).toMatchObject({
    status: 'failed',
    review: { code: 'ended_by_provider', reason: 'The customer canceled.' },
  });

  const card = await startCard(app, draft);
  await confirmCard(app, card.clientSecret, CARDS.succeeds);
  const { body } = await checkOut(app, draft, { paymentIntentId: card.paymentIntentId });
  expect(body.order.paymentStatus).toBe('completed');
});

test('submitting a captured PayPal payment twice returns the same order', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const first = await buyWithPaypal(app, draft);
  const { paypalOrderId, approvalUrl, order } = await startPaypal(app, draft);
  expect({ paypalOrderId, approvalUrl }).toEqual({ paypalOrderId: '', approvalUrl: '' });
  expect(order).toEqual(first.body.order);
  expect(rows.payments(app.db)).toHaveLength(1);
});
