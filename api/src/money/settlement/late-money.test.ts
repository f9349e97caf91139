import { expect, test } from 'vitest';
import { aDraft, anAddon } from '../../../test/fixtures/factories.ts';
import {
  checkOut,
  confirmCard,
  decidePaypal,
  startCard,
  startPaypal,
} from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { TEST_NOW, startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { sweepPayments } from '../provider-events/sweep.ts';

function wait(app: TestApp, minutes: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
}

test('PayPal is approved and the browser closed: the sweep captures, completes the order and sends its email', async () => {
  const app = await startTestApp();
  const { paypalOrderId } = await startPaypal(app, aDraft());
  await decidePaypal(app, paypalOrderId, 'approve');
  wait(app, 3);
  // The sweep sees the approval but waits briefly, in case the browser is on its way back.
  expect(await sweepPayments(app.context)).toBe(0);
  wait(app, 0.25);
  expect(await sweepPayments(app.context)).toBe(1);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed', paymentMethod: 'paypal' }]);
  expect(await app.sentEmails()).toHaveLength(1);
});

test('a card form opened before PayPal does not stop the sweep from capturing', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  await startCard(app, draft);
  wait(app, 1);
  const { paypalOrderId } = await startPaypal(app, draft);
  await decidePaypal(app, paypalOrderId, 'approve');
  wait(app, 3);
  await sweepPayments(app.context);
  wait(app, 0.25);
  expect(await sweepPayments(app.context)).toBe(1);
});

test('a customer who approved at PayPal and then paid by card is charged by card only', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { paypalOrderId } = await startPaypal(app, draft);
  await decidePaypal(app, paypalOrderId, 'approve');
  wait(app, 1);
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  wait(app, 3);
  expect(await sweepPayments(app.context)).toBe(0);
  await confirmCard(app, clientSecret);
  await checkOut(app, draft, { paymentIntentId });
  wait(app, 3);
  await sweepPayments(app.context);
  expect(rows.orders(app.db)).toMatchObject([{ paymentMethod: 'credit-card' }]);
  expect(rows.payments(app.db).filter(({ status }) => status === 'paid')).toHaveLength(1);
});

test('an approved PayPal payment is not captured when the price of the draft has changed', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { paypalOrderId } = await startPaypal(app, draft);
  await decidePaypal(app, paypalOrderId, 'approve');
  await app.post('/api/process-paypal', { amount: 198, ...draft, addons: [anAddon('revisions')] });
  wait(app, 3);
  expect(await sweepPayments(app.context)).toBe(0);
  expect(rows.orders(app.db)).toEqual([]);
});

test('a pending order is updated to what the customer corrected and paid for, under the same number', async () => {
  const app = await startTestApp();
  const first = aDraft({ email: 'wrong@typo.example', addons: [anAddon('revisions')] });
  const early = await startCard(app, first);
  const pending = await checkOut(app, first, { paymentIntentId: early.paymentIntentId });
  expect(pending.body.order.paymentStatus).toBe('pending');

  const mended = {
    ...first,
    email: 'ada@marlow.example',
    addons: [anAddon('custom-domain')],
    isYearly: true,
  };
  const { clientSecret, paymentIntentId } = await startCard(app, mended);
  await confirmCard(app, clientSecret);
  const { body } = await checkOut(app, mended, { paymentIntentId });
  expect(body.order).toMatchObject({
    orderNumber: pending.body.order.orderNumber,
    email: 'ada@marlow.example',
    isYearly: true,
    paymentStatus: 'completed',
  });
  expect(rows.orders(app.db)).toMatchObject([{ createdAt: TEST_NOW, consent: { period: 'year' } }]);
  expect(rows.lines(app.db).map(({ addonId }) => addonId)).toEqual([null, 'custom-domain']);
  expect(await app.sentEmails()).toMatchObject([{ to: 'ada@marlow.example' }]);
});

test('a pending order completes at the lower price after the customer removes something', async () => {
  const app = await startTestApp();
  const first = aDraft({ addons: [anAddon('revisions')] });
  const early = await startCard(app, first);
  await checkOut(app, first, { paymentIntentId: early.paymentIntentId });
  const cheaper = { ...first, addons: [] };
  const { clientSecret, paymentIntentId } = await startCard(app, cheaper);
  await confirmCard(app, clientSecret);
  const { body } = await checkOut(app, cheaper, { paymentIntentId });
  expect(body.order).toMatchObject({ paymentStatus: 'completed', initialPayment: '149.00' });
  expect(rows.lines(app.db)).toHaveLength(1);
});
