import { expect, test } from 'vitest';
import { TEST_NOW, startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { checkOut, confirmCard } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { sweepPayments } from '../provider-events/sweep.ts';

/** A call that has only an amount and does not say what is being paid for. */
async function startBare(app: TestApp) {
  const { body } = await app.post('/api/create-payment-intent', { amount: 149 });
  return body;
}

async function sweepLater(app: TestApp): Promise<void> {
  app.clock.now = new Date(TEST_NOW.getTime() + 5 * 60_000);
  await sweepPayments(app.context);
}

test('a payment with only an amount that no order refers to is flagged for review', async () => {
  const app = await startTestApp();
  const { clientSecret } = await startBare(app);
  await confirmCard(app, clientSecret);
  await sweepLater(app);
  expect(rows.payments(app.db)).toMatchObject([
    { status: 'paid', receivedAmountCents: 14_900, review: { code: 'no_order' } },
  ]);
});

test('an order that refers to the payment later still completes, and the flag is removed', async () => {
  const app = await startTestApp();
  const { clientSecret, paymentIntentId } = await startBare(app);
  await confirmCard(app, clientSecret);
  await sweepLater(app);
  const { body } = await checkOut(app, aDraft(), { paymentIntentId, checkoutId: undefined });
  expect(body.order.paymentStatus).toBe('completed');
  expect(rows.payments(app.db)).toMatchObject([{ status: 'paid', review: null }]);
});

test('the sweep completes a pending order whose payment has only an amount, and sends its email', async () => {
  const app = await startTestApp();
  const { clientSecret, paymentIntentId } = await startBare(app);
  const early = await checkOut(app, aDraft(), { paymentIntentId, checkoutId: undefined });
  expect(early.body.order.paymentStatus).toBe('pending');
  await confirmCard(app, clientSecret);
  await sweepLater(app);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed', review: null }]);
  expect(await app.sentEmails()).toHaveLength(1);
});
