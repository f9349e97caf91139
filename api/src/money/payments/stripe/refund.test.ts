import { beforeEach, expect, test } from 'vitest';
import { openStripe } from '../../../../test/stripe/fixture.ts';
import { failureOf, hurry } from '../../../../test/provider/fixture.ts';
import type { RefundRequest } from '../provider.ts';

let shop: Awaited<ReturnType<typeof openStripe>>;
let paid: string;
beforeEach(async () => {
  shop = await openStripe();
  paid = await shop.buy();
  return () => {
    expect(shop.fake.errors).toEqual([]);
    return shop.fake.close();
  };
});

const refunds = () => [...shop.fake.records.refunds.values()];
const refund = (changes: Partial<RefundRequest> = {}) =>
  shop.provider.refund({
    key: 'refund-key-1',
    providerPaymentId: paid,
    chargeId: null,
    amountCents: 4_000,
    currency: 'usd',
    reason: 'Changed their mind',
    ...changes,
  });
const stateOf = async () => {
  const state = await shop.provider.lookUp(paid);
  if (state.status !== 'paid') throw new Error('not paid');
  return state.refunds;
};

test('part of a payment is refunded with our key and reason', async () => {
  const answer = await refund();
  expect(answer).toEqual({
    id: refunds()[0]?.id,
    key: 'refund-key-1',
    amountCents: 4_000,
    status: 'succeeded',
  });
  expect(refunds()).toMatchObject([
    {
      amount: 4_000,
      payment_intent: paid,
      reason: 'requested_by_customer',
      metadata: { refundKey: 'refund-key-1', reason: 'Changed their mind' },
    },
  ]);
  expect(await stateOf()).toEqual([answer]);
});

test('the same key gets the same refund, another key gets a new one, and refunds never exceed the payment', async () => {
  const first = await refund();
  expect(await refund()).toEqual(first);
  await refund({ key: 'refund-key-2', amountCents: 6_594 });
  expect(refunds().map(({ amount }) => amount)).toEqual([4_000, 6_594]);
  expect(await failureOf(refund({ key: 'refund-key-3', amountCents: 1 }))).toMatchObject({
    name: 'RefundRefused',
    message: expect.stringContaining('already been refunded'),
  });
});

test('more than is left is rejected completely', async () => {
  await refund();
  const error = await failureOf(refund({ key: 'refund-key-2', amountCents: 6_595 }));
  expect(error.message).toContain('greater than unrefunded amount');
  expect(refunds()).toHaveLength(1);
});

test('a lost response still makes one refund', async () => {
  for (let tries = 0; tries < 3; tries += 1) shop.fake.faults.next('acts, then hangs up', /refunds$/);
  await hurry(() => failureOf(refund()));
  expect(refunds()).toHaveLength(1);
  expect(await refund()).toMatchObject({ id: refunds()[0]?.id, status: 'succeeded' });
  expect(refunds()).toHaveLength(1);
});

test('a refund whose response was a 500 is found by a lookup, because its key repeats the 500', async () => {
  shop.fake.faults.next('acts, then breaks', /refunds$/);
  expect(await hurry(() => failureOf(refund()))).toMatchObject({ statusCode: 500 });
  expect(await hurry(() => failureOf(refund()))).toMatchObject({ statusCode: 500 });
  expect(await stateOf()).toMatchObject([{ key: 'refund-key-1', amountCents: 4_000, status: 'succeeded' }]);
});

test('a refund made in the dashboard does not have our key', async () => {
  const { id } = shop.fake.refundAtDashboard(paid, 594);
  expect(await stateOf()).toEqual([{ id, key: null, amountCents: 594, status: 'succeeded' }]);
});

test('a refund returned by the bank has failed', async () => {
  const { id } = await refund();
  shop.fake.failRefund(id);
  expect(await stateOf()).toMatchObject([{ id, status: 'failed' }]);
});

test('a disputed payment is not refunded', async () => {
  shop.fake.dispute(paid);
  expect(await failureOf(refund())).toMatchObject({
    name: 'RefundRefused',
    message: expect.stringContaining('charged back'),
  });
});

test('a payment that has not succeeded is not refunded', async () => {
  const { id } = await shop.start({ attemptKey: 'unpaid' });
  expect(await failureOf(refund({ providerPaymentId: id }))).toMatchObject({
    name: 'RefundRefused',
  });
});

test('a long reason is shortened, not rejected', async () => {
  await refund({ reason: 'x'.repeat(2_000) });
  expect(refunds()[0]?.metadata?.['reason']).toBe('x'.repeat(500));
});
