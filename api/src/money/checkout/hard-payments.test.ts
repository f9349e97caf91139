/** Hard cases with real providers: two tabs, outdated pages, slow banks, and lost responses. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { RefundRefused } from '../payments/provider.ts';
import { createDisabledProvider } from '../payments/providers.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import {
  startLiveApp,
  type LiveApp,
  liveCard,
  livePaypal,
  paidByPaypal,
  paidByStripe,
  payByPaypal,
} from '../../../test/shop/live-app.ts';
import { checkOut, startCard, startPaypal, confirmCard } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { sample } from '../../../test/fixtures/long.ts';
import { TEST_NOW, startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { sweepPayments } from '../provider-events/sweep.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RACES = 8;

/** Nothing recurs, so PayPal is paid with an order. */
const draftOf = () => aDraft({ serviceTypes: ['onhold'] });
const byPaypal = (paypalOrderId: string) => ({ paymentMethod: 'paypal' as const, paypalOrderId });
const statusOf = (app: LiveApp, checkoutId: string) => app.post('/api/payment-status', { checkoutId });

/** The money that the providers hold, in cents, minus refunds. */
function kept({ stripe, paypal }: LiveApp): number {
  const byCard = [...stripe.records.charges.values()]
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0);
  const captured = [...paypal.records.captures.values()]
    .filter(({ status }) => !['PENDING', 'DECLINED', 'FAILED'].includes(status))
    .reduce((sum, { amount }) => sum + Math.round(Number(amount.value) * 100), 0);
  const refunded = [...paypal.records.refunds.values()].reduce(
    (sum, { amount }) => sum + Math.round(Number(amount.value) * 100),
    0,
  );
  return byCard + captured - refunded;
}

test.each(sample([10, 40]))(
  'a card in one tab and PayPal in the other, settled at the same time, charge once (latency %i ms)',
  async (latency) => {
    const app = await startLiveApp();
    for (let race = 0; race < RACES; race += 1) {
      const before = kept(app);
      const draft = draftOf();
      const { paymentIntentId } = await startCard(app, draft);
      const { paypalOrderId } = await startPaypal(app, draft);
      app.paypal.approve(paypalOrderId);
      app.stripe.state.latencyMs = app.paypal.state.latencyMs = () => latency;
      const fromPaypal = checkOut(app, draft, byPaypal(paypalOrderId));
      await new Promise((done) => setTimeout(done, race * latency));
      try {
        app.stripe.confirm(paymentIntentId, 'succeeds');
      } catch {
        // The payment was canceled in the meantime.
      }
      await Promise.all([fromPaypal, checkOut(app, draft, { paymentIntentId })]);
      app.stripe.state.latencyMs = app.paypal.state.latencyMs = undefined;
      await app.settled();
      expect(kept(app) - before, `race ${race}`).toBe(9_900);
    }
    expect(rows.orders(app.db)).toHaveLength(RACES);
    // Nothing was charged twice and refunded, because the card payment is canceled before PayPal is captured.
    expect(rows.refunds(app.db)).toEqual([]);
  },
);

test('a card form opened during a PayPal capture cannot be paid', async () => {
  const { app, draft, paypalOrderId } = await livePaypal(draftOf());
  app.paypal.approve(paypalOrderId);
  app.paypal.state.latencyMs = () => 30;
  const [paid, card] = await Promise.all([
    checkOut(app, draft, byPaypal(paypalOrderId)),
    startCard(app, draft),
  ]);
  expect(paid.body.order).toMatchObject({ paymentStatus: 'completed' });
  expect(card).toMatchObject({ clientSecret: '', order: { orderNumber: 'ORD-10001' } });
  expect(app.stripe.records.intents.size).toBe(0);
});

test('a second payment is refunded automatically, and both sides get an email', async () => {
  const { app, draft, paymentIntentId } = await liveCard(draftOf());
  const { paypalOrderId } = await startPaypal(app, draft);
  app.paypal.approve(paypalOrderId);
  const stripe = app.context.providers['credit-card'];
  const { cancel } = stripe;
  // Simulates a payment that succeeds just as it is being canceled.
  stripe.cancel = async () => false;
  await checkOut(app, draft, byPaypal(paypalOrderId));
  stripe.cancel = cancel;
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  expect(kept(app)).toBe(9_900);
  expect(app.stripe.records.charges.values().next().value).toMatchObject({ amount_refunded: 9_900 });
  const emails = await app.sentEmails();
  const told = emails.find(({ subject }) => subject === 'Your refund for order ORD-10001');
  expect(told?.text).toContain('This order was paid twice, so we’re refunding the second payment.');
  // The order was paid by PayPal and the second payment was by card.
  expect(told?.text).toContain('to the card you paid with');
  await app.sweepAfter(6 * MINUTE);
  expect((await app.businessEmails()).map(({ subject }) => subject)).toContain(
    'A payment for order ORD-10001 was refunded',
  );
  expect((await app.see('/api/json/overview')).paymentsToReview.count).toBe(0);
});

test('a card payment that could not be canceled when its order was paid with PayPal is canceled later', async () => {
  const app = await startLiveApp();
  const draft = draftOf();
  const { paymentIntentId } = await startCard(app, draft);
  const { paypalOrderId } = await startPaypal(app, draft);
  // Its event would cancel it, too.
  app.paypal.webhooks.hold();
  app.paypal.approve(paypalOrderId);
  const stripe = app.context.providers['credit-card'];
  const { cancel } = stripe;
  stripe.cancel = async () => false;
  const { body } = await checkOut(app, draft, byPaypal(paypalOrderId));
  expect(body.order).toMatchObject({ paymentStatus: 'completed' });
  stripe.cancel = cancel;
  await app.sweepAfter(HOUR);
  expect(app.stripe.records.intent(paymentIntentId).status).toBe('canceled');
});

test('a second payment whose refund is refused stays flagged, with the reason', async () => {
  const { app, draft, paymentIntentId } = await liveCard(draftOf());
  await checkOut(app, { ...draft, serviceTypes: ['voice'] });
  app.context.providers['credit-card'].refund = async () => {
    throw new RefundRefused('The charge is disputed.');
  };
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  expect(rows.payments(app.db)[0]?.review).toEqual({
    code: 'second_payment',
    orderNumber: 'ORD-10001',
    refund: 'failed',
    failure: 'The charge is disputed.',
  });
  expect((await app.see('/api/json/overview')).paymentsToReview.count).toBe(1);
});

test('with REFUND_SECOND_PAYMENTS off, a second payment is only flagged', async () => {
  const app = await startLiveApp();
  Object.assign(app.context.settings, { refundsSecondPayments: false });
  const draft = draftOf();
  const { paymentIntentId } = await startCard(app, draft);
  await checkOut(app, { ...draft, serviceTypes: ['voice'] });
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  expect(rows.refunds(app.db)).toEqual([]);
  expect(rows.payments(app.db)[0]?.review).toEqual({
    code: 'second_payment',
    orderNumber: 'ORD-10001',
    refund: 'manual',
  });
});

test('the sweep retries the refund of a second payment, once', async () => {
  const { app, draft, paymentIntentId } = await liveCard(draftOf());
  await checkOut(app, { ...draft, serviceTypes: ['voice'] });
  const stripe = app.context.providers['credit-card'];
  const { refund } = stripe;
  stripe.refund = async (request) => {
    await refund(request);
    throw new Error('the answer is lost');
  };
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  stripe.refund = refund;
  await app.sweepAfter(MINUTE);
  expect(rows.refunds(app.db)).toMatchObject([{ status: 'succeeded', amountCents: 9_900 }]);
  expect(app.stripe.records.refunds.size).toBe(1);
});

test('returning from PayPal after applying a promo code: the old price is not captured, and the customer is told', async () => {
  const { app, draft, paypalOrderId } = await livePaypal(draftOf());
  app.paypal.approve(paypalOrderId);
  // PayPal's event and a sweep come before the browser.
  await app.settled();
  await app.sweepAfter(5_000);
  const cheaper = { ...draft, promoCode: 'SAVE50' };
  const { status, body } = await checkOut(app, cheaper, byPaypal(paypalOrderId));
  expect([status, body.code]).toEqual([409, 'price_changed']);
  expect(body.message).toContain(
    'changed to $49.00 after you approved this payment. You haven’t been charged.',
  );
  // A reload, an event, and a sweep don't capture it later either.
  expect((await checkOut(app, cheaper, byPaypal(paypalOrderId))).status).toBe(409);
  await app.settled();
  await app.sweepAfter(HOUR);
  expect(kept(app)).toBe(0);
  const again = await startPaypal(app, cheaper);
  app.paypal.approve(again.paypalOrderId);
  const { body: done } = await checkOut(app, cheaper, byPaypal(again.paypalOrderId));
  expect(done.order).toMatchObject({ initialPayment: '49.00', paymentStatus: 'completed' });
  expect(kept(app)).toBe(4_900);
});

test('a new price cancels the card payment at the old one before another starts', async () => {
  const { app, draft, ...old } = await liveCard(draftOf());
  await startPaypal(app, { ...draft, promoCode: 'SAVE50' });
  expect(app.stripe.records.intent(old.paymentIntentId).status).toBe('canceled');
  expect(rows.payments(app.db)).toMatchObject([
    { status: 'failed', review: { code: 'price_changed' } },
    { status: 'open', amountCents: 4_900 },
  ]);
});

test('if the old price was just paid, its order counts and no new payment starts', async () => {
  const app = await startLiveApp();
  app.stripe.webhooks.hold();
  const draft = draftOf();
  const { paymentIntentId } = await startCard(app, draft);
  app.stripe.confirm(paymentIntentId, 'succeeds');
  const { order } = await startPaypal(app, { ...draft, promoCode: 'SAVE50' });
  expect(order).toMatchObject({ initialPayment: '99.00', paymentStatus: 'completed' });
});

test('a payment method whose keys were removed does not block its older payments', async () => {
  const { app, draft } = await livePaypal(draftOf());
  app.context.providers.paypal = createDisabledProvider('paypal');
  const { paymentIntentId } = await startCard(app, { ...draft, promoCode: 'SAVE50' });
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
});

test('a capture whose response is lost is never reported as not charged', async () => {
  const { app, draft, paypalOrderId } = await livePaypal(draftOf());
  app.paypal.approve(paypalOrderId);
  app.paypal.faults.next('acts, then hangs up', /capture$/);
  const lost = await checkOut(app, draft, byPaypal(paypalOrderId));
  expect([lost.status, lost.body.code]).toEqual([503, 'payment_unclear']);
  expect(lost.body.message).not.toMatch(/not been charged/);
  expect(kept(app)).toBe(9_900);
  expect((await checkOut(app, draft, byPaypal(paypalOrderId))).body.order.paymentStatus).toBe('completed');
});

test('the payment status of a checkout has no order at first, then its order', async () => {
  const app = await startLiveApp();
  app.stripe.webhooks.hold();
  const draft = draftOf();
  const { paymentIntentId } = await startCard(app, draft);
  expect((await statusOf(app, draft.checkoutId)).body).toEqual({ order: null });
  app.stripe.confirm(paymentIntentId, 'succeeds');
  expect((await statusOf(app, draft.checkoutId)).body.order).toMatchObject({
    orderNumber: 'ORD-10001',
    isPaid: true,
    email: draft.email,
  });
  expect((await statusOf(app, randomUUID())).body).toEqual({ order: null });
  expect((await statusOf(app, 'ORD-10001')).status).toBe(400);
});

test('a PayPal order that PayPal has deleted blocks nothing', async () => {
  const { app, draft, ...first } = await livePaypal(draftOf());
  app.paypal.forget(first.paypalOrderId);
  const second = await startPaypal(app, draft);
  expect(second.paypalOrderId).not.toBe(first.paypalOrderId);
  app.paypal.forget(second.paypalOrderId);
  const { paymentIntentId } = await startCard(app, draft);
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
});

test('a card intent that Stripe no longer has blocks nothing', async () => {
  const { app, draft, ...first } = await liveCard(draftOf());
  app.stripe.forget(first.paymentIntentId);
  const second = await startCard(app, draft);
  expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
  app.stripe.forget(second.paymentIntentId);
  expect((await startPaypal(app, draft)).approvalUrl).not.toBe('');
});

test('a processing bank debit makes a pending order with a reason, and nobody can pay again', async () => {
  const { app, draft, paymentIntentId, body } = await paidByStripe(draftOf(), 'debit');
  expect(body.order).toMatchObject({ paymentStatus: 'pending', isPaid: false, isProcessing: true });
  expect((await startPaypal(app, draft)).order).toMatchObject({ orderNumber: 'ORD-10001' });
  expect((await startCard(app, draft)).order).toMatchObject({ orderNumber: 'ORD-10001' });
  expect(rows.orders(app.db)[0]?.review).toEqual({ code: 'processing' });
  expect((await app.sentEmails()).map(({ subject }) => subject)).toEqual([
    'Your order ORD-10001: payment processing',
  ]);
  // Only the sweep finds the payment, days later.
  app.stripe.webhooks.hold();
  await app.sweepAfter(3 * 24 * HOUR);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'pending' }]);
  app.stripe.settleDebit(paymentIntentId, true);
  await app.sweepAfter(9 * 24 * HOUR);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed', review: null }]);
  expect((await app.sentEmails()).map(({ subject }) => subject)).toContain('Your order ORD-10001');
});

test('a declined bank debit emails the customer and the business, and cannot be paid later', async () => {
  const { app, paymentIntentId } = await paidByStripe(draftOf(), 'debit');
  app.stripe.settleDebit(paymentIntentId, false);
  await app.settled();
  expect(rows.orders(app.db)).toMatchObject([
    {
      paymentStatus: 'pending',
      review: { code: 'payment_lost' },
    },
  ]);
  expect(app.stripe.records.intent(paymentIntentId).status).toBe('canceled');
  expect((await app.sentEmails()).map(({ subject }) => subject)).toContain(
    'Your order ORD-10001: payment not completed',
  );
});

test('an email about a declined debit says nothing of the card that its customer pays with meanwhile', async () => {
  const { app, draft, paymentIntentId: debit } = await paidByStripe(draftOf(), 'debit');
  app.stripe.settleDebit(debit, false);
  await app.settled();
  app.stripe.webhooks.hold();
  const { paymentIntentId: card } = await startCard(app, draft);
  app.stripe.confirm(card, 'succeeds');
  const email = (await app.sentEmails()).find(({ subject }) => subject.includes('payment not completed'));
  expect(email?.text).toContain('That payment was not charged.');
  expect(email?.text).toContain('If you still want to order and haven’t paid since');
  expect(email?.text).not.toContain('Nothing was charged');
});

test('a PayPal eCheck is processing too', async () => {
  const { app, draft, paypalOrderId, body } = await paidByPaypal(draftOf(), 'pays slowly');
  expect(body.order).toMatchObject({ paymentStatus: 'pending', isProcessing: true });
  expect((await startCard(app, draft)).order).toMatchObject({ orderNumber: 'ORD-10001' });
  app.paypal.settleCapture(paypalOrderId, true);
  await app.settled();
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
});

test.each([true, false])(
  'INSTRUMENT_DECLINED sends the customer back to PayPal; nothing is captured until they approve again (order stays approved: %s)',
  async (leavesRefusedApproved) => {
    const app = await startLiveApp();
    app.paypal.settings.leavesRefusedApproved = leavesRefusedApproved;
    const draft = draftOf();
    const { paypalOrderId, ...refused } = await payByPaypal(app, draft, 'is refused');
    expect([refused.status, refused.body.code]).toEqual([402, 'payment_refused']);
    expect(refused.body.message).toContain('choose another one on PayPal');
    // PayPal would accept the payment now, because the account has money again.
    app.paypal.records.order(paypalOrderId).purse = 'pays';
    await app.settled();
    expect((await checkOut(app, draft, byPaypal(paypalOrderId))).status).toBe(402);
    await app.sweepAfter(30 * MINUTE);
    expect(kept(app)).toBe(0);

    const again = await startPaypal(app, draft);
    // An order that stays approved has no approval page to return to, so the shop creates a new one.
    expect(again.paypalOrderId === paypalOrderId).toBe(!leavesRefusedApproved);
    await app.sweepAfter(30 * MINUTE);
    expect(kept(app)).toBe(0);
    app.paypal.approve(again.paypalOrderId);
    const { body } = await checkOut(app, draft, byPaypal(again.paypalOrderId));
    expect(body.order).toMatchObject({ paymentStatus: 'completed' });
    expect(kept(app)).toBe(9_900);
  },
);

test('PAYER_CANNOT_PAY ends the attempt, and nothing is captured half an hour later', async () => {
  const { app, draft, paypalOrderId, ...refused } = await paidByPaypal(draftOf(), 'cannot pay');
  expect([refused.status, refused.body.message]).toEqual([
    402,
    'PayPal declined the payment. You haven’t been charged. Please try again, or use another payment method.',
  ]);
  app.paypal.records.order(paypalOrderId).purse = 'pays';
  await app.settled();
  await app.sweepAfter(30 * MINUTE);
  expect((await checkOut(app, draft, byPaypal(paypalOrderId))).status).toBe(402);
  expect(kept(app)).toBe(0);
  expect(rows.orders(app.db)).toEqual([]);
  expect((await startPaypal(app, draft)).paypalOrderId).not.toBe(paypalOrderId);
});

test('after a lost response to the create call and a corrected email, a new attempt starts at once', async () => {
  const app = await startLiveApp();
  const draft = draftOf();
  const stripe = app.context.providers['credit-card'];
  const { start } = stripe;
  stripe.start = async (payment) => {
    await start(payment);
    throw new Error('the answer is lost');
  };
  expect((await app.post('/api/create-payment-intent', { amount: 149, ...draft })).status).toBe(503);
  stripe.start = start;
  const { paymentIntentId } = await startCard(app, { ...draft, email: 'ada@bicycles.example' });
  expect(app.stripe.records.intent(paymentIntentId).receipt_email).toBe('ada@bicycles.example');
});

test('knowing another customer’s payment ID reveals neither their email nor their link', async () => {
  const { app, draft, paymentIntentId, ...own } = await paidByStripe(draftOf());
  expect(own.body.order).toMatchObject({ email: draft.email, intakeKey: expect.stringMatching(/.+/) });

  const { checkoutId: _, ...bare } = aDraft({ email: 'mallory@example.com' });
  for (const stranger of [aDraft({ email: 'mallory@example.com' }), bare]) {
    const { body } = await app.post('/api/checkout', {
      ...stranger,
      basePrice: '99.00',
      initialPayment: '99.00',
      recurringPayment: '30.00',
      paymentMethod: 'credit-card',
      paymentStatus: 'completed',
      paymentIntentId,
    });
    expect(JSON.stringify(body)).not.toContain(draft.email);
    expect(JSON.stringify(body)).not.toContain(own.body.order.intakeKey);
    expect(body.order).toMatchObject({ paymentStatus: 'pending', isPaid: false });
  }
});

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
