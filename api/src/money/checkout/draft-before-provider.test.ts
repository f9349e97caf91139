import type { Review } from '@northlight/shared/contracts/review.ts';
import { expect, test } from 'vitest';
import type { PaymentProvider } from '../payments/provider.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { checkOut, confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import type { PaymentState } from '../payments/provider.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';

/** Overrides methods of the card provider, and returns the original. */
function replaceCard(app: TestApp, changes: Partial<PaymentProvider>): PaymentProvider {
  const real = app.context.providers['credit-card'];
  app.context.providers['credit-card'] = { ...real, ...changes };
  return real;
}

const fails = () => Promise.reject(new Error('connect ECONNREFUSED'));

test('draft and attempt are stored before the provider is called', async () => {
  const app = await startTestApp();
  const draft = aDraft({ firstName: 'Grace', addons: [] });
  const real = replaceCard(app, {
    start: (payment) => {
      expect(rows.drafts(app.db)).toMatchObject([{ id: draft.checkoutId, details: { firstName: 'Grace' } }]);
      expect(rows.payments(app.db)).toMatchObject([
        {
          attemptKey: payment.attemptKey,
          amountCents: 14_900,
          draftId: draft.checkoutId,
          providerPaymentId: null,
        },
      ]);
      return real.start(payment);
    },
  });
  expect((await app.post('/api/create-payment-intent', { amount: 149, ...draft })).status).toBe(200);
  expect(rows.payments(app.db)[0]?.providerPaymentId).toMatch(/^pi_dev_/);
});

test('when a provider is down, the call answers 503 with a message, and the next try continues the same attempt', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const keys: string[] = [];
  const real = replaceCard(app, {
    start: (payment) => {
      keys.push(payment.attemptKey);
      return keys.length < 3 ? fails() : real.start(payment);
    },
  });
  for (const _try of [1, 2]) {
    const { status, body } = await app.post('/api/create-payment-intent', { amount: 149, ...draft });
    expect(status).toBe(503);
    expect(body).toMatchObject({
      success: false,
      code: 'provider_unavailable',
      message: 'The payment service isn’t responding. You haven’t been charged. Please try again.',
    });
    expect(JSON.stringify(body)).not.toContain('ECONNREFUSED');
  }
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  expect(new Set(keys).size).toBe(1);
  expect(rows.payments(app.db)).toHaveLength(1);
  await confirmCard(app, clientSecret);
  expect((await checkOut(app, draft, { paymentIntentId })).body.order.paymentStatus).toBe('completed');
});

test('when a provider cannot be reached, no order is made and the payment stays open', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await confirmCard(app, clientSecret);
  const real = replaceCard(app, { capture: fails, lookUp: fails });
  expect((await checkOut(app, draft, { paymentIntentId })).status).toBe(503);
  expect((await app.post('/api/create-payment-intent', { amount: 149, ...draft })).status).toBe(503);
  expect(rows.orders(app.db)).toEqual([]);
  expect(rows.payments(app.db)).toMatchObject([{ status: 'open' }]);

  app.context.providers['credit-card'] = real;
  const { body } = await checkOut(app, draft, { paymentIntentId });
  expect(body.order).toMatchObject({ orderNumber: 'ORD-10001', paymentStatus: 'completed' });
});

test('when the provider’s response is lost, the next call gets the same payment', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  let lost = '';
  const real = replaceCard(app, {
    start: async (payment) => {
      if (lost) return real.start(payment);
      lost = (await real.start(payment)).id;
      throw new Error('socket hang up');
    },
  });
  await app.post('/api/create-payment-intent', { amount: 149, ...draft });
  expect((await startCard(app, draft)).paymentIntentId).toBe(lost);
});

const PAID = { status: 'paid' as const, chargeId: null, refunds: [], dispute: null };

test.each<[PaymentState, Review]>([
  [
    { ...PAID, amountCents: 14_900, currency: 'eur' },
    { code: 'amount_differs', dueCents: 14900, receivedCents: 14900, currency: 'eur' },
  ],
  [
    { ...PAID, amountCents: 14_899, currency: 'usd' },
    { code: 'amount_differs', dueCents: 14900, receivedCents: 14899, currency: 'usd' },
  ],
  [
    { ...PAID, amountCents: 14_901, currency: 'usd' },
    { code: 'amount_differs', dueCents: 14900, receivedCents: 14901, currency: 'usd' },
  ],
  [{ status: 'failed', reason: 'The bank said no.' }, { code: 'not_arrived' }],
  [{ status: 'open' }, { code: 'not_arrived' }],
])('a payment that is %j at the provider makes a pending order', async (state, review) => {
  const app = await startTestApp();
  const draft = aDraft();
  const { paymentIntentId } = await startCard(app, draft);
  replaceCard(app, { capture: async () => state });
  const { status, body } = await checkOut(app, draft, { paymentIntentId });
  expect(status).toBe(200);
  expect(body.order.paymentStatus).toBe('pending');
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'pending', review }]);
  expect(await app.sentEmails()).toEqual([]);
});

test('a changed draft replaces the stored one until it is paid', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  await startCard(app, draft);
  await startCard(app, { ...draft, lastName: 'Byron', isYearly: true });
  expect(rows.drafts(app.db)).toMatchObject([
    { details: { lastName: 'Byron', isYearly: true }, consent: { amountCents: 30_000, period: 'year' } },
  ]);
  // The card was to be saved for other terms.
  expect(rows.payments(app.db)).toMatchObject([{ status: 'failed' }, { status: 'open' }]);
});
