import { expect, test } from 'vitest';
import { aDraft, CARDS } from '../../../test/fixtures/factories.ts';
import {
  buyWithPaypal,
  checkOut,
  confirmCard,
  decidePaypal,
  startCard,
  startPaypal,
} from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { sweepPayments } from '../provider-events/sweep.ts';

test('a PayPal payment is created, approved and then captured', async () => {
  const app = await startTestApp();
  const draft = aDraft({ serviceTypes: ['website', 'onhold'], promoCode: 'SAVE50' });
  const started = await app.post('/api/process-paypal', { amount: 1, ...draft });
  expect(started.body).toMatchObject({ success: true, paypalOrderId: expect.stringMatching(/^DEMO_/) });
  expect(started.body.approvalUrl).toBe(`/demo-paypal?token=${started.body.paypalOrderId}`);
  const { returnUrl } = await decidePaypal(app, started.body.paypalOrderId, 'approve');
  expect(returnUrl).toBe(`/checkout?paypal=return&token=${started.body.paypalOrderId}&PayerID=DEMO`);
  expect(rows.payments(app.db)[0]?.status).toBe('open');

  const { body } = await checkOut(app, draft, {
    paymentMethod: 'paypal',
    paypalOrderId: started.body.paypalOrderId,
  });
  expect(body.order).toMatchObject({ initialPayment: '198.00', paymentStatus: 'completed' });
  expect(rows.payments(app.db)).toMatchObject([
    { provider: 'demo-paypal', status: 'paid', receivedAmountCents: 19_800 },
  ]);
  expect(rows.orders(app.db)[0]?.paymentMethod).toBe('paypal');
});

test('whoever comes back from PayPal learns the number of the order that is paid, and nothing else', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { paypalOrderId } = await startPaypal(app, draft);
  const status = async (id: string) => (await app.post('/api/paypal-status', { paypalOrderId: id })).body;
  expect(await status(paypalOrderId)).toEqual({ orderNumber: null });
  await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(await status(paypalOrderId)).toEqual({ orderNumber: null });
  await decidePaypal(app, paypalOrderId, 'approve');
  expect(await status(paypalOrderId)).toEqual({ orderNumber: null });
  const { body } = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(await status(paypalOrderId)).toEqual({ orderNumber: body.order.orderNumber });
  // A card's ID is no PayPal payment, and neither is an order's number.
  const { paymentIntentId } = await startCard(app, aDraft());
  for (const id of [paymentIntentId, body.order.orderNumber, `${paypalOrderId}0`])
    expect(await status(id), id).toEqual({ orderNumber: null });
  expect((await app.post('/api/paypal-status', {})).status).toBe(400);
});

test('the PayPal order ID is stored before the customer is sent to PayPal', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { paypalOrderId } = await startPaypal(app, draft);
  expect(rows.payments(app.db)).toMatchObject([
    { providerPaymentId: paypalOrderId, draftId: draft.checkoutId },
  ]);
});

test('an unapproved PayPal payment makes a pending order, which completes on approval', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { paypalOrderId } = await startPaypal(app, draft);
  const early = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(early.body.order.paymentStatus).toBe('pending');
  expect(await app.sentEmails()).toEqual([]);
  await decidePaypal(app, paypalOrderId, 'approve');
  const late = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(late.body.order).toMatchObject({
    orderNumber: early.body.order.orderNumber,
    paymentStatus: 'completed',
  });
  expect(await app.sentEmails()).toHaveLength(1);
});

test('after a canceled PayPal payment a card works, and PayPal starts a new payment', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const first = await startPaypal(app, draft);
  const { returnUrl } = await decidePaypal(app, first.paypalOrderId, 'cancel');
  expect(returnUrl).toBe(`/checkout?paypal=cancel&token=${first.paypalOrderId}`);
  const again = await startPaypal(app, draft);
  expect(again.paypalOrderId).not.toBe(first.paypalOrderId);
  expect(rows.payments(app.db)[0]).toMatchObject({
    status: 'failed',
    review: { code: 'ended_by_provider', reason: 'The customer canceled.' },
  });

  const card = await startCard(app, draft);
  await confirmCard(app, card.clientSecret, CARDS.succeeds);
  const { body } = await checkOut(app, draft, { paymentIntentId: card.paymentIntentId });
  expect(body.order.paymentStatus).toBe('completed');
});

test('approving does not capture at once; the returning browser gets a moment to do it', async () => {
  const app = await startTestApp();
  const { paypalOrderId } = await startPaypal(app, aDraft());
  await decidePaypal(app, paypalOrderId, 'approve');
  app.clock.now = new Date(app.clock.now.getTime() + 15_000);
  expect(await sweepPayments(app.context)).toBe(0);
  expect(rows.orders(app.db)).toEqual([]);
});

test('submitting a captured PayPal payment twice returns the same order', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const first = await buyWithPaypal(app, draft);
  const { paypalOrderId, approvalUrl, order } = await startPaypal(app, draft);
  expect({ paypalOrderId, approvalUrl }).toEqual({ paypalOrderId: '', approvalUrl: '' });
  expect(order).toEqual(first.body.order);
  expect(rows.payments(app.db)).toHaveLength(1);
});
