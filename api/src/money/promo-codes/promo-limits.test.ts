import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { promoCodes, promoUses } from '../../db/schema/sales.ts';
import { aCheckout, aDraft, buyWithCard, CARDS } from '../../../test/fixtures/factories.ts';
import { jsonPost, pipelined, pipelinedPosts, statusCounts } from '../../../test/shop/pipeline.ts';
import { rows, writesSoFar } from '../../../test/fixtures/rows.ts';
import {
  buyWithPaypal,
  checkOut,
  confirmCard,
  decidePaypal,
  startCard,
  startPaypal,
} from '../../../test/shop/purchase-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';

const USED_UP = 'This promo code has been used up.';
const USED_BY_EMAIL = 'This promo code can’t be used again with this email address.';
const INVALID = 'The promo code you entered is invalid or expired.';
const HOUR = 60 * 60_000;

/** A shop with the code FALL, $20 off. */
async function aShop(
  terms: Partial<typeof promoCodes.$inferInsert>,
  options: Parameters<typeof startTestApp>[0] = {},
) {
  const app = await startTestApp(options);
  app.db
    .insert(promoCodes)
    .values({ code: 'FALL', amountOffCents: 2_000, ...terms })
    .run();
  return app;
}

const change = (app: TestApp, terms: Partial<typeof promoCodes.$inferInsert>) =>
  app.db.update(promoCodes).set(terms).where(eq(promoCodes.code, 'FALL')).run();

const draft = (email = 'ada@marlow-bicycles.example') => aDraft({ promoCode: 'FALL', email });
const uses = (app: TestApp) => app.db.select().from(promoUses).all();

test('of 50 checkouts that pay at the same time by card and PayPal, as many get the code as its cap allows', async () => {
  const app = await aShop({ maxUses: 10 });
  const drafts = Array.from({ length: 50 }, (_, place) => draft(`buyer${place}@example.com`));
  const started = await pipelined(
    app.base,
    drafts.map((own, place) =>
      jsonPost(place % 2 ? '/api/process-paypal' : '/api/create-payment-intent', { amount: 129, ...own }),
    ),
  );
  expect(statusCounts(started)).toEqual({ 200: 10, 400: 40 });
  for (const { body } of started) {
    if (body.clientSecret) await confirmCard(app, body.clientSecret);
    if (body.paypalOrderId) await decidePaypal(app, body.paypalOrderId, 'approve');
  }
  const answers = await pipelinedPosts(
    app.base,
    '/api/checkout',
    started.map(({ body: { paymentIntentId, paypalOrderId } }, place) =>
      aCheckout(
        drafts[place] ?? expect.fail(),
        paypalOrderId ? { paymentMethod: 'paypal', paypalOrderId } : { paymentIntentId },
      ),
    ),
  );
  const paid = rows.orders(app.db).filter(({ paymentStatus }) => paymentStatus === 'completed');
  expect(paid).toHaveLength(10);
  expect(new Set(paid.map(({ paymentMethod }) => paymentMethod)).size).toBe(2);
  expect(paid.map(({ initialPaymentCents, promoCode }) => [initialPaymentCents, promoCode])).toEqual(
    Array.from({ length: 10 }, () => [12_900, 'FALL']),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(40);
  expect(rows.payments(app.db)).toHaveLength(10);
  expect(uses(app)).toHaveLength(10);
});

test('50 free orders at the same time keep to the cap, too', async () => {
  const app = await aShop({ amountOffCents: 0, percentOff: 100, maxUses: 3 });
  const answers = await pipelinedPosts(
    app.base,
    '/api/checkout',
    Array.from({ length: 50 }, () => aCheckout({ ...draft(), serviceTypes: ['onhold'] })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(rows.orders(app.db)).toHaveLength(3);
  expect(uses(app)).toHaveLength(3);
});

test('whoever pays long after the start gets the price shown, and the business is told of each beyond the limit', async () => {
  const app = await aShop({ maxUses: 2, maxUsesPerEmail: 1 });
  const started = [];
  for (const email of ['ada@marlow-bicycles.example', 'ada+1@marlow-bicycles.example', 'bo@example.com']) {
    const own = draft(email);
    const { body } = await app.post('/api/create-payment-intent', { amount: 129, ...own });
    started.push({ own, body });
    app.wait(HOUR);
  }
  for (const { own, body } of started) {
    await confirmCard(app, body.clientSecret);
    const { paymentIntentId } = body;
    const { status } = await checkOut(app, own, { paymentIntentId, initialPayment: '129.00' });
    expect(status).toBe(200);
  }
  expect(rows.orders(app.db).map((order) => [order.paymentStatus, order.initialPaymentCents])).toEqual(
    Array.from({ length: 3 }, () => ['completed', 12_900]),
  );
  app.wait(HOUR);
  const reviews = (await app.businessEmails()).filter(({ subject }) =>
    subject.startsWith('Payment to review'),
  );
  expect(reviews.map(({ subject }) => subject)).toEqual([
    'Payment to review for order ORD-10002',
    'Payment to review for order ORD-10003',
  ]);
  expect(reviews[0]?.text).toContain('FALL was used more often with this email address than it allows');
  expect(reviews[1]?.text).toContain('FALL was used more often than it allows');
});

test.each(['ada+1@gmail.com', 'a.da@gmail.com', 'ADA@googlemail.com'])(
  'a cap for each email counts %s as ada@gmail.com',
  async (email) => {
    const app = await aShop({ maxUsesPerEmail: 1 });
    expect((await buyWithCard(app, draft('ada@gmail.com'))).status).toBe(200);
    expect((await app.post('/api/create-payment-intent', { amount: 129, ...draft(email) })).status).toBe(400);
  },
);

test('a cap for each email ignores case, and other customers', async () => {
  const app = await aShop({ maxUsesPerEmail: 1 });
  expect((await buyWithCard(app, draft('Ada@Example.com'))).status).toBe(200);
  const before = writesSoFar(app.db);
  const { status, body } = await app.post('/api/create-payment-intent', {
    amount: 129,
    ...draft('ada@example.com'),
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ message: USED_BY_EMAIL, fields: { promoCode: [USED_BY_EMAIL] } });
  expect(writesSoFar(app.db)).toBe(before);
  expect((await buyWithPaypal(app, draft('bo@example.com'))).status).toBe(200);
});

test('the last use is held while its buyer pays, and the buyer’s own second try is not refused', async () => {
  const app = await aShop({ maxUses: 1 });
  const own = draft();
  const intent = await startCard(app, own);
  expect(
    (await app.post('/api/process-paypal', { amount: 129, ...draft('bo@example.com') })).body.message,
  ).toBe(USED_UP);
  expect((await app.post('/api/promo-code', { promoCode: 'fall' })).body).toEqual({
    valid: false,
    message: USED_UP,
  });
  const { checkoutId } = own;
  expect((await app.post('/api/promo-code', { promoCode: 'fall', checkoutId })).body.valid).toBe(true);
  await confirmCard(app, intent.clientSecret, CARDS.declined);
  expect((await buyWithCard(app, own)).body.order).toMatchObject({ initialPayment: '129.00' });
  expect(uses(app)).toMatchObject([
    { checkoutId, heldUntil: null, receivedCents: 12_900, discountCents: 2_000 },
  ]);
});

test('a use is given back after an hour without a payment, when the payment fails, and when the buyer removes the code', async () => {
  const app = await aShop({ maxUses: 1 });
  const other = () => app.post('/api/create-payment-intent', { amount: 129, ...draft('bo@example.com') });
  const slow = draft();
  await startCard(app, slow);
  expect((await other()).status).toBe(400);
  app.wait(HOUR);
  // Bo holds it now, and gives it back when the shop or the provider ends the payment.
  const { body } = await other();
  expect(body.amount).toBe(129);
  expect((await app.post('/api/create-payment-intent', { amount: 129, ...slow })).body.message).toBe(USED_UP);
  app.db.$client.exec(
    `UPDATE payments SET status = 'failed' WHERE provider_payment_id = '${body.paymentIntentId}'`,
  );
  expect((await app.post('/api/create-payment-intent', { amount: 129, ...slow })).status).toBe(200);
  const { promoCode: _without, ...full } = slow;
  expect((await app.post('/api/create-payment-intent', { amount: 149, ...full })).body.amount).toBe(149);
  expect((await other()).status).toBe(200);
});

test('a payment approved with the code counts, however late, even beyond the cap', async () => {
  const app = await aShop({ maxUses: 1 });
  const late = draft();
  const { paypalOrderId } = await startPaypal(app, late);
  await decidePaypal(app, paypalOrderId, 'approve');
  app.wait(HOUR);
  expect((await buyWithCard(app, draft('bo@example.com'))).status).toBe(200);
  change(app, { isActive: false });
  const { body } = await checkOut(app, late, { paymentMethod: 'paypal', paypalOrderId });
  expect(body.order).toMatchObject({ paymentStatus: 'completed', initialPayment: '129.00' });
  expect(uses(app)).toHaveLength(2);
});

test.each([
  ['turned off', { isActive: false }],
  ['ended', { endsOn: '2026-11-20' }],
  ['not started', { startsOn: '2026-11-22' }],
])(
  'a code that is %s between applying and paying is refused by name, and paying without it works',
  async (_, terms) => {
    const app = await aShop({});
    const own = draft();
    expect((await app.post('/api/promo-code', { promoCode: 'FALL' })).body.valid).toBe(true);
    change(app, terms);
    expect((await app.post('/api/promo-code', { promoCode: 'FALL' })).body).toEqual({ valid: false });
    const before = writesSoFar(app.db);
    for (const path of ['/api/create-payment-intent', '/api/process-paypal']) {
      const { status, body } = await app.post(path, { amount: 129, ...own });
      expect(status).toBe(400);
      expect(body.fields).toEqual({ promoCode: [INVALID] });
    }
    expect(writesSoFar(app.db)).toBe(before);
    const { promoCode: _without, ...full } = own;
    expect((await buyWithCard(app, full)).body.order.initialPayment).toBe('149.00');
  },
);

test('the first and the last day are whole days in the studio’s time zone', async () => {
  const app = await aShop({ startsOn: '2026-11-21', endsOn: '2026-11-21' });
  for (const [now, valid] of [
    ['2026-11-21T04:59:59Z', false],
    ['2026-11-21T05:00:00Z', true],
    ['2026-11-22T04:59:59Z', true],
    ['2026-11-22T05:00:00Z', false],
  ] as const) {
    app.clock.now = new Date(now);
    expect((await app.post('/api/promo-code', { promoCode: 'FALL' })).body.valid, now).toBe(valid);
  }
});

test('a percentage for one service is taken off that service only, in whole cents', async () => {
  const app = await aShop({ amountOffCents: 0, percentOff: 15, serviceIds: ['website'] });
  expect((await app.post('/api/promo-code', { promoCode: 'FALL' })).body).toEqual({
    valid: true,
    code: 'FALL',
    amountOff: 0,
    percentOff: 15,
    serviceIds: ['website'],
  });
  const bundle = { ...draft(), serviceTypes: ['website' as const, 'onhold' as const] };
  // 15% of $149.00 is $22.35.
  expect((await buyWithCard(app, bundle)).body.order).toMatchObject({
    initialPayment: '225.65',
    recurringPayment: '30.00',
  });
  expect((await buyWithCard(app, { ...draft(), serviceTypes: ['onhold'] })).body.order.price).toMatchObject({
    promoCode: null,
    dueTodayCents: 9_900,
  });
});

test('a bundle that a code makes free needs no payment, but one that recurs still costs $0.50 to save the card', async () => {
  const app = await aShop({ amountOffCents: 0, percentOff: 100 });
  const free = { ...draft(), serviceTypes: ['onhold' as const] };
  expect((await app.post('/api/create-payment-intent', { amount: 0, ...free })).status).toBe(400);
  const { body } = await app.post('/api/checkout', aCheckout(free, { initialPayment: '0.00' }));
  expect(body.order).toMatchObject({ paymentStatus: 'completed', initialPayment: '0.00' });
  expect((await buyWithCard(app, draft())).body.order).toMatchObject({
    paymentStatus: 'completed',
    initialPayment: '0.50',
  });
  expect(uses(app).map(({ receivedCents }) => receivedCents)).toEqual([0, 50]);
});

const TOO_LITTLE = 'The payment amount must be at least $0.50 to process with Stripe.';

test.each(['SAVE50', 'save50', ' SaVe50 ', 'SAVE50.', '“SAVE50”,', '\u200BSAVE50\t', 'SAVE 50'])(
  'the code %j is worth $50',
  async (promoCode) => {
    const app = await startTestApp();
    const { status, body } = await app.post('/api/promo-code', { promoCode });
    expect(status).toBe(200);
    expect(body).toEqual({ valid: true, code: 'SAVE50', amountOff: 50 });
  },
);

test.each(['SAVE', 'SAVE500', "' OR 1=1 --", '%', 'SAVE5_', 'ſave50'])(
  'the code %j gets a regular response, not an error',
  async (promoCode) => {
    const app = await startTestApp();
    const { status, body } = await app.post('/api/promo-code', { promoCode });
    expect(status).toBe(200);
    expect(body).toEqual({ valid: false });
  },
);

test('codes come from the table: a new one works, a disabled one does not', async () => {
  const app = await startTestApp();
  app.db.insert(promoCodes).values({ code: 'SPRING', amountOffCents: 1_250 }).run();
  app.db.update(promoCodes).set({ isActive: false }).where(eq(promoCodes.code, 'SAVE50')).run();
  expect((await app.post('/api/promo-code', { promoCode: 'spring' })).body.amountOff).toBe(12.5);
  expect((await app.post('/api/promo-code', { promoCode: 'SAVE50' })).body).toEqual({ valid: false });
});

test.each(['/api/create-payment-intent', '/api/process-paypal'])(
  '%s refuses a wrong code, names it and stores nothing',
  async (path) => {
    const app = await startTestApp();
    const before = writesSoFar(app.db);
    const { status, body } = await app.post(path, { amount: 99, ...aDraft({ promoCode: 'SAVE5' }) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: INVALID, fields: { promoCode: [INVALID] } });
    expect(writesSoFar(app.db)).toBe(before);
  },
);

test('the checkout call refuses a wrong code, too', async () => {
  const app = await startTestApp();
  const { status, body } = await checkOut(app, aDraft({ promoCode: 'SAVE5' }));
  expect(status).toBe(400);
  expect(body.fields).toEqual({ promoCode: [INVALID] });
  expect(rows.orders(app.db)).toEqual([]);
});

test.each(['/api/create-payment-intent', '/api/process-paypal'])(
  '%s refuses less than $0.50 with the specified message, and no code leaves less',
  async (path) => {
    const app = await startTestApp();
    app.db
      .insert(promoCodes)
      .values([
        { code: 'LEAVES49', amountOffCents: 14_851 },
        { code: 'LEAVES51', amountOffCents: 14_849 },
      ])
      .run();
    const before = writesSoFar(app.db);
    const refused = await app.post(path, { amount: 0.49 });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ message: TOO_LITTLE, fields: { amount: [TOO_LITTLE] } });
    expect((await app.post(path, { amount: 0, ...aDraft({ serviceTypes: ['voice'] }) })).status).toBe(400);
    expect(writesSoFar(app.db)).toBe(before);
    expect((await app.post(path, { amount: 0.5 })).status).toBe(200);
    for (const promoCode of ['LEAVES49', 'LEAVES51'])
      expect((await app.post(path, { amount: 149, ...aDraft({ promoCode }) })).status).toBe(200);
    expect(rows.payments(app.db).map((payment) => payment.amountCents)).toEqual([50, 50, 51]);
  },
);

const SPRING = {
  amountOffCents: null,
  percentOff: 10,
  serviceIds: ['website'],
  startsOn: '2026-11-01',
  endsOn: '2026-12-31',
  maxUses: 100,
  maxUsesPerEmail: 1,
  isActive: true,
};

test('a code is created, used, changed and turned off, and its use and revenue are listed', async () => {
  const { app, see, act } = await openConsole();
  expect((await act('/api/admin/promo-codes', { code: ' spring-26 ', ...SPRING })).status).toBe(200);
  await buyWithCard(app, aDraft({ promoCode: 'spring-26' }));
  await buyWithCard(app, aDraft({ promoCode: 'SAVE50' }));
  // Not paid, so it does not count.
  await app.post('/api/create-payment-intent', { amount: 99, ...aDraft({ promoCode: 'SAVE50' }) });
  const { codes, today, linkTo } = await see('/api/json/promo-codes');
  expect({ today, linkTo }).toEqual({ today: '2026-11-21', linkTo: 'http://localhost:3000/' });
  expect(codes).toEqual([
    expect.objectContaining({
      code: 'SAVE50',
      amountOffCents: 5_000,
      percentOff: null,
      uses: 1,
      discountCents: 5_000,
      receivedCents: 9_900,
    }),
    {
      code: 'SPRING-26',
      version: expect.any(String),
      ...SPRING,
      uses: 1,
      discountCents: 1_490,
      receivedCents: 13_410,
    },
  ]);
  const off = { ...SPRING, isActive: false };
  expect((await act('/api/admin/promo-codes/spring-26', off)).status).toBe(200);
  expect((await app.post('/api/promo-code', { promoCode: 'SPRING-26' })).body.valid).toBe(false);
  expect((await act('/api/admin/promo-codes/NOPE', off)).status).toBe(404);
});

test.each([
  ['code', { code: 'x y' }],
  ['code', { code: 'SAVE50' }],
  ['amountOffCents', { amountOffCents: 500 }],
  ['amountOffCents', { percentOff: null }],
  ['percentOff', { percentOff: 101 }],
  ['percentOff', { percentOff: 0.5 }],
  ['serviceIds', { serviceIds: [] }],
  ['startsOn', { startsOn: '2026-02-30' }],
  ['endsOn', { endsOn: '2026-10-31' }],
  ['maxUses', { maxUses: 0 }],
  ['maxUsesPerEmail', { maxUsesPerEmail: -1 }],
])('a new code with a wrong %s is refused: %j', async (field, wrong) => {
  const { act } = await openConsole();
  const { status, body } = await act('/api/admin/promo-codes', { code: 'SPRING', ...SPRING, ...wrong });
  expect(status).toBe(400);
  expect(Object.keys(body.fields)).toEqual([field]);
});
