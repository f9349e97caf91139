import { inBackground } from '../breaker.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { BUY, openStripe } from '../../../../test/stripe/fixture.ts';
import { failureOf, hurry } from '../../../../test/provider/fixture.ts';
import { AttemptExpired } from '../provider.ts';

let shop: Awaited<ReturnType<typeof openStripe>>;
beforeEach(async () => {
  shop = await openStripe();
  return () => {
    expect(shop.fake.errors).toEqual([]);
    return shop.fake.close();
  };
});

const intents = () => [...shop.fake.records.intents.values()];
const charges = () => [...shop.fake.records.charges.values()];
const CREATE = /POST \/v1\/payment_intents$/;

test('an intent is created from the stored amount and contains the IDs of its draft and attempt', async () => {
  const started = await shop.start();
  const [intent] = intents();
  expect(intents()).toHaveLength(1);
  expect(intent).toMatchObject({
    id: started.id,
    client_secret: started.clientSecret,
    amount: 10_594,
    currency: 'usd',
    automatic_payment_methods: { enabled: true },
    metadata: { attemptKey: 'attempt-1', draftId: 'draft-1' },
    receipt_email: 'ada@marlow-bicycles.example',
    setup_future_usage: null,
    status: 'requires_payment_method',
  });
  expect(started).not.toHaveProperty('approvalUrl');
});

test('the card is saved only for recurring payments', async () => {
  const { id } = await shop.start({ recurring: { amountCents: 3_000, period: 'month' } });
  expect(shop.fake.records.intent(id).setup_future_usage).toBe('off_session');
});

test('a call with only an amount has neither draft nor email', async () => {
  const { id } = await shop.start({ draftId: null, email: null });
  const intent = shop.fake.records.intent(id);
  expect(intent.metadata).toEqual({ attemptKey: 'attempt-1' });
  expect(intent.receipt_email).toBeNull();
});

test('the same attempt gets the same intent, and another attempt gets a new one', async () => {
  const [first, again, other] = [
    await shop.start(),
    await shop.start(),
    await shop.start({ attemptKey: 'attempt-2' }),
  ];
  expect(again).toEqual(first);
  expect(other.id).not.toBe(first.id);
  expect(intents()).toHaveLength(2);
});

test('the same key with other parameters ends the attempt: nothing is charged, and a new key starts a new one', async () => {
  await shop.start();
  const error = await failureOf(shop.start({ amountCents: 1 + BUY.amountCents }));
  expect(error).toMatchObject({ name: 'AttemptExpired' });
  expect(intents()).toHaveLength(1);
  await shop.start({ attemptKey: 'another', amountCents: 1 + BUY.amountCents });
  expect(intents()).toHaveLength(2);
});

test.each(['acts, then hangs up', 'hangs up', 'slow'] as const)(
  'a create call that %s ends in one intent after a retry',
  async (fault) => {
    shop.fake.faults.next(fault, CREATE);
    const { id } = fault === 'slow' ? await shop.start() : await hurry(() => shop.start());
    expect(intents().map((intent) => intent.id)).toEqual([id]);
  },
);

test('when every response is lost, the next try finds the same intent', async () => {
  for (let tries = 0; tries < 3; tries += 1) shop.fake.faults.next('acts, then hangs up', CREATE);
  const error = await hurry(() => failureOf(shop.start()));
  expect(error).toMatchObject({ type: 'StripeConnectionError' });
  const { id } = await shop.start();
  expect(intents().map((intent) => intent.id)).toEqual([id]);
});

test('Stripe repeats a 500 for this key for a day, so the attempt is over', async () => {
  shop.fake.faults.next('acts, then breaks', CREATE);
  expect(await hurry(() => failureOf(shop.start()))).toBeInstanceOf(AttemptExpired);
  // There were three requests. Stripe repeated its stored response for the last two.
  expect(shop.calls()).toHaveLength(3);
  expect(await hurry(() => failureOf(shop.start()))).toBeInstanceOf(AttemptExpired);
  await shop.start({ attemptKey: 'attempt-2' });
});

test('a 429 is retried', async () => {
  shop.fake.faults.next('busy', CREATE);
  shop.fake.faults.next('busy', CREATE);
  await hurry(() => shop.start());
  expect(shop.calls()).toHaveLength(3);
  expect(intents()).toHaveLength(1);
});

test('a 429 does not end an attempt', async () => {
  for (let tries = 0; tries < 3; tries += 1) shop.fake.faults.next('busy', CREATE);
  const error = await hurry(() => failureOf(shop.start()));
  expect(error).toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 });
  expect(error).not.toBeInstanceOf(AttemptExpired);
  await shop.start();
  expect(intents()).toHaveLength(1);
});

test('no call to Stripe takes longer than eight seconds, including retries', async () => {
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal);
  onTestFinished(() => void vi.restoreAllMocks());
  shop.fake.faults.next('silent', CREATE);
  const failing = failureOf(shop.start());
  await expect.poll(() => shop.calls().length).toBe(1);
  deadline.abort();
  expect(await failing).toMatchObject({
    type: 'StripeConnectionError',
    detail: { message: 'Stripe did not respond within 8 seconds' },
  });
  expect(timeout.mock.calls).toEqual([[8_000]]);
  expect(shop.calls()).toHaveLength(1);
});

test('after five failures in a row Stripe is not called for a while', async () => {
  for (let call = 0; call < 5; call += 1) {
    for (let tries = 0; tries < 3; tries += 1) shop.fake.faults.next('broken', CREATE);
    await hurry(() => failureOf(inBackground(() => shop.start({ attemptKey: `attempt-${call}` }))));
  }
  const before = shop.calls().length;
  expect(await failureOf(inBackground(() => shop.start()))).toMatchObject({
    detail: { message: expect.stringContaining('Pausing requests') },
  });
  expect(shop.calls()).toHaveLength(before);
});

test('a known intent is looked up and never created again', async () => {
  const first = await shop.start();
  shop.fake.forgetKeys();
  const again = await shop.start({ providerPaymentId: first.id });
  expect(again).toEqual(first);
  expect(shop.calls()).toEqual(['POST /v1/payment_intents', `GET /v1/payment_intents/${first.id}`]);
});

test('an attempt with a canceled intent is over', async () => {
  const { id } = await shop.start();
  await shop.provider.cancel(id);
  expect(await failureOf(shop.start({ providerPaymentId: id }))).toBeInstanceOf(AttemptExpired);
});

test('a declined card leaves the intent open for another one, and one charge is made', async () => {
  const { id } = await shop.start();
  shop.fake.confirm(id, 'declined');
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
  shop.fake.confirm(id, 'no funds');
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
  shop.fake.confirm(id, 'succeeds');
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid', amountCents: 10_594 });
  expect(charges().map(({ status }) => status)).toEqual(['failed', 'failed', 'succeeded']);
});

test('the amount and currency are those received, not those requested', async () => {
  const { id } = await shop.start();
  Object.assign(shop.fake.records.intent(id), { amount: 777, currency: 'eur' });
  shop.fake.confirm(id, 'succeeds');
  expect(await shop.provider.capture(id)).toEqual({
    status: 'paid',
    amountCents: 777,
    currency: 'eur',
    chargeId: charges()[0]?.id,
    refunds: [],
    dispute: null,
    attemptKey: expect.any(String),
  });
});

test('a disputed charge is reported', async () => {
  const id = await shop.buy();
  shop.fake.dispute(id);
  expect(await shop.provider.lookUp(id)).toMatchObject({
    status: 'paid',
    dispute: {
      id: expect.stringMatching(/^dp_/),
      reason: 'fraudulent',
      status: 'open',
      respondBy: expect.any(String),
      url: `https://dashboard.stripe.com/test/payments/${id}`,
    },
  });
  shop.fake.closeDispute(id, 'lost');
  expect(await shop.provider.lookUp(id)).toMatchObject({ dispute: { status: 'lost', respondBy: null } });
});

test('an intent that these keys do not see is neither paid nor failed, and cannot be continued', async () => {
  expect(await shop.provider.lookUp('pi_nobody')).toMatchObject({ status: 'missing', isPaidByBrowser: true });
  expect(await shop.provider.cancel('pi_nobody')).toBe(false);
  expect(await failureOf(shop.start({ providerPaymentId: 'pi_nobody' }))).toMatchObject({
    name: 'AttemptExpired',
  });
});

test('a canceled payment can no longer be paid; canceling again is fine', async () => {
  const { id } = await shop.start();
  expect(await shop.provider.cancel(id)).toBe(true);
  expect(shop.fake.records.intent(id).status).toBe('canceled');
  expect(() => shop.fake.confirm(id, 'succeeds')).toThrow('status of canceled');
  expect(await shop.provider.cancel(id)).toBe(true);
});

test.each(['succeeds', 'debit'] as const)('cancel is not confirmed when money %s', async (means) => {
  const { id } = await shop.start();
  shop.fake.confirm(id, means);
  expect(await shop.provider.cancel(id)).toBe(false);
});

test('cancel fails when Stripe does not answer', async () => {
  const { id } = await shop.start();
  for (let tries = 0; tries < 3; tries += 1) shop.fake.faults.next('hangs up', /cancel$/);
  expect(await hurry(() => failureOf(shop.provider.cancel(id)))).toMatchObject({
    type: 'StripeConnectionError',
  });
});

test('keys are used for less than Stripe’s day', () => {
  const { keyLifetimeMs } = shop.provider;
  expect(keyLifetimeMs).toBeLessThan(24 * 3_600_000);
  expect(keyLifetimeMs).toBeGreaterThan(3_600_000);
});

test('the SDK calls the configured address with the secret key', async () => {
  const other = await openStripe();
  onTestFinished(() => other.fake.close());
  await other.start();
  expect(shop.fake.requests).toEqual([]);
  expect(other.fake.requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${other.fake.secretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': 'attempt-1',
  });
});
