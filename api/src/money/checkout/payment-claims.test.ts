import { expect, test } from 'vitest';
import { promoCodes } from '../../db/schema/sales.ts';
import { demoId } from '../payments/demo/demo-store.ts';
import { aDraft, anAddon, buyWithCard, CARDS } from '../../../test/fixtures/factories.ts';
import {
  checkOut,
  confirmCard,
  decidePaypal,
  startCard,
  startPaypal,
} from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { sweepPayments } from '../provider-events/sweep.ts';

const NO_PAYMENT = { code: 'no_payment' };
const NOT_ARRIVED = { code: 'not_arrived' };

test('a reported payment that does not exist makes a pending order without email, with the reason stored', async () => {
  const app = await startTestApp();
  const { status, body } = await checkOut(app, aDraft());
  expect(status).toBe(200);
  expect(body.order).toMatchObject({ orderNumber: 'ORD-10001', paymentStatus: 'pending', isPaid: false });
  expect(rows.orders(app.db)).toMatchObject([{ review: NO_PAYMENT, receivedAmountCents: null }]);
  expect(await app.sentEmails()).toEqual([]);
});

test.each([
  ['an unknown id', 'pi_nobody_knows'],
  ['an id signed by another secret', demoId('pi_dev', 'key', 14_900, 'another secret, also thirty-two long')],
])('a reported payment with %s makes a pending order', async (_name, paymentIntentId) => {
  const app = await startTestApp();
  const { body } = await checkOut(app, aDraft(), { paymentIntentId });
  expect(body.order.paymentStatus).toBe('pending');
  expect(rows.orders(app.db)).toMatchObject([{ review: NO_PAYMENT, paymentId: null }]);
});

test('a card payment reported as a PayPal payment does not count', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await confirmCard(app, clientSecret);
  const { body } = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId: paymentIntentId });
  expect(body.order.paymentStatus).toBe('pending');
});

test('a pending order completes when its payment arrives, with one email and the same number', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
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
  const app = await startTestApp();
  const draft = aDraft();
  const { clientSecret } = await startCard(app, draft);
  await checkOut(app, draft);
  await confirmCard(app, clientSecret);
  app.clock.now = new Date(app.clock.now.getTime() + 121_000);
  await sweepPayments(app.context);
  expect(rows.orders(app.db)).toMatchObject([{ orderNumber: 'ORD-10001', paymentStatus: 'completed' }]);
});

test('when a card payment never arrived, PayPal completes the pending order and is not a second payment', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const card = await startCard(app, draft);
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
  app.clock.now = new Date(app.clock.now.getTime() + 121_000);
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
  });
  expect(body.order).toMatchObject({
    initialPayment: '198.00',
    recurringPayment: '30.00',
    paymentStatus: 'completed',
  });
  expect(rows.drafts(app.db)).toMatchObject([{ claimedAmountCents: 50 }]);
  expect(rows.payments(app.db)).toMatchObject([{ amountCents: 19_800, receivedAmountCents: 19_800 }]);
  expect(rows.orders(app.db)).toMatchObject([{ initialPaymentCents: 19_800 }]);
});

test('without a payment, the reported amounts are stored with the pending order', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft(), {
    initialPayment: '12.30',
    recurringPayment: '4.5',
    paymentStatus: 'paid in full',
    seoOptimization: true,
    extraRevisions: true,
  });
  expect(rows.orders(app.db)).toMatchObject([
    {
      initialPaymentCents: 14_900,
      claimedInitialPaymentCents: 1_230,
      claimedRecurringPaymentCents: 450,
      claimedPaymentStatus: 'paid in full',
      seoOptimization: true,
      blogSetup: false,
      extraRevisions: true,
    },
  ]);
});

test('the reported amounts of a paid order are stored, too', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft(), { initialPayment: '12.30', seoOptimization: true, extraRevisions: true });
  expect(rows.orders(app.db)).toMatchObject([
    {
      paymentStatus: 'completed',
      initialPaymentCents: 14_900,
      claimedInitialPaymentCents: 1_230,
      claimedPaymentStatus: 'completed',
      seoOptimization: true,
      extraRevisions: true,
    },
  ]);
});

test('the order keeps the draft’s details, not those of a later request', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await confirmCard(app, clientSecret);
  await checkOut(
    app,
    { ...draft, email: 'mallory@elsewhere.example', serviceTypes: ['website', 'onhold'] },
    { paymentIntentId },
  );
  expect(rows.orders(app.db)).toMatchObject([{ email: draft.email, serviceTypes: ['website'] }]);
});

test('a pending order keeps the draft’s details, too', async () => {
  const app = await startTestApp();
  const draft = aDraft({ promoCode: 'SAVE50' });
  const { paymentIntentId } = await startCard(app, draft);
  await checkOut(app, { ...draft, promoCode: undefined, serviceTypes: ['voice'] }, { paymentIntentId });
  expect(rows.orders(app.db)).toMatchObject([
    { serviceTypes: ['website'], initialPaymentCents: 9_900, promoCode: 'SAVE50', paymentStatus: 'pending' },
  ]);
});

test('a promo code that ends between draft and payment stays valid for a checkout that has started', async () => {
  const app = await startTestApp();
  const draft = aDraft({ promoCode: 'SAVE50' });
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  app.db.update(promoCodes).set({ isActive: false }).run();
  expect((await checkOut(app, draft, { paymentIntentId })).status).toBe(200);
  await confirmCard(app, clientSecret);
  const { body } = await checkOut(app, draft, { paymentIntentId });
  expect(body.order).toMatchObject({ initialPayment: '99.00', paymentStatus: 'completed' });
});
