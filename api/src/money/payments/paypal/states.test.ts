import { beforeAll, expect, test } from 'vitest';
import { openPaypal } from '../../../../test/paypal/fixture.ts';
import type { CaptureStatus, OrderStatus, PaypalRefundStatus } from '../../../../test/paypal/records.ts';
import type { PaymentState, ProviderRefund } from '../provider.ts';

let shop: Awaited<ReturnType<typeof openPaypal>>;
beforeAll(async () => {
  shop = await openPaypal();
  return shop.fake.close;
});

/** For an order without a capture, as in docs/payment-states.md. */
const ORDERS: Record<OrderStatus, PaymentState['status']> = {
  CREATED: 'open',
  SAVED: 'open',
  APPROVED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  COMPLETED: 'open',
  VOIDED: 'failed',
};

/** For a completed order, by the status of its capture. */
const CAPTURES: Record<CaptureStatus, PaymentState['status']> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  PENDING: 'processing',
  DECLINED: 'failed',
  FAILED: 'failed',
};

const REFUNDS: Record<PaypalRefundStatus, ProviderRefund['status']> = {
  COMPLETED: 'succeeded',
  PENDING: 'pending',
  CANCELLED: 'failed',
  FAILED: 'failed',
};

test.each(Object.entries(ORDERS))('order status %s maps to %s', async (status, meaning) => {
  const { id } = await shop.start({ attemptKey: `order-${status}` });
  Object.assign(shop.fake.records.order(id), { status });
  expect((await shop.provider.lookUp(id)).status).toBe(meaning);
});

test.each(Object.entries(CAPTURES))('capture status %s maps to %s', async (status, meaning) => {
  const id = await shop.buy();
  for (const capture of shop.fake.records.capturesOf(id)) Object.assign(capture, { status });
  expect((await shop.provider.lookUp(id)).status).toBe(meaning);
  expect((await shop.provider.capture(id)).status).toBe(meaning);
});

test.each(Object.entries(REFUNDS))('a refund that is %s is %s', async (status, meaning) => {
  const id = await shop.buy();
  Object.assign(shop.fake.refundAtDashboard(id, 100), { status });
  expect(await shop.provider.lookUp(id)).toMatchObject({ refunds: [{ amountCents: 100, status: meaning }] });
});

test('unknown statuses are never treated as paid', async () => {
  const id = await shop.buy();
  Object.assign(shop.fake.records.order(id), { status: 'SETTLED_IN_PART' });
  for (const capture of shop.fake.records.capturesOf(id)) Object.assign(capture, { status: 'HALFWAY' });
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
});

test('a declined capture does not matter while another one is pending', async () => {
  const id = await shop.buy('is declined');
  const [declined] = shop.fake.records.capturesOf(id);
  if (!declined) throw new Error('The order has no capture');
  const second = { ...declined, id: 'SECOND0CAPTURE000', status: 'PENDING' as const };
  shop.fake.records.captures.set(second.id, second);
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'processing' });
  shop.fake.settleCapture(id, true);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid', chargeId: second.id });
});

test('an eCheck takes days and then pays', async () => {
  const id = await shop.buy('pays slowly');
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'processing' });
  shop.fake.settleCapture(id, true);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid', amountCents: 10_594 });
});

test('a bounced eCheck never pays, because a completed order cannot be approved again', async () => {
  const id = await shop.buy('pays slowly');
  shop.fake.settleCapture(id, false);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'failed' });
});
