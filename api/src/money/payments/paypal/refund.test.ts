import { beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../../../test/provider/fixture.ts';
import { openPaypal } from '../../../../test/paypal/fixture.ts';
import type { RefundRequest } from '../provider.ts';

let shop: Awaited<ReturnType<typeof openPaypal>>;
let paid: string;
beforeEach(async () => {
  shop = await openPaypal();
  paid = await shop.buy();
  return () => {
    expect(shop.fake.errors).toEqual([]);
    return shop.fake.close();
  };
});

const refunds = () => [...shop.fake.records.refunds.values()];
const captureId = () => shop.fake.records.capturesOf(paid)[0]?.id ?? null;
const refund = (changes: Partial<RefundRequest> = {}) =>
  shop.provider.refund({
    key: 'refund-key-1',
    providerPaymentId: paid,
    chargeId: captureId(),
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

test('part of a capture is refunded with our key and the reason', async () => {
  const answer = await refund();
  expect(answer).toEqual({
    id: refunds()[0]?.id,
    key: 'refund-key-1',
    amountCents: 4_000,
    status: 'succeeded',
  });
  expect(refunds()).toMatchObject([
    {
      captureId: captureId(),
      amount: { currency_code: 'USD', value: '40.00' },
      custom_id: 'refund-key-1',
      note_to_payer: 'Changed their mind',
    },
  ]);
  expect(await stateOf()).toEqual([answer]);
});

test('the same key gets the same refund, and refunds never exceed the payment', async () => {
  const first = await refund();
  expect(await refund()).toEqual(first);
  await refund({ key: 'refund-key-2', amountCents: 6_594 });
  expect(refunds().map(({ amount }) => amount.value)).toEqual(['40.00', '65.94']);
  expect(await failureOf(refund({ key: 'refund-key-3', amountCents: 1 }))).toMatchObject({
    name: 'RefundRefused',
    message: 'PayPal responded with 422 CAPTURE_FULLY_REFUNDED',
  });
  expect(await shop.provider.lookUp(paid)).toMatchObject({ status: 'paid', amountCents: 10_594 });
});

test('more than is left is rejected completely', async () => {
  await refund();
  expect(await failureOf(refund({ key: 'refund-key-2', amountCents: 6_595 }))).toMatchObject({
    name: 'RefundRefused',
    message: 'PayPal responded with 422 REFUND_AMOUNT_EXCEEDED',
  });
  expect(refunds()).toHaveLength(1);
});

test.each(['acts, then hangs up', 'acts, then breaks'] as const)(
  'a refund that %s is made once, however often it is requested',
  async (fault) => {
    shop.fake.faults.next(fault, /refund$/);
    await failureOf(refund());
    expect(await refund()).toMatchObject({ id: refunds()[0]?.id, status: 'succeeded' });
    expect(refunds()).toHaveLength(1);
  },
);

test('a refund made at PayPal does not have our key', async () => {
  const { id } = shop.fake.refundAtDashboard(paid, 594);
  expect(await stateOf()).toEqual([{ id, key: null, amountCents: 594, status: 'succeeded' }]);
});

test.each(['COMPLETED', 'FAILED'] as const)('a pending refund is later %s', async (end) => {
  shop.fake.settings.refundStatus = 'PENDING';
  const { id, status } = await refund();
  expect(status).toBe('pending');
  shop.fake.settleRefund(id, end);
  expect(await stateOf()).toMatchObject([{ id, status: end === 'COMPLETED' ? 'succeeded' : 'failed' }]);
});

test('nothing is refunded in another currency', async () => {
  expect(await failureOf(refund({ currency: 'eur' }))).toMatchObject({
    name: 'RefundRefused',
    message: 'PayPal responded with 422 CURRENCY_MISMATCH',
  });
  expect(refunds()).toEqual([]);
});

test('without a capture nothing can be refunded', async () => {
  const before = shop.calls().length;
  await failureOf(refund({ chargeId: null }));
  expect(shop.calls()).toHaveLength(before);
});

test('a long reason is shortened, and an empty one is left out', async () => {
  await refund({ reason: 'x'.repeat(2_000) });
  await refund({ key: 'refund-key-2', reason: '' });
  expect(refunds().map(({ note_to_payer }) => note_to_payer)).toEqual(['x'.repeat(255), undefined]);
});
