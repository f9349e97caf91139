import { expect, test } from 'vitest';
import { rows } from '../../../test/fixtures/rows.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { startLiveApp, type LiveApp, livePaypal, paidByPaypal } from '../../../test/shop/live-app.ts';
import { checkOut, startCard, startPaypal } from '../../../test/shop/purchase-steps.ts';
import { checkDueAgreements } from '../recurring/check-agreement.ts';

const MINUTE = 60_000;
const byPaypal = (paypalOrderId: string) => ({ paymentMethod: 'paypal' as const, paypalOrderId });

/** A website recurs, so PayPal is paid with a subscription. */
async function approved() {
  const { app, draft, paypalOrderId: id } = await livePaypal(aDraft());
  expect(rows.payments(app.db)).toMatchObject([{ providerPaymentId: id, status: 'open' }]);
  app.paypal.approve(id);
  return { app, draft, id, subscription: app.paypal.records.subscription(id) };
}

/** One order, one charge and one recurring payment, which is the subscription. */
async function expectOne(app: LiveApp, id: string): Promise<void> {
  await app.sweepAfter(5_000);
  await checkDueAgreements(app.context);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed', initialPaymentCents: 14_900 }]);
  expect(app.paypal.records.capturesOf(id)).toMatchObject([{ status: 'COMPLETED' }]);
  const agreements = app.db.$client.prepare('SELECT provider_id, state, problem FROM agreements').all();
  expect(agreements).toEqual([{ provider_id: id, state: 'active', problem: null }]);
}

test('the browser returns: it gets its order', async () => {
  const { app, draft, id } = await approved();
  const { body } = await checkOut(app, draft, byPaypal(id));
  expect(body.order).toMatchObject({ paymentStatus: 'completed' });
  expect((await checkOut(app, draft, byPaypal(id))).body.order).toEqual(body.order);
  await app.settled();
  await expectOne(app, id);
});

test('the browser closes: the sweep makes the order, after waiting for the browser', async () => {
  const { app, id } = await approved();
  await app.sweepAfter(20_000);
  expect(rows.orders(app.db)).toEqual([]);
  await app.sweepAfter(20_000);
  await app.settled();
  await expectOne(app, id);
});

test('the answer to the activation is lost, and the browser closes: the event makes the order', async () => {
  const { app, draft, id } = await approved();
  app.paypal.faults.next('acts, then hangs up', /activate$/);
  expect((await checkOut(app, draft, byPaypal(id))).status).toBe(503);
  expect(rows.orders(app.db)).toEqual([]);
  await app.settled();
  await expectOne(app, id);
});

test('an event that arrives before the answer to the create call finds the payment by its key', async () => {
  const app = await startLiveApp();
  const draft = aDraft();
  app.paypal.faults.next('acts, then hangs up', /POST .*subscriptions$/);
  await startPaypal(app, draft);
  const [id = ''] = app.paypal.records.subscriptions.keys();
  expect(rows.payments(app.db)).toMatchObject([{ providerPaymentId: null }]);
  // PayPal activates it by itself.
  app.paypal.records.subscription(id).isActivatedByShop = false;
  app.paypal.approve(id);
  await app.settled();
  await expectOne(app, id);
});

test('a price that changed before the return is not charged, and nothing recurs', async () => {
  const { app, draft, id, subscription } = await approved();
  const cheaper = { ...draft, promoCode: 'SAVE50' };
  const { status, body } = await checkOut(app, cheaper, byPaypal(id));
  expect([status, body.code]).toEqual([409, 'price_changed']);
  await app.sweepAfter(30 * MINUTE);
  expect(subscription.status).toBe('APPROVED');
  const again = await startPaypal(app, cheaper);
  app.paypal.approve(again.paypalOrderId);
  expect((await checkOut(app, cheaper, byPaypal(again.paypalOrderId))).body.order).toMatchObject({
    initialPayment: '99.00',
    paymentStatus: 'completed',
  });
  expect(subscription.status).toBe('APPROVED');
});

test('another period at the same price today needs a new approval', async () => {
  const { app, draft, id, subscription } = await approved();
  const yearly = { ...draft, isYearly: true };
  const again = await startPaypal(app, yearly);
  expect(again.paypalOrderId).not.toBe(id);
  expect(app.paypal.records.subscription(again.paypalOrderId).plan.name).toBe('Yearly payment');
  expect((await checkOut(app, yearly, byPaypal(id))).status).toBe(402);
  await app.sweepAfter(30 * MINUTE);
  expect(subscription.status).toBe('APPROVED');
  expect(rows.orders(app.db)).toEqual([]);
});

test.each(['is declined', 'cannot pay'] as const)(
  'a purse that %s: the customer is told, nothing is charged, and the next attempt pays',
  async (purse) => {
    const { app, draft, paypalOrderId } = await livePaypal(aDraft());
    app.paypal.approve(paypalOrderId, purse);
    const { status, body } = await checkOut(app, draft, byPaypal(paypalOrderId));
    expect([status, body.code]).toEqual([402, 'payment_refused']);
    await app.settled();
    await app.sweepAfter(30 * MINUTE);
    expect(rows.orders(app.db)).toEqual([]);
    const again = await startPaypal(app, draft);
    app.paypal.approve(again.paypalOrderId);
    await checkOut(app, draft, byPaypal(again.paypalOrderId));
    await app.settled();
    await expectOne(app, again.paypalOrderId);
  },
);

test('an eCheck is processing, and then the order is complete', async () => {
  const { app, paypalOrderId: id, body } = await paidByPaypal(aDraft(), 'pays slowly');
  expect(body.order).toMatchObject({ paymentStatus: 'pending', isProcessing: true });
  app.paypal.settleCapture(id, true);
  await app.settled();
  await expectOne(app, id);
});

test('a second payment by subscription is refunded, and the subscription is canceled', async () => {
  const { app, draft, id, subscription } = await approved();
  const { paymentIntentId } = await startCard(app, draft);
  const { paypal } = app.context.providers;
  const { cancel } = paypal;
  // Simulates an activation just as the attempt is being canceled.
  paypal.cancel = async () => false;
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  paypal.cancel = cancel;
  // Once for each event.
  for (let times = 0; times < 2; times += 1) app.paypal.faults.next('broken', /cancel$/);
  await paypal.capture(id);
  await app.settled();
  // The refund doesn't wait for the cancellation.
  expect(rows.refunds(app.db)).toMatchObject([{ status: 'succeeded', amountCents: 14_900 }]);
  expect(subscription.status).toBe('ACTIVE');
  await app.sweepAfter(MINUTE);
  expect(subscription.status).toBe('CANCELLED');
  expect(rows.orders(app.db)).toHaveLength(1);
});

test('a recurring payment that is canceled before the shop has looked at it is canceled at PayPal', async () => {
  const { app, draft, id, subscription } = await approved();
  await checkOut(app, draft, byPaypal(id));
  await app.act('/api/admin/cases/ORD-10001/recurring', { action: 'cancel-now' });
  expect(subscription.status).toBe('CANCELLED');
});
