import { expect, test } from 'vitest';
import { aDraft, anAddon, buyWithCard, CARDS } from '../../../test/fixtures/factories.ts';
import { checkOut, confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
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
    const app = await startTestApp();
    const draft = aDraft(structuredClone<object>(choice));
    const intent = await startCard(app, draft);
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
  const app = await startTestApp();
  const draft = aDraft();
  const intent = await startCard(app, draft);
  expect(await confirmCard(app, intent.clientSecret, card)).toEqual({ status: 'declined', message });
  expect(rows.orders(app.db)).toEqual([]);
  expect((await startCard(app, draft)).paymentIntentId).toBe(intent.paymentIntentId);
  await confirmCard(app, intent.clientSecret);
  const { body } = await checkOut(app, draft, { paymentIntentId: intent.paymentIntentId });
  expect(body.order.paymentStatus).toBe('completed');
});

test('card 3220 pays only after bank confirmation', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
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
  const app = await startTestApp();
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
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
