import { expect, onTestFinished, test } from 'vitest';
import { failureOf, hurry } from '../../../../test/provider/fixture.ts';
import { openRecurring, openStarted } from '../../../../test/stripe/recurring-fixture.ts';

type Options = Parameters<typeof openRecurring>[0];

async function open(options?: Options) {
  const shop = await openRecurring(options);
  onTestFinished(shop.fake.close);
  return shop;
}

async function started(options?: Options) {
  const shop = await openStarted(options);
  onTestFinished(async () => {
    expect(shop.fake.errors).toEqual([]);
    await shop.fake.close();
  });
  return shop;
}

const HOUR_S = 60 * 60;
const day = (date: Date | null) => date?.toISOString().slice(0, 10);

test('a start makes one customer with the order’s card and one subscription that charges a month later', async () => {
  const { fake, id, look, terms } = await started();
  const { records } = fake;
  expect(id).toMatch(/^cus_/);
  expect([...records.customers.values()]).toMatchObject([
    { id, email: terms.email, name: 'Ada Marlow', metadata: { orderNumber: 'ORD-10001' } },
  ]);
  expect(fake.subscriptionOf(id)).toMatchObject({
    customer: id,
    status: 'active',
    default_payment_method: null,
    metadata: { orderNumber: 'ORD-10001' },
    billing_cycle_anchor_config: { day_of_month: 15, hour: 10, minute: 0, second: 0, month: null },
  });
  expect([...records.products.keys()]).toEqual(['northlight-website']);
  expect(await look()).toEqual({
    state: 'active',
    amountCents: 3_000,
    period: 'month',
    nextChargeAt: new Date('2027-02-15T10:00:00Z'),
    cancelAt: null,
    endedAt: null,
    suspendedAt: null,
    card: { label: 'Visa ending in 4242', expiresAt: '2034-12-01T00:00:00.000Z' },
    charges: [],
  });
});

test('the customer is remembered before the subscription exists', async () => {
  const { recurring, terms, fake } = await open();
  const error = await failureOf(
    recurring.start(terms, null, async () => {
      throw new Error('The disk is full.');
    }),
  );
  expect(error.message).toBe('The disk is full.');
  expect(fake.records.customers.size).toBe(1);
  expect(fake.records.subscriptions.size).toBe(0);
});

const STEPS = [
  /POST .*customers$/,
  /attach$/,
  /POST .*customers\/cus/,
  /POST .*products$/,
  /POST .*subscriptions$/,
];

test.each(STEPS)('when one answer to %s is lost, the same call is repeated and acts once', async (path) => {
  const { fake, start, known } = await open();
  fake.faults.next('acts, then hangs up', path);
  expect(await hurry(start)).toBe(known());
  expect([...fake.records.customers.keys()]).toEqual([known()]);
  expect([...fake.records.subscriptions.values()]).toMatchObject([{ customer: known() }]);
});

test.each(STEPS)(
  'when every answer to %s is lost, a later start makes one subscription, even if the keys are forgotten',
  async (path) => {
    for (const isForgotten of [false, true]) {
      const { fake, start, known } = await open();
      for (let tries = 0; tries < 3; tries += 1) fake.faults.next('acts, then hangs up', path);
      await hurry(() => failureOf(start()));
      if (isForgotten) fake.forgetKeys();
      expect(await start()).toBe(known());
      if (!isForgotten) expect([...fake.records.customers.keys()]).toEqual([known()]);
      expect(await start()).toBe(known());
      expect([...fake.records.subscriptions.values()]).toMatchObject([{ customer: known() }]);
    }
  },
);

test('a start that Stripe may still be working on is repeated with the same key', async () => {
  const { fake, start, terms } = await open();
  await start();
  const keyOf = (path: string) =>
    fake.requests.find((call) => call.method === 'POST' && call.path === path)?.headers['idempotency-key'];
  expect(keyOf('/v1/customers')).toBe(`customer-ORD-10001-${terms.paymentId}`);
  expect(keyOf('/v1/subscriptions')).toBe(`subscription-ORD-10001-${terms.paymentId}`);
});

test('two first orders at the same time share one product', async () => {
  const { fake, provider, start, terms, waitSeconds } = await open();
  const { id: paymentId } = await provider.start({
    attemptKey: 'second',
    createdAt: new Date(),
    providerPaymentId: null,
    draftId: null,
    amountCents: 14_900,
    email: null,
    recurring: { amountCents: 3_000, period: 'month' },
  });
  fake.confirm(paymentId, 'succeeds');
  waitSeconds(5);
  const second = { ...terms, orderNumber: 'ORD-10002', paymentId };
  await Promise.all([start(), provider.recurring.start(second, null, async () => {})]);
  expect(fake.records.subscriptions.size).toBe(2);
  const made = fake.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/products');
  expect(made).toHaveLength(2);
});

test.each([
  ['2028-01-31T23:59:59.000Z', 'month', ['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']],
  ['2027-01-30T00:00:00.000Z', 'month', ['2027-02-28', '2027-03-30', '2027-04-30', '2027-05-30']],
  ['2027-12-31T12:00:00.000Z', 'month', ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']],
  ['2028-02-29T12:00:00.000Z', 'year', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ['2027-12-31T12:00:00.000Z', 'year', ['2028-12-31', '2029-12-31', '2030-12-31', '2031-12-31']],
] as const)('an order of %s that pays by the %s is charged on the right days', async (at, period, days) => {
  const { look, wait } = await started({ at, changes: { period } });
  wait(period === 'year' ? 4 * 365.25 + 2 : 122);
  const { charges } = await look();
  expect(charges.slice(0, 4).map(({ dueAt }) => day(dueAt))).toEqual(days);
  for (const { dueAt } of charges) expect(dueAt.toISOString().slice(10, 19)).toBe(at.slice(10, 19));
});

test('nothing starts while Stripe’s clock is behind the order’s time, because it would charge at once', async () => {
  const { fake, start, terms, waitSeconds } = await open();
  fake.records.clock.set(terms.startedAt);
  const error = await failureOf(start());
  expect(error).toMatchObject({ name: 'Error', message: 'Stripe’s clock is behind the order’s time.' });
  expect(fake.records.subscriptions.size).toBe(0);
  waitSeconds(0);
  const id = await start();
  expect(fake.subscriptionOf(id).billing_cycle_anchor).toBe(Date.parse('2027-02-15T10:00:00Z') / 1_000);
});

test.each([
  ['was not saved', { isSaved: false }, 'previously used with a PaymentIntent'],
  ['was never made', { means: 'declined' as const }, 'No card or account was saved'],
  ['is unknown', { changes: { paymentId: 'pi_unknown' } }, 'No such payment_intent'],
])(
  'a payment that %s cannot be charged again, and a repeated call says so too',
  async (_, options, message) => {
    const { fake, start } = await open(options);
    for (let calls = 0; calls < 2; calls += 1)
      expect(await failureOf(start())).toMatchObject({
        name: 'RecurringRefused',
        message: expect.stringContaining(message),
      });
    expect(fake.records.customers.size).toBe(1);
    expect(fake.records.subscriptions.size).toBe(0);
  },
);

test('a charge is due while its invoice is a draft, and paid an hour later', async () => {
  const { fake, id, look, wait, waitSeconds } = await started();
  wait(31);
  expect(await look()).toMatchObject({
    state: 'active',
    nextChargeAt: new Date('2027-03-15T10:00:00Z'),
    charges: [{ state: 'due', attempts: 0, paidAt: null, paymentId: null, payUrl: null }],
  });
  waitSeconds(HOUR_S);
  const [invoice] = fake.invoicesOf(id);
  expect((await look()).charges).toEqual([
    {
      id: invoice?.id,
      dueAt: new Date('2027-02-15T10:00:00Z'),
      amountCents: 3_000,
      state: 'paid',
      attempts: 1,
      paidAt: new Date('2027-02-15T11:00:00Z'),
      refundedCents: 0,
      paymentId: invoice && fake.intentOf(invoice),
      payUrl: null,
      dispute: null,
    },
  ]);
});

test('a bank debit on its way is due, and failed only when the bank says so', async () => {
  const { fake, id, look, wait } = await started();
  fake.updateCard(id, 'debit');
  wait(32);
  expect(await look()).toMatchObject({
    state: 'active',
    card: { label: 'STRIPE TEST BANK ending in 6789', expiresAt: null },
    charges: [{ state: 'due', attempts: 1, payUrl: null }],
  });
  const [invoice] = fake.invoicesOf(id);
  if (invoice) fake.settleDebit(fake.intentOf(invoice), false);
  expect(await look()).toMatchObject({ state: 'past-due', charges: [{ state: 'failed' }] });
});

test('a customer deleted at Stripe is charged no more', async () => {
  const { fake, id, look } = await started();
  fake.deleteCustomer(id);
  expect(await look()).toMatchObject({ state: 'canceled', nextChargeAt: null, charges: [] });
});

test('a customer of another Stripe account is an error, not the end', async () => {
  const { recurring } = await open();
  expect(await failureOf(recurring.lookUp('cus_unknown'))).toMatchObject({ statusCode: 404 });
});
