import { PAYMENT_METHODS } from '@northlight/shared/contracts/payments.ts';
import { expect, test, vi } from 'vitest';
import { aCheckout, aDraft, anAddon, CARDS } from '../../../test/fixtures/factories.ts';
import {
  buyWithPaypal,
  checkOut,
  confirmCard,
  decidePaypal,
  startCard,
  startPaypal,
  startedCard,
  startedPaypal,
} from '../../../test/shop/purchase-steps.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { counterValue, rows } from '../../../test/fixtures/rows.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { startWorker } from '../../server/workers.ts';
import { sweepPayments } from '../provider-events/sweep.ts';
import { MINUTE_MS } from '../../base/units.ts';
import { promoCodes } from '../../db/schema/sales.ts';
import { demoId } from '../payments/demo/demo-store.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import type { PaymentProvider, PaymentState } from '../payments/provider.ts';

const REFUNDED = { code: 'second_payment', orderNumber: 'ORD-10001', refund: 'automatic' };

async function paidDraft(app: TestApp) {
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await confirmCard(app, clientSecret);
  return { draft, paymentIntentId };
}

test('a second POST gets the same response: one order, one number, one email', async () => {
  const app = await startTestApp();
  const { draft, paymentIntentId } = await paidDraft(app);
  const first = await checkOut(app, draft, { paymentIntentId });
  const second = await checkOut(app, draft, { paymentIntentId });
  const withoutPayment = await checkOut(app, draft);
  expect(second.body).toEqual(first.body);
  expect(withoutPayment.body).toEqual(first.body);
  expect(rows.orders(app.db)).toHaveLength(1);
  expect(counterValue(app.db)).toBe(10_001);
  expect(await app.sentEmails()).toHaveLength(1);
});

test('ten POSTs at once make one order', async () => {
  const app = await startTestApp();
  const { draft, paymentIntentId } = await paidDraft(app);
  const body = aCheckout(draft, { paymentIntentId });
  const answers = await pipelinedPosts(
    app.base,
    '/api/checkout',
    Array.from({ length: 10 }, () => body),
  );
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(rows.orders(app.db)).toHaveLength(1);
  expect(await app.sentEmails()).toHaveLength(1);
});

test('a double click on a free order makes one order too', async () => {
  const app = await startTestApp();
  const draft = aDraft({ serviceTypes: ['voice'] });
  const body = aCheckout(draft);
  const answers = await pipelinedPosts(app.base, '/api/checkout', [body, body, body]);
  expect(new Set(answers.map(({ body }) => body.order.orderNumber))).toEqual(new Set(['ORD-10001']));
  expect(counterValue(app.db)).toBe(10_001);
});

test('a repeated intent call continues the same payment', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const start = { amount: 149, ...draft };
  const intents = await pipelinedPosts(app.base, '/api/create-payment-intent', [start, start, start]);
  expect(new Set(intents.map(({ status, body }) => `${status} ${body.clientSecret}`)).size).toBe(1);
  expect(rows.payments(app.db)).toHaveLength(1);
});

test('asking for a new intent after paying returns the order, not a second payment', async () => {
  const app = await startTestApp();
  const { draft } = await paidDraft(app);
  const again = await startCard(app, draft);
  expect(again).toMatchObject({
    clientSecret: '',
    order: { orderNumber: 'ORD-10001', paymentStatus: 'completed' },
  });
  expect((await startPaypal(app, draft)).order).toEqual(again.order);
  expect(rows.payments(app.db)).toHaveLength(1);
});

test('the sweep makes the order when the browser closes after paying', async () => {
  const app = await startTestApp();
  const { draft, paymentIntentId } = await paidDraft(app);
  app.wait(15_000);
  expect(await sweepPayments(app.context)).toBe(0);
  app.wait(1);
  expect(await sweepPayments(app.context)).toBe(1);
  expect(await sweepPayments(app.context)).toBe(0);
  expect(rows.orders(app.db)).toMatchObject([
    { orderNumber: 'ORD-10001', paymentStatus: 'completed', email: draft.email },
  ]);
  expect(await app.sentEmails()).toHaveLength(1);
  const late = await checkOut(app, draft, { paymentIntentId });
  expect(late.body.order.orderNumber).toBe('ORD-10001');
});

test('without webhooks, the order exists within a minute if the browser was active in the last ten', async () => {
  const { app, draft, clientSecret } = await startedCard();
  // The server sweeps every fifteen seconds.
  const sweepFor = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 15_000) {
      app.wait(15_000);
      if ((await sweepPayments(app.context)) > 0) return passed + 15_000;
    }
    return null;
  };
  expect(await sweepFor(2 * 60 * MINUTE_MS)).toBeNull();
  // The buyer returns to the tab after two hours, and the browser crashes after the payment.
  await startCard(app, draft);
  expect(await sweepFor(9 * MINUTE_MS)).toBeNull();
  await confirmCard(app, clientSecret);
  expect(await sweepFor(MINUTE_MS)).toBeLessThan(MINUTE_MS);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
});

test('the sweep leaves unpaid attempts open and gives up after a week', async () => {
  const app = await startTestApp();
  await startCard(app, aDraft());
  await paidDraft(app);
  app.wait(7 * 24 * 60 * MINUTE_MS + 1);
  expect(await sweepPayments(app.context)).toBe(0);
  expect(rows.orders(app.db)).toEqual([]);
});

test('one attempt that fails at the provider does not stop the others', async () => {
  const app = await startTestApp();
  const { paymentIntentId } = await paidDraft(app);
  await paidDraft(app);
  const card = app.context.providers['credit-card'];
  app.context.providers['credit-card'] = {
    ...card,
    lookUp: (id) => (id === paymentIntentId ? Promise.reject(new Error('no answer')) : card.lookUp(id)),
  };
  app.wait(3 * MINUTE_MS);
  expect(await sweepPayments(app.context)).toBe(1);
  app.context.providers['credit-card'] = card;
  app.wait(3 * MINUTE_MS);
  expect(await sweepPayments(app.context)).toBe(1);
});

test('a failed sweep is repeated', async () => {
  const app = await startTestApp();
  await paidDraft(app);
  app.wait(3 * MINUTE_MS);
  app.db.$client.exec('ALTER TABLE payments RENAME TO payments_away');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const sweeper = startWorker(app.context, 'sweep');
  app.db.$client.exec('ALTER TABLE payments_away RENAME TO payments');
  await vi.advanceTimersByTimeAsync(15_000);
  await sweeper.stop();
  vi.useRealTimers();
  expect(rows.orders(app.db)).toHaveLength(1);
});

test('a customer who has paid by PayPal cannot also pay by card in another tab', async () => {
  const { app, draft, ...card } = await startedCard();
  await buyWithPaypal(app, draft);
  expect(await confirmCard(app, card.clientSecret)).toMatchObject({ status: 'declined' });
  expect(rows.payments(app.db)).toMatchObject([
    { provider: 'demo-card', status: 'failed', review: { code: 'paid_otherwise' } },
    { provider: 'demo-paypal', status: 'paid' },
  ]);
});

test('PayPal is not captured when a card has paid in another tab, even before that is reported', async () => {
  const { app, draft, ...card } = await startedCard();
  const { paypalOrderId } = await startPaypal(app, draft);
  await decidePaypal(app, paypalOrderId, 'approve');
  await confirmCard(app, card.clientSecret);
  const { body } = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(body.order).toMatchObject({ orderNumber: 'ORD-10001', paymentStatus: 'completed' });
  expect(rows.orders(app.db)).toMatchObject([{ paymentMethod: 'credit-card' }]);
  expect(rows.payments(app.db).filter(({ status }) => status === 'paid')).toHaveLength(1);
});

/** Simulates payments that have just succeeded and can no longer be canceled. */
function nothingCanBeCanceled(app: TestApp): void {
  for (const method of PAYMENT_METHODS) app.context.providers[method].cancel = async () => false;
}

test('if card and PayPal both paid for one draft, there is one order and the second payment is refunded', async () => {
  const app = await startTestApp();
  nothingCanBeCanceled(app);
  const draft = aDraft();
  const card = await startCard(app, draft);
  expect((await buyWithPaypal(app, draft)).body.order.paymentStatus).toBe('completed');
  await confirmCard(app, card.clientSecret);
  app.wait(3 * MINUTE_MS);
  await sweepPayments(app.context);
  expect(rows.orders(app.db)).toMatchObject([{ paymentMethod: 'paypal', paymentStatus: 'completed' }]);
  expect(rows.payments(app.db)).toMatchObject([
    { provider: 'demo-card', status: 'paid', review: REFUNDED },
    { provider: 'demo-paypal', status: 'paid', review: null },
  ]);
  expect(rows.refunds(app.db)).toMatchObject([{ paymentId: 1, amountCents: 14_900, status: 'succeeded' }]);
  expect((await app.sentEmails()).map(({ subject }) => subject)).toEqual([
    'Your order ORD-10001',
    'Your refund for order ORD-10001',
  ]);
});

test('a payment for a free order is refunded', async () => {
  const { app, draft, ...card } = await startedCard();
  await checkOut(app, { ...draft, serviceTypes: ['voice'] });
  await confirmCard(app, card.clientSecret);
  app.wait(3 * MINUTE_MS);
  await sweepPayments(app.context);
  expect(rows.orders(app.db)).toMatchObject([{ initialPaymentCents: 0, paymentStatus: 'completed' }]);
  expect(rows.payments(app.db)[0]?.review).toEqual(REFUNDED);
  expect(rows.refunds(app.db)).toMatchObject([{ amountCents: 14_900, status: 'succeeded' }]);
});

test('the card form of an old price can no longer be paid', async () => {
  const { app, draft, ...old } = await startedCard();
  const bigger = { ...draft, addons: [anAddon('revisions')] };
  const current = await startCard(app, bigger);
  expect(current.paymentIntentId).not.toBe(old.paymentIntentId);
  expect(await confirmCard(app, old.clientSecret)).toMatchObject({ status: 'declined' });
});

test('a payment at an old price that could not be canceled makes a pending order, and nobody pays again', async () => {
  const app = await startTestApp();
  nothingCanBeCanceled(app);
  const draft = aDraft();
  const old = await startCard(app, draft);
  const bigger = { ...draft, addons: [anAddon('revisions')] };
  await startCard(app, bigger);
  await confirmCard(app, old.clientSecret);
  const { body } = await checkOut(app, bigger, { paymentIntentId: old.paymentIntentId });
  expect(body.order.paymentStatus).toBe('pending');
  const reason = { code: 'amount_differs', dueCents: 19800, receivedCents: 14900, currency: 'usd' };
  expect(rows.orders(app.db)[0]?.review).toEqual(reason);

  // The buyer has paid, so resending or trying again does not charge again or clear the review reason.
  expect((await checkOut(app, bigger)).body.order).toMatchObject({ isPaid: true, paymentStatus: 'pending' });
  expect((await startPaypal(app, bigger)).order).toMatchObject({ orderNumber: 'ORD-10001', isPaid: true });
  expect(rows.orders(app.db)[0]).toMatchObject({ review: reason, receivedAmountCents: 14_900 });
  expect(await app.sentEmails()).toEqual([]);
});

test('a PayPal payment approved twice and submitted at once is captured once', async () => {
  const { app, draft, paypalOrderId } = await startedPaypal();
  const approval = { paypalOrderId, decision: 'approve' };
  await pipelinedPosts(app.base, '/api/demo-payments/paypal', [approval, approval]);
  const body = aCheckout(draft, { paymentMethod: 'paypal', paypalOrderId });
  const answers = await pipelinedPosts(app.base, '/api/checkout', [body, body, body]);
  expect(new Set(answers.map(({ body }) => body.order.orderNumber)).size).toBe(1);
  expect(rows.payments(app.db)).toHaveLength(1);
});

test('a late "failed" from before the payment arrived does not undo it', async () => {
  const { app, draft, clientSecret, paymentIntentId } = await startedCard();
  const card = app.context.providers['credit-card'];
  const slow = Promise.withResolvers<void>();
  app.context.providers['credit-card'] = {
    ...card,
    lookUp: async () => {
      await slow.promise;
      return { status: 'failed', reason: 'Declined a moment ago.' };
    },
  };
  app.wait(3 * MINUTE_MS);
  const sweeping = sweepPayments(app.context);
  await confirmCard(app, clientSecret);
  const buying = checkOut(app, draft, { paymentIntentId });
  slow.resolve();
  await sweeping;
  expect((await buying).body.order.paymentStatus).toBe('completed');
  expect(rows.payments(app.db)).toMatchObject([
    { status: 'paid', receivedAmountCents: 14_900, review: null },
  ]);
});

test('requests are answered while a sweep checks many attempts', async () => {
  const app = await startTestApp();
  for (let count = 0; count < 20; count += 1) await startCard(app, aDraft());
  app.wait(3 * MINUTE_MS);
  const card = app.context.providers['credit-card'];
  let asked = 0;
  app.context.providers['credit-card'] = {
    ...card,
    lookUp: (id) => {
      asked += 1;
      return card.lookUp(id);
    },
  };
  const sweeping = sweepPayments(app.context);
  await app.get('/api/health');
  expect(asked).toBeLessThan(20);
  await sweeping;
  expect(asked).toBe(20);
});

const NOT_ARRIVED = { code: 'not_arrived' };

test.each([
  ['no id', {}],
  ['an unknown id', { paymentIntentId: 'pi_nobody_knows' }],
  [
    'an id signed by another secret',
    { paymentIntentId: demoId('pi_dev', 'key', 14_900, 'another secret, also thirty-two long') },
  ],
])(
  'a reported payment with %s makes a pending order without email, with the reason and the reported amounts',
  async (_name, payment) => {
    const app = await startTestApp();
    const { status, body } = await checkOut(app, aDraft(), {
      ...payment,
      initialPayment: '12.30',
      recurringPayment: '4.5',
      paymentStatus: 'paid in full',
      extraRevisions: true,
    });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ orderNumber: 'ORD-10001', paymentStatus: 'pending', isPaid: false });
    expect(rows.orders(app.db)).toMatchObject([
      {
        review: { code: 'no_payment' },
        paymentId: null,
        receivedAmountCents: null,
        initialPaymentCents: 14_900,
        claimedInitialPaymentCents: 1_230,
        claimedRecurringPaymentCents: 450,
        claimedPaymentStatus: 'paid in full',
        seoOptimization: false,
        extraRevisions: true,
      },
    ]);
    expect(await app.sentEmails()).toEqual([]);
  },
);

test('a card payment reported as a PayPal payment does not count', async () => {
  const { app, draft, clientSecret, paymentIntentId } = await startedCard();
  await confirmCard(app, clientSecret);
  const { body } = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId: paymentIntentId });
  expect(body.order.paymentStatus).toBe('pending');
});

test('a pending order completes when its payment arrives, with one email and the same number', async () => {
  const { app, draft, clientSecret, paymentIntentId } = await startedCard();
  const early = await checkOut(app, draft, { paymentIntentId });
  // Anyone can get this far without paying, so the order's page stays closed.
  expect(early.body.order).toMatchObject({ paymentStatus: 'pending', orderKey: '' });
  expect(rows.orders(app.db)[0]?.review).toEqual(NOT_ARRIVED);
  await confirmCard(app, clientSecret);
  const late = await checkOut(app, draft, { paymentIntentId });
  await checkOut(app, draft, { paymentIntentId });
  expect(late.body.order).toEqual({
    ...early.body.order,
    paymentStatus: 'completed',
    isPaid: true,
    orderKey: expect.stringMatching(/./),
  });
  expect(rows.orders(app.db)).toMatchObject([{ review: null, paymentStatus: 'completed' }]);
  expect(await app.sentEmails()).toHaveLength(1);
});

test('the sweep completes a pending order too', async () => {
  const { app, draft, clientSecret } = await startedCard();
  await checkOut(app, draft);
  await confirmCard(app, clientSecret);
  app.wait(121_000);
  await sweepPayments(app.context);
  expect(rows.orders(app.db)).toMatchObject([{ orderNumber: 'ORD-10001', paymentStatus: 'completed' }]);
});

test('when a card payment never arrived, PayPal completes the pending order and is not a second payment', async () => {
  const { app, draft, ...card } = await startedCard();
  await confirmCard(app, card.clientSecret, CARDS.declined);
  await checkOut(app, draft, { paymentIntentId: card.paymentIntentId });
  // Simulates a payment that succeeds just as it is being canceled.
  app.context.providers['credit-card'].cancel = async () => false;
  const { paypalOrderId } = await startPaypal(app, draft);
  await decidePaypal(app, paypalOrderId, 'approve');
  const { body } = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
  expect(body.order).toMatchObject({ orderNumber: 'ORD-10001', paymentStatus: 'completed' });
  const [cardRow, paypalRow] = rows.payments(app.db);
  expect(paypalRow).toMatchObject({ status: 'paid', review: null });
  expect(rows.orders(app.db)).toMatchObject([{ paymentId: paypalRow?.id, paymentMethod: 'paypal' }]);

  await confirmCard(app, card.clientSecret);
  app.wait(121_000);
  await sweepPayments(app.context);
  expect(rows.payments(app.db)[0]).toMatchObject({
    id: cardRow?.id,
    status: 'paid',
    review: { code: 'second_payment', orderNumber: 'ORD-10001', refund: 'automatic' },
  });
});

test('the reported amounts are stored beside the computed ones and never charged', async () => {
  const app = await startTestApp();
  const draft = aDraft({ addons: [{ ...anAddon('revisions'), name: 'Free', price: 0 }] });
  const intent = await app.post('/api/create-payment-intent', { ...draft, amount: 0.5 });
  expect(intent.body.amount).toBe(198);
  await confirmCard(app, intent.body.clientSecret);
  const { body } = await checkOut(app, draft, {
    paymentIntentId: intent.body.paymentIntentId,
    basePrice: '0.01',
    initialPayment: '0.50',
    recurringPayment: '1',
    seoOptimization: true,
  });
  expect(body.order).toMatchObject({
    initialPayment: '198.00',
    recurringPayment: '30.00',
    paymentStatus: 'completed',
  });
  expect(rows.drafts(app.db)).toMatchObject([{ claimedAmountCents: 50 }]);
  expect(rows.payments(app.db)).toMatchObject([{ amountCents: 19_800, receivedAmountCents: 19_800 }]);
  expect(rows.orders(app.db)).toMatchObject([
    {
      initialPaymentCents: 19_800,
      claimedInitialPaymentCents: 50,
      claimedRecurringPaymentCents: 100,
      claimedPaymentStatus: 'completed',
      seoOptimization: true,
      blogSetup: false,
    },
  ]);
});

test('the order keeps the draft’s details, not those of a later request', async () => {
  const { app, draft, clientSecret, paymentIntentId } = await startedCard();
  await confirmCard(app, clientSecret);
  await checkOut(
    app,
    { ...draft, email: 'mallory@elsewhere.example', serviceTypes: ['website', 'onhold'] },
    { paymentIntentId },
  );
  expect(rows.orders(app.db)).toMatchObject([{ email: draft.email, serviceTypes: ['website'] }]);
});

test('a pending order keeps the draft’s details, too', async () => {
  const { app, draft, paymentIntentId } = await startedCard(aDraft({ promoCode: 'SAVE50' }));
  await checkOut(app, { ...draft, promoCode: undefined, serviceTypes: ['voice'] }, { paymentIntentId });
  expect(rows.orders(app.db)).toMatchObject([
    { serviceTypes: ['website'], initialPaymentCents: 9_900, promoCode: 'SAVE50', paymentStatus: 'pending' },
  ]);
});

test('a promo code that ends between draft and payment stays valid for a checkout that has started', async () => {
  const { app, draft, clientSecret, paymentIntentId } = await startedCard(aDraft({ promoCode: 'SAVE50' }));
  app.db.update(promoCodes).set({ isActive: false }).run();
  expect((await checkOut(app, draft, { paymentIntentId })).status).toBe(200);
  await confirmCard(app, clientSecret);
  const { body } = await checkOut(app, draft, { paymentIntentId });
  expect(body.order).toMatchObject({ initialPayment: '99.00', paymentStatus: 'completed' });
});

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
  const { app, draft, clientSecret, paymentIntentId } = await startedCard();
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
  const { app, draft, paymentIntentId } = await startedCard();
  replaceCard(app, { capture: async () => state });
  const { status, body } = await checkOut(app, draft, { paymentIntentId });
  expect(status).toBe(200);
  expect(body.order.paymentStatus).toBe('pending');
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'pending', review }]);
  expect(await app.sentEmails()).toEqual([]);
});

test('a changed draft replaces the stored one until it is paid', async () => {
  const { app, draft } = await startedCard();
  await startCard(app, { ...draft, lastName: 'Byron', isYearly: true });
  expect(rows.drafts(app.db)).toMatchObject([
    { details: { lastName: 'Byron', isYearly: true }, consent: { amountCents: 30_000, period: 'year' } },
  ]);
  // The card was to be saved for other terms.
  expect(rows.payments(app.db)).toMatchObject([{ status: 'failed' }, { status: 'open' }]);
});
