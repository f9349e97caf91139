import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { faultAnswer } from '../../../test/paypal/http.ts';
import { soldByPaypal, soldByStripe, startedByStripe } from '../../../test/shop/recurring-shop.ts';
import { startLiveApp, type LiveApp, livePaypal, payByPaypal } from '../../../test/shop/live-app.ts';
import { checkOut, startPaypal, startCard } from '../../../test/shop/purchase-steps.ts';
import { checkDueAgreements } from './check-agreement.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as agreementStore from './agreement-store.ts';

const refundAll = async (app: LiveApp) =>
  app.post(
    '/api/admin/payments/1/refund',
    { reason: 'You asked for it.', refundKey: randomUUID() },
    await loggedIn(app),
  );
const emailsToBusiness = async (app: LiveApp, words: string) =>
  (await app.businessEmails()).filter(({ text }) => text?.includes(words));
const emailsToCustomer = async (app: LiveApp, words: string) =>
  (await app.sentEmails()).filter(({ subject, text }) => `${subject} ${text ?? ''}`.includes(words));
const stripeRefuses = (message: string) => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message } },
});

test('an approval of another day is made anew, so that the first period counts from the consent', async () => {
  const app = await startLiveApp();
  const at = (time: string) => {
    app.clock.now = new Date(time);
    app.paypal.advanceTo(app.clock.now);
  };
  at('2027-01-20T10:00:00.000Z');
  const draft = aDraft();
  const first = await startPaypal(app, draft);
  at('2027-01-20T23:00:00.000Z');
  expect((await startPaypal(app, draft)).paypalOrderId).toBe(first.paypalOrderId);
  at('2027-01-21T09:00:00.000Z');
  const { paypalOrderId: id } = await startPaypal(app, draft);
  expect(id).not.toBe(first.paypalOrderId);
  app.paypal.approve(id);
  await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId: id });
  expect(rows.orders(app.db)[0]?.consent?.agreedAt).toBe('2027-01-21T09:00:00.437Z');
  expect(app.paypal.records.subscription(id).start_time).toBe('2027-02-21T09:00:00Z');
});

test('a full refund ends the recurring payment, and both sides are told', async () => {
  const shop = await startedByStripe();
  expect((await refundAll(shop.app)).status).toBe(200);
  await shop.wait(1);
  expect(await shop.agreement()).toMatchObject({ state: 'canceled', nextChargeAt: null });
  await shop.wait(60);
  expect((await shop.agreement()).charges).toEqual([]);
  expect(await emailsToCustomer(shop.app, 'because your order was refunded')).toHaveLength(1);
  // The team refunded it in the shop.
  expect(await emailsToBusiness(shop.app, 'Its recurring payment is being canceled.')).toHaveLength(0);
});

test('a full refund at the provider is told to the business as one, not as a payment to review', async () => {
  const shop = await startedByStripe();
  const [intent] = shop.app.stripe.records.intents.keys();
  shop.app.stripe.refundAtDashboard(intent ?? '');
  await shop.wait(1);
  const [email, ...others] = await emailsToBusiness(shop.app, 'Its recurring payment is being canceled.');
  expect(others).toEqual([]);
  expect(email?.subject).toBe('Order ORD-10001 was refunded');
  expect(email?.text).toContain('Refunded: $149.00');
  expect(email?.text).not.toContain('Amount due');
});

test('a full refund while PayPal refuses the cancellation is told to both sides, and the cancellation is tried every day', async () => {
  const shop = await soldByPaypal();
  shop.app.paypal.records.unkind.add('stays approved');
  await refundAll(shop.app);
  await shop.wait(3);
  expect(await shop.agreement()).toMatchObject({
    state: 'active',
    problem: expect.stringContaining('PayPal only allows this from the first recurring payment on'),
  });
  expect(await emailsToCustomer(shop.app, 'isn’t canceled yet')).toHaveLength(1);
  expect(await emailsToBusiness(shop.app, 'couldn’t be canceled yet')).toHaveLength(1);
  const calls = shop.app.paypal.requests.length;
  await shop.wait(5);
  const cancels = shop.app.paypal.requests.slice(calls).filter(({ path }) => path.endsWith('cancel'));
  expect(cancels.length).toBeGreaterThanOrEqual(5);
  expect(cancels.length).toBeLessThanOrEqual(10);
  await shop.wait(30);
  expect(await shop.agreement()).toMatchObject({ state: 'canceled', charges: [{ state: 'paid' }] });
  expect(shop.subscription.status).toBe('CANCELLED');
  expect(await emailsToCustomer(shop.app, 'because your order was refunded')).toHaveLength(1);
  const [told, ...more] = await emailsToBusiness(shop.app, 'collected although the order was paid back');
  expect(told?.text).toContain('Refund this charge on the order’s page.');
  expect(more).toEqual([]);
});

test('a full refund before the shop has looked at what PayPal started is not the end of trying to cancel it', async () => {
  const app = await startLiveApp();
  app.paypal.records.unkind.add('stays approved');
  const draft = aDraft();
  const { paypalOrderId: id } = await payByPaypal(app, draft);
  await app.settled();
  await refundAll(app);
  const waitADay = async () => {
    app.wait(24 * 60 * 60_000);
    app.paypal.advanceTo(app.clock.now);
    await checkDueAgreements(app.context);
  };
  for (let day = 0; day < 3; day += 1) await waitADay();
  expect(rows.agreements(app.db)).toMatchObject([{ state: 'active', paidBack: 'refunded' }]);
  expect(await emailsToBusiness(app, 'couldn’t be canceled yet')).toHaveLength(1);
  for (let day = 0; day < 31; day += 1) await waitADay();
  expect(rows.agreements(app.db)).toMatchObject([{ state: 'canceled' }]);
  expect(app.paypal.records.subscription(id).status).toBe('CANCELLED');
});

test('refunds in parts end it with the last cent, and not before', async () => {
  const shop = await soldByPaypal();
  const refund = async (amount: number) =>
    shop.app.post(
      '/api/admin/payments/1/refund',
      { amount, reason: 'x', refundKey: randomUUID() },
      await loggedIn(shop.app),
    );
  await refund(100);
  await shop.wait(1);
  expect(await shop.agreement()).toMatchObject({ state: 'active' });
  await refund(49);
  await shop.wait(1);
  expect(await shop.agreement()).toMatchObject({ state: 'canceled' });
  expect(shop.subscription.status).toBe('CANCELLED');
});

test('a full refund before it has started means that it never starts', async () => {
  const shop = await soldByStripe();
  await refundAll(shop.app);
  await shop.start();
  expect(await shop.agreement()).toMatchObject({ state: 'canceled' });
  await shop.wait(40);
  expect(shop.stripe.records.subscriptions.size).toBe(0);
});

test('a first PayPal payment that is refunded in PayPal’s dashboard is seen, and ends it', async () => {
  const shop = await soldByPaypal();
  shop.app.paypal.refundAtDashboard(shop.id, 14_900);
  await shop.work();
  await shop.wait(2);
  const [payment] = (await shop.see('/api/json/cases/ORD-10001')).payments;
  expect(payment).toMatchObject({ refundable: '0.00' });
  expect(rows.refunds(shop.app.db)).toMatchObject([{ amountCents: 14_900, status: 'succeeded' }]);
  expect(await shop.agreement()).toMatchObject({ state: 'canceled' });
});

test.each(['paypal', 'stripe'] as const)(
  'a dashboard refund at %s that no event reports is seen within a day, and ends the recurring payment',
  async (provider) => {
    const paypal = provider === 'paypal' ? await soldByPaypal() : null;
    const stripe = paypal ? null : await soldByStripe();
    await stripe?.start();
    const app = (paypal ?? stripe)?.app as LiveApp;
    app[provider].webhooks.hold();
    if (paypal) app.paypal.refundAtDashboard(paypal.id);
    if (stripe) app.stripe.refundAtDashboard(stripe.paymentIntentId);
    await (paypal ?? stripe)?.wait(1);
    await app.sweepAfter(0);
    await (paypal ?? stripe)?.work();
    expect(rows.refunds(app.db)).toMatchObject([{ amountCents: 14_900, status: 'succeeded' }]);
    expect(rows.agreements(app.db)).toMatchObject([{ state: 'canceled' }]);
  },
);

test('a dashboard refund of what is left after one of ours is stored as the rest, once', async () => {
  const shop = await soldByPaypal();
  await shop.app.post(
    '/api/admin/payments/1/refund',
    { amount: 49, reason: 'x', refundKey: randomUUID() },
    await loggedIn(shop.app),
  );
  shop.app.paypal.refundAtDashboard(shop.id);
  await shop.work();
  await shop.wait(2);
  expect(rows.refunds(shop.app.db).map(({ amountCents }) => amountCents)).toEqual([4_900, 10_000]);
});

test.each(['the first payment', 'a later charge'])(
  'a dispute about %s that the customer wins ends the recurring payment',
  async (what) => {
    const shop = await startedByStripe();
    const isLater = what === 'a later charge';
    if (isLater) await shop.wait(29);
    const [customer] = shop.stripe.records.customers.keys();
    const [invoice] = isLater ? shop.stripe.invoicesOf(customer ?? '') : [];
    const intent = invoice ? shop.stripe.intentOf(invoice) : shop.paymentIntentId;
    shop.stripe.dispute(intent);
    await shop.settle();
    expect(await shop.agreement()).toMatchObject({ state: 'active' });
    shop.stripe.closeDispute(intent, 'lost');
    await shop.settle();
    await shop.wait(1);
    expect(await shop.agreement()).toMatchObject({ state: 'canceled' });
    expect(await emailsToCustomer(shop.app, 'after your dispute')).toHaveLength(1);
  },
);

test('with RECURRING_AFTER_REFUND=ask an administrator cancels or keeps it in one step', async () => {
  const shop = await soldByStripe();
  shop.app.context.settings.endsPaidBack = false;
  await shop.start();
  await refundAll(shop.app);
  await shop.wait(1);
  expect(await shop.agreement()).toMatchObject({ state: 'active', paidBack: 'refunded' });
  const [email, ...others] = await emailsToBusiness(shop.app, 'Cancel it, or keep it.');
  expect(others).toEqual([]);
  expect(email?.subject).toBe('Order ORD-10001 was refunded');
  await shop.act({ action: 'keep' });
  expect(await shop.agreement()).toMatchObject({ state: 'active', paidBack: null });
  await shop.wait(29);
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'paid' }]);
});

test('a suspension in PayPal’s dashboard is a pause, whoever owes what, and both sides read of it once', async () => {
  const shop = await soldByPaypal();
  await shop.wait(31);
  shop.subscription.outstandingCents = 3_000;
  shop.app.paypal.suspend(shop.id, 'Customer on vacation');
  await shop.wait(60);
  expect(shop.subscription.status).toBe('SUSPENDED');
  expect(await shop.agreement()).toMatchObject({ state: 'paused', nextChargeAt: null, resumesAt: null });
  expect(await emailsToCustomer(shop.app, 'Your recurring payment is on hold')).toHaveLength(1);
  expect(await emailsToBusiness(shop.app, 'PayPal suspended this recurring payment')).toHaveLength(1);
  await shop.act({ action: 'resume' });
  expect(await shop.agreement()).toMatchObject({ state: 'past-due' });
});

test('what PayPal suspended after too many failures is left to the customer for 30 days, and then canceled', async () => {
  const shop = await soldByPaypal();
  shop.subscription.purse = 'is refused';
  while (shop.subscription.status !== 'SUSPENDED') await shop.wait(1);
  await shop.wait(28);
  expect(shop.subscription.status).toBe('SUSPENDED');
  expect(await shop.agreement()).toMatchObject({ state: 'past-due' });
  await shop.wait(3);
  expect(shop.subscription.status).toBe('CANCELLED');
  expect(await shop.agreement()).toMatchObject({ state: 'ended' });
  expect(await shop.subjects()).toContain('Your recurring payment has ended (order ORD-10001)');
});

test('a pause by the shop tells nobody of a suspension, and resuming says when the next charge comes', async () => {
  const shop = await soldByPaypal();
  await shop.wait(31);
  await shop.act({ action: 'pause' });
  await shop.wait(2);
  expect(await shop.agreement()).toMatchObject({ state: 'paused' });
  expect(await emailsToCustomer(shop.app, 'on hold')).toEqual([]);
  await shop.act({ action: 'resume' });
  expect(await emailsToCustomer(shop.app, 'Your next payment is on January 21, 2027.')).toHaveLength(1);
});

test('what PayPal bills for the time of a pause is shown, and announced before it is charged', async () => {
  const shop = await soldByPaypal();
  shop.app.paypal.records.unkind.add('bills missed periods');
  await shop.wait(15);
  await shop.act({ action: 'pause' });
  await shop.wait(40);
  expect(await shop.customer()).toMatchObject({ state: 'paused', resumesAt: null });
  await shop.act({ action: 'resume' });
  const [letter] = await emailsToCustomer(shop.app, 'Your recurring payment continues');
  const { nextChargeAt } = await shop.agreement();
  expect(letter?.text).toContain('Your next payment is on January 15, 2027.');
  expect(Date.parse(nextChargeAt)).toBeLessThan(shop.app.clock.now.getTime());
  await shop.wait(2);
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'paid', dueAt: expect.any(String) }]);
});

test('a billing time before the first period is not believed', async () => {
  const shop = await soldByPaypal();
  shop.app.paypal.records.unkind.add('names an early next billing');
  await shop.work();
  await shop.change('cancel');
  expect(await shop.agreement()).toMatchObject({ state: 'active', cancelAt: '2026-12-21T12:00:00.000Z' });
  expect(shop.subscription.status).toBe('SUSPENDED');
});

test('what PayPal keeps approved until its first period is not called canceled when it is not', async () => {
  const shop = await soldByPaypal();
  shop.app.paypal.records.unkind.add('stays approved');
  await shop.wait(1);
  expect(await shop.agreement()).toMatchObject({ state: 'active', nextChargeAt: '2026-12-21T12:00:00.000Z' });
  const { status, body } = await shop.change('cancel');
  expect([status, body.code]).toEqual([409, 'recurring_refused']);
  expect(body.message).toContain('You can also do it in your PayPal account');
  expect(
    await emailsToBusiness(shop.app, 'PayPal only allows this from the first recurring payment on'),
  ).toHaveLength(1);
  await shop.wait(35);
  expect(await shop.agreement()).toMatchObject({ state: 'active', charges: [{ state: 'paid' }] });
  expect((await shop.change('cancel')).status).toBe(200);
});

test('a recurring charge that a dispute puts on hold stays paid, with the dispute and its deadline', async () => {
  const shop = await soldByPaypal();
  await shop.wait(31);
  shop.app.paypal.records.unkind.add('holds disputed payments');
  const later = shop.app.paypal.records.capturesOf(shop.id).at(-1);
  shop.app.paypal.openDispute(later?.id ?? '', '2027-01-05T10:00:00.000Z');
  await shop.work();
  expect((await shop.agreement()).charges).toMatchObject([
    { state: 'paid', dispute: { status: 'open', respondBy: '2027-01-05T10:00:00.000Z' } },
  ]);
});

test('a recurring charge that PayPal holds is told to the business, once, with what to do', async () => {
  const shop = await soldByPaypal();
  await shop.wait(29);
  shop.app.paypal.state.beforeAnswer = (call, { body }) => {
    if (!call.path.endsWith('/transactions')) return;
    for (const one of (body as { transactions: object[] }).transactions)
      Object.assign(one, { status: 'PENDING', status_details: { reason: 'PENDING_REVIEW' } });
  };
  await shop.wait(5);
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'due' }]);
  const [told, ...more] = await emailsToBusiness(shop.app, 'PayPal is holding this payment.');
  expect(told?.text).toContain('PayPal is reviewing this payment.');
  expect(told?.text).toContain('The charge is shown as paid as soon as PayPal releases the money.');
  expect(more).toEqual([]);
  shop.app.paypal.state.beforeAnswer = undefined;
  await shop.wait(1);
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'paid' }]);
});

test('a customer that Stripe refused to create is made anew when an administrator starts again', async () => {
  const shop = await soldByStripe();
  const { stripe } = shop;
  stripe.settings.forbidden = /POST \/v1\/customers$/;
  await shop.start();
  expect((await shop.agreement()).problem).toContain('Stripe');
  stripe.settings.forbidden = null;
  await shop.act({ action: 'start' });
  expect(await shop.agreement()).toMatchObject({ state: 'active', problem: null });
});

test('a cancellation that Stripe refuses is told to the administrator in Stripe’s words', async () => {
  const shop = await startedByStripe();
  shop.stripe.answerNext(/DELETE .*subscriptions\/sub/, stripeRefuses('This key may not cancel.'));
  const { message } = (await shop.act({ action: 'cancel-now' })).body;
  expect(message).toBe('Stripe refused this change: This key may not cancel.');
});

test('a start that Stripe refused is made anew when an administrator starts again', async () => {
  const shop = await soldByStripe();
  const { stripe } = shop;
  stripe.answerNext(/POST .*subscriptions$/, stripeRefuses('The key may not make prices.'));
  await shop.start();
  expect(await shop.agreement()).toMatchObject({
    state: 'pending',
    problem: expect.stringContaining('Stripe'),
  });
  expect(await emailsToBusiness(shop.app, 'Stripe refuses these payments')).toHaveLength(1);
  await shop.act({ action: 'start' });
  expect(await shop.agreement()).toMatchObject({ state: 'active', problem: null });
  const keys = stripe.requests
    .filter(({ method, path }) => method === 'POST' && path === '/v1/subscriptions')
    .map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
});

test('a change that Stripe refuses is told to the administrator in Stripe’s words', async () => {
  const shop = await startedByStripe();
  shop.stripe.answerNext(/POST .*subscriptions\/sub/, stripeRefuses('The product is marked as inactive.'));
  const { message } = (await shop.act({ action: 'change-amount', amount: 35 })).body;
  expect(message).toBe('Stripe refused this change: The product is marked as inactive.');
});

test('a customer whose card page is not set up reads that, and the business hears of it once', async () => {
  const shop = await startedByStripe();
  for (let times = 0; times < 2; times += 1) {
    shop.stripe.answerNext(/billing_portal/, stripeRefuses('No configuration provided.'));
    const { message } = (await shop.change('update-card')).body;
    expect(message).toBe('This can’t be changed here right now. We’ve been told, and we’ll take care of it.');
  }
  expect(await emailsToBusiness(shop.app, 'No configuration provided.')).toHaveLength(1);
});

test('a list of Stripe’s that is out of date ends nothing', async () => {
  const shop = await startedByStripe();
  shop.stripe.answerNext(/GET .*subscriptions$/, {
    status: 200,
    body: { object: 'list', url: '/v1/subscriptions', has_more: false, data: [] },
  });
  await shop.wait(1);
  expect(await shop.agreement()).toMatchObject({ state: 'active' });
  await shop.wait(28);
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'paid' }]);
});

test('PayPal’s refusal of a change is told to the administrator', async () => {
  const shop = await soldByPaypal();
  shop.app.paypal.answerNext(/suspend$/, faultAnswer(403, 'PERMISSION_DENIED'));
  const { status, body } = await shop.act({ action: 'pause' });
  expect([status, body.message]).toEqual([409, 'PayPal refused this change (PERMISSION_DENIED).']);
});

const HOUR = 1 / 24;

test('a customer who cancels in the hour before Stripe collects a draft is not charged', async () => {
  const shop = await startedByStripe();
  // Due on February 28 at ten. Stripe collects the draft an hour later.
  await shop.wait(28);
  await shop.wait(HOUR / 2);
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'due' }]);
  expect((await shop.change('cancel')).body.message).toBe('Canceled. You won’t be charged again.');
  await shop.wait(60);
  expect(await shop.agreement()).toMatchObject({ state: 'canceled', charges: [] });
});

test('a customer cancels while Stripe retries a payment that the shop has not heard of', async () => {
  const shop = await startedByStripe({ means: 'fails later' });
  shop.stripe.webhooks.settings.url = undefined;
  shop.pass(29);
  expect((await shop.change('cancel')).body.success).toBe(true);
  await shop.wait(60);
  const { state, charges } = await shop.agreement();
  expect([state, charges.map((charge: { state: string }) => charge.state)]).toEqual(['canceled', ['failed']]);
});

test('pausing, or canceling later, would not stop an open payment, so both are refused', async () => {
  const shop = await startedByStripe({ means: 'fails later' });
  await shop.wait(29);
  for (const action of ['pause', 'cancel-later'])
    expect((await shop.act({ action })).body.message).toContain('A payment is still being collected');
  expect((await shop.act({ action: 'cancel-now' })).body.message).toBe('Recurring payment canceled');
});

test('an event that arrives while the provider is asked leads to another check', async () => {
  const shop = await startedByStripe();
  const { context, db, clock } = shop.app;
  const { recurring } = context.providers['credit-card'];
  const { lookUp } = recurring;
  let asked = 0;
  recurring.lookUp = async (id) => {
    asked += 1;
    const answer = await lookUp(id);
    if (asked === 1) await inTransaction(db, () => agreementStore.checkSoon(db, 1, clock.now));
    return answer;
  };
  shop.pass(1.1);
  await shop.work();
  expect(asked).toBe(2);
  expect(await checkDueAgreements(context)).toBe(0);
});

test('a subscription that comes through after its cancellation is canceled', async () => {
  const shop = await soldByStripe();
  const { recurring } = shop.app.context.providers['credit-card'];
  const { cancelNow } = recurring;
  // Stripe is still working on the call that starts it.
  recurring.cancelNow = async () => {};
  const { lookUp } = recurring;
  recurring.lookUp = async () => {
    throw new Error('No answer.');
  };
  const customer = await shop.start();
  expect((await shop.change('cancel')).body.success).toBe(true);
  Object.assign(recurring, { cancelNow, lookUp });
  expect(shop.stripe.subscriptionOf(customer).status).toBe('active');
  await shop.wait(HOUR);
  expect(shop.stripe.subscriptionOf(customer).status).toBe('canceled');
  expect(await shop.agreement()).toMatchObject({ state: 'canceled' });
  expect(await shop.subjects('is canceled')).toHaveLength(1);
});

test('the amount cannot change while no charge is scheduled, because nobody would be told', async () => {
  const shop = await startedByStripe();
  await shop.act({ action: 'pause' });
  expect((await shop.act({ action: 'change-amount', amount: 40 })).body.message).toContain(
    'No charge is scheduled',
  );
});

test('PayPal changes no amount in the ten days before a charge', async () => {
  const shop = await soldByPaypal();
  await shop.wait(25);
  const { body } = await shop.act({ action: 'change-amount', amount: 40 });
  expect(body.message).toContain('ten days');
  expect(await shop.agreement()).toMatchObject({ amountCents: 3_000 });
});

test('a PayPal approval of monthly payments is not used after the customer chose yearly ones', async () => {
  const { app, draft, paypalOrderId } = await livePaypal(aDraft());
  // Another tab, with the same amount today.
  const yearly = { ...draft, isYearly: true };
  await startCard(app, yearly);
  app.paypal.approve(paypalOrderId);
  const back = await checkOut(app, yearly, { paymentMethod: 'paypal', paypalOrderId });
  expect(back.body.message).toContain('You haven’t been charged.');
  await app.settled();
  await app.sweepAfter(60_000);
  expect(rows.orders(app.db)).toEqual([]);
  expect(app.paypal.records.capturesOf(paypalOrderId)).toEqual([]);
});
