import { expect, test } from 'vitest';
import { aCheckout, aDraft, anAddon, buyWithCard } from '../../../test/fixtures/factories.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { counterValue, rows } from '../../../test/fixtures/rows.ts';
import { startTestApp, TEST_NOW } from '../../../test/shop/test-app.ts';

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
    state: 'Michigan',
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
