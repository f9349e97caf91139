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

test('Stripe repeats a 500 for this key for a day, so the attempt is over', async () => {
  shop.fake.faults.next('acts, then breaks', CREATE);
  expect(await hurry(() => failureOf(shop.start()))).toBeInstanceOf(AttemptExpired);
  // There were three requests. Stripe repeated its stored response for the last two.
  expect(shop.calls()).toHaveLength(3);
  expect(await hurry(() => failureOf(shop.start()))).toBeInstanceOf(AttemptExpired);
  await shop.start({ attemptKey: 'attempt-2' });
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

const refund = (providerPaymentId: string) =>
  shop.provider.refund({
    key: 'refund-key-1',
    providerPaymentId,
    chargeId: null,
    amountCents: 4_000,
    currency: 'usd',
    reason: 'Changed their mind',
  });
const refundsOf = async (paid: string) => Object(await shop.provider.lookUp(paid)).refunds;

test('a refund whose response was a 500 is found by a lookup, because its key repeats the 500', async () => {
  const paid = await shop.buy();
  shop.fake.faults.next('acts, then breaks', /refunds$/);
  expect(await hurry(() => failureOf(refund(paid)))).toMatchObject({ statusCode: 500 });
  expect(await hurry(() => failureOf(refund(paid)))).toMatchObject({ statusCode: 500 });
  expect(await refundsOf(paid)).toMatchObject([
    { key: 'refund-key-1', amountCents: 4_000, status: 'succeeded' },
  ]);
});

test('a refund says at Stripe that the customer asked for it, with its key and the reason in words', async () => {
  await refund(await shop.buy());
  expect([...shop.fake.records.refunds.values()]).toMatchObject([
    {
      reason: 'requested_by_customer',
      metadata: { refundKey: 'refund-key-1', reason: 'Changed their mind' },
    },
  ]);
});

test('a refund returned by the bank has failed', async () => {
  const paid = await shop.buy();
  const { id } = await refund(paid);
  shop.fake.failRefund(id);
  expect(await refundsOf(paid)).toMatchObject([{ id, status: 'failed' }]);
});

test('a disputed payment is not refunded', async () => {
  const paid = await shop.buy();
  shop.fake.dispute(paid);
  expect(await failureOf(refund(paid))).toMatchObject({
    name: 'RefundRefused',
    message: expect.stringContaining('charged back'),
  });
});

test('a payment that has not succeeded is not refunded', async () => {
  const { id } = await shop.start({ attemptKey: 'unpaid' });
  expect(await failureOf(refund(id))).toMatchObject({
    name: 'RefundRefused',
  });
});
