import type Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { openStripe } from '../../../../test/stripe/fixture.ts';
import type { PaymentState, ProviderRefund } from '../provider.ts';

let shop: Awaited<ReturnType<typeof openStripe>>;
beforeAll(async () => {
  shop = await openStripe();
  return shop.fake.close;
});

/** As in docs/payment-states.md. If Stripe adds a status, this fails the type check. */
const INTENTS: Record<Stripe.PaymentIntent.Status, PaymentState['status']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  processing: 'processing',
  requires_capture: 'open',
  canceled: 'failed',
  succeeded: 'paid',
};

const REFUNDS: Record<string, ProviderRefund['status']> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

test.each(Object.entries(INTENTS))('intent status %s maps to %s', async (status, meaning) => {
  const { id } = await shop.start({ attemptKey: `intent-${status}` });
  Object.assign(shop.fake.records.intent(id), { status });
  expect((await shop.provider.lookUp(id)).status).toBe(meaning);
  expect((await shop.provider.capture(id)).status).toBe(meaning);
});

test('an unknown status is never treated as paid', async () => {
  const { id } = await shop.start({ attemptKey: 'intent-tomorrow' });
  Object.assign(shop.fake.records.intent(id), { status: 'succeeded_in_part' });
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
});

test.each(Object.entries(REFUNDS))('a refund that is %s is %s', async (status, meaning) => {
  const id = await shop.buy();
  shop.fake.refundAtDashboard(id, 100);
  for (const refund of shop.fake.records.refunds.values()) Object.assign(refund, { status });
  expect(await shop.provider.lookUp(id)).toMatchObject({ refunds: [{ amountCents: 100, status: meaning }] });
});

test('3-D Secure: a confirmed payment is paid, a refused one stays open', async () => {
  const { id } = await shop.start({ attemptKey: 'asked' });
  shop.fake.confirm(id, '3-D Secure');
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
  shop.fake.authenticate(id, false);
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
  shop.fake.confirm(id, '3-D Secure');
  shop.fake.authenticate(id, true);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid' });
});

test('a debit takes days and then pays, or does not', async () => {
  const { id } = await shop.start({ attemptKey: 'debit' });
  shop.fake.confirm(id, 'debit');
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'processing' });
  shop.fake.settleDebit(id, false);
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
  shop.fake.confirm(id, 'debit');
  shop.fake.settleDebit(id, true);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid', amountCents: 10_594 });
});
