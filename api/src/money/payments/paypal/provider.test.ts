import { beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../../../test/provider/fixture.ts';
import { MONTHLY, openPaypal, SHOP } from '../../../../test/paypal/fixture.ts';
import { BUY } from '../../../../test/stripe/fixture.ts';
import { AttemptExpired, type RefundRequest } from '../provider.ts';

let shop: Awaited<ReturnType<typeof openPaypal>>;
beforeEach(async () => {
  shop = await openPaypal();
  return () => {
    expect(shop.fake.errors).toEqual([]);
    return shop.fake.close();
  };
});

const orders = () => [...shop.fake.records.orders.values()];
const captures = () => [...shop.fake.records.captures.values()];
const CREATE = /POST \/v2\/checkout\/orders$/;
const CAPTURE = /\/capture$/;
/** Of an order or a subscription. */
const CHARGE = /\/(?:capture|activate)$/;

test('a PayPal order is created from the stored amount, names its attempt and has the approval and return addresses', async () => {
  const started = await shop.start();
  expect(started).toEqual({
    id: orders()[0]?.id,
    approvalUrl: `${shop.fake.base}/checkoutnow?token=${started.id}`,
  });
  expect(orders()).toMatchObject([
    {
      status: 'PAYER_ACTION_REQUIRED',
      amount: { currency_code: 'USD', value: '105.94' },
      custom_id: 'attempt-1',
      return_url: `${SHOP}/checkout?paypal=return`,
      cancel_url: `${SHOP}/checkout?paypal=cancel`,
    },
  ]);
});

test.each([
  [50, '0.50'],
  [14_900, '149.00'],
  [24_809, '248.09'],
  [9_999_999, '99999.99'],
])('%i cents are %s on the wire and convert back', async (amountCents, value) => {
  const id = await shop.buy('pays', { amountCents });
  expect(shop.fake.records.order(id).amount.value).toBe(value);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid', amountCents, currency: 'usd' });
});

test.each(['broken', 'hangs up'] as const)(
  'a create call while PayPal is %s creates nothing, and the next try creates an order',
  async (fault) => {
    shop.fake.faults.next(fault, CREATE);
    await failureOf(shop.start());
    expect(orders()).toEqual([]);
    await shop.start();
    expect(orders()).toHaveLength(1);
  },
);

test('an order that PayPal deleted, or that can no longer be approved, is over', async () => {
  expect(await failureOf(shop.start({ providerPaymentId: '5O190127TN364715T' }))).toBeInstanceOf(
    AttemptExpired,
  );
  const paid = await shop.buy();
  expect(await failureOf(shop.start({ providerPaymentId: paid }))).toBeInstanceOf(AttemptExpired);
});

test('a known order whose lookup fails is not over', async () => {
  const { id } = await shop.start();
  shop.fake.faults.next('broken', /GET/);
  expect(await failureOf(shop.start({ providerPaymentId: id }))).not.toBeInstanceOf(AttemptExpired);
});

const KINDS = [
  ['an order', null],
  ['a subscription', MONTHLY],
] as const;

test.each(KINDS)(
  '%s is charged only after its approval, and once, at once or after PayPal’s six hours',
  async (_, recurring) => {
    const { id } = await shop.start({ recurring });
    expect(await shop.provider.capture(id)).toEqual({ status: 'open' });
    expect(shop.calls().filter((call) => CHARGE.test(call))).toEqual([]);
    shop.fake.approve(id);
    expect(await shop.provider.lookUp(id)).toEqual({ status: 'open', isApproved: true });
    expect(captures()).toEqual([]);
    const [one, two] = await Promise.all([shop.provider.capture(id), shop.provider.capture(id)]);
    shop.fake.forgetRequestIds();
    const three = await shop.provider.capture(id);
    expect([two, three]).toEqual([one, one]);
    expect(one).toEqual({
      status: 'paid',
      amountCents: BUY.amountCents,
      currency: 'usd',
      chargeId: captures()[0]?.id,
      refunds: [],
      dispute: null,
      ...(recurring ? { isFullyRefunded: false } : { attemptKey: 'attempt-1' }),
    });
    expect(captures()).toHaveLength(1);
  },
);

const LOST = KINDS.flatMap(([kind, recurring]) =>
  (['acts, then hangs up', 'acts, then breaks'] as const).map((fault) => ({ kind, recurring, fault })),
);

test.each(LOST)(
  '$kind whose charge $fault: the next try finds the payment, once',
  async ({ recurring, fault }) => {
    const { id } = await shop.start({ recurring });
    shop.fake.approve(id);
    shop.fake.faults.next(fault, CHARGE);
    await failureOf(shop.provider.capture(id));
    expect(await shop.provider.capture(id)).toMatchObject({ status: 'paid' });
    expect(captures()).toHaveLength(1);
  },
);

test.each(KINDS)('%s can be canceled unless it is paid, processing or missing', async (_, recurring) => {
  const { id } = await shop.start({ recurring });
  expect(await shop.provider.cancel(id)).toBe(true);
  expect(await shop.provider.cancel(recurring ? 'I-NOBODYS' : 'NOBODYS0ORDER0000')).toBe(false);
  expect(await shop.provider.cancel(await shop.buy('pays', { recurring }))).toBe(false);
  expect(await shop.provider.cancel(await shop.buy('pays slowly', { recurring }))).toBe(false);
});

test.each(KINDS)('%s by eCheck takes days and then pays, or bounces and is over', async (_, recurring) => {
  const paid = await shop.buy('pays slowly', { recurring });
  expect(await shop.provider.lookUp(paid)).toEqual({ status: 'processing' });
  shop.fake.settleCapture(paid, true);
  expect(await shop.provider.lookUp(paid)).toMatchObject({ status: 'paid', amountCents: BUY.amountCents });
  const bounced = await shop.buy('pays slowly', { recurring });
  shop.fake.settleCapture(bounced, false);
  expect(await shop.provider.lookUp(bounced)).toMatchObject({ status: 'failed' });
});

test('ORDER_ALREADY_CAPTURED is success after a lookup', async () => {
  const { id } = await shop.start();
  shop.fake.approve(id);
  // Simulates another client that captures between our lookup and our capture, with its own request ID.
  let isFirst = true;
  shop.fake.state.beforeAnswer = async ({ method }) => {
    if (method !== 'GET' || !isFirst) return;
    isFirst = false;
    await shop.provider.capture(id);
    shop.fake.forgetRequestIds();
  };
  expect(await shop.provider.capture(id)).toMatchObject({ status: 'paid' });
  expect(captures()).toHaveLength(1);
  expect(shop.calls().filter((call) => CAPTURE.test(call))).toHaveLength(2);
});

test('after INSTRUMENT_DECLINED the buyer can approve the same order with another source', async () => {
  const { id } = await shop.start();
  shop.fake.approve(id, 'is refused');
  expect(await shop.provider.capture(id)).toMatchObject({ status: 'declined' });
  const again = await shop.start({ providerPaymentId: id });
  expect(again).toEqual({ id, approvalUrl: `${shop.fake.base}/checkoutnow?token=${id}` });
  shop.fake.approve(id);
  expect(await shop.provider.capture(id)).toMatchObject({ status: 'paid' });
  expect(captures()).toHaveLength(1);
});

test('another amount or currency is reported as it is', async () => {
  const { id } = await shop.start();
  shop.fake.records.order(id).amount = { currency_code: 'EUR', value: '7.77' };
  shop.fake.approve(id);
  expect(await shop.provider.capture(id)).toMatchObject({
    status: 'paid',
    amountCents: 777,
    currency: 'eur',
  });
});

test('an expired token is replaced unnoticed', async () => {
  await shop.start();
  shop.fake.endTokens();
  await shop.start({ attemptKey: 'attempt-2' });
  expect(orders()).toHaveLength(2);
  expect(shop.fake.requests.filter(({ path }) => path === '/v1/oauth2/token')).toHaveLength(2);
});

const refunds = () => [...shop.fake.records.refunds.values()];
const refund = (providerPaymentId: string, changes: Partial<RefundRequest> = {}) =>
  shop.provider.refund({
    key: 'refund-key-1',
    providerPaymentId,
    chargeId: shop.fake.records.capturesOf(providerPaymentId)[0]?.id ?? null,
    amountCents: 4_000,
    currency: 'usd',
    reason: 'Changed their mind',
    ...changes,
  });

test.each(['COMPLETED', 'FAILED'] as const)('a pending refund is later %s', async (end) => {
  const paid = await shop.buy();
  shop.fake.settings.refundStatus = 'PENDING';
  const { id, status } = await refund(paid);
  expect(status).toBe('pending');
  shop.fake.settleRefund(id, end);
  expect(Object(await shop.provider.lookUp(paid)).refunds).toMatchObject([
    { id, status: end === 'COMPLETED' ? 'succeeded' : 'failed' },
  ]);
});

test('nothing is refunded in another currency', async () => {
  const paid = await shop.buy();
  expect(await failureOf(refund(paid, { currency: 'eur' }))).toMatchObject({
    name: 'RefundRefused',
    message: 'PayPal responded with 422 CURRENCY_MISMATCH',
  });
  expect(refunds()).toEqual([]);
});

test('without a capture nothing can be refunded', async () => {
  const paid = await shop.buy();
  const before = shop.calls().length;
  await failureOf(refund(paid, { chargeId: null }));
  expect(shop.calls()).toHaveLength(before);
});

test('an empty reason for a refund is left out', async () => {
  await refund(await shop.buy(), { reason: '' });
  expect(refunds().map(({ note_to_payer }) => note_to_payer)).toEqual([undefined]);
});
