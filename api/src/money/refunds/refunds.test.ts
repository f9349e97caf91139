import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { loggedIn, addAdmin, ADMIN, cookieOf, login } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { type LiveApp, startLiveApp, paidByPaypal } from '../../../test/shop/live-app.ts';
import { pipelinedPosts, jsonPost, pipelined, statusCounts } from '../../../test/shop/pipeline.ts';
import { startCard, pageLink } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { taxShare } from '../payments/refund-store.ts';
import { codeOf, withTotp } from '../../../test/fixtures/second-factor.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { charges } from '../../db/schema/recurring.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { advance } from '../payments/demo/demo-store.ts';
import { checkDueAgreements } from '../recurring/check-agreement.ts';
import { MINUTE_MS, DAY_MS } from '../../base/units.ts';
import { promiseLaunch } from '../../work/fulfillment/promise-clock.ts';
import { newCase } from '../../db/cases.ts';
import { aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { inFull } from '../../../test/fixtures/long.ts';

/** A paid order of $157.94, including $8.94 tax. */
async function paidByCard(app: LiveApp) {
  const draft = aDraft({ serviceTypes: ['website'], state: 'MI' });
  const { paymentIntentId } = await startCard(app, draft);
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  return paymentIntentId;
}

async function paidShop() {
  const app = await startLiveApp();
  return { app, intent: await paidByCard(app) };
}

const refund = (app: LiveApp, body: object, paymentId = 1) =>
  app.act(`/api/admin/payments/${paymentId}/refund`, {
    reason: 'Not needed after all',
    refundKey: randomUUID(),
    ...body,
  });

const refundsAtOnce = async (app: LiveApp, bodies: object[]) =>
  pipelinedPosts(app.base, '/api/admin/payments/1/refund', bodies, await loggedIn(app));

const payment = async (app: LiveApp) => (await app.see('/api/json/cases/ORD-10001')).payments[0];

test('when everything is refunded, nothing is due any more, and no new promise begins', async () => {
  const { app } = await paidShop();
  const form = { ...aWebsiteForm({ orderNumber: 'ORD-10001' }), ...formKey(app) };
  expect((await app.post('/api/submit-order-form', form)).status).toBe(200);
  const dueAt = async () => (await app.see('/api/json/orders')).orders[0].dueAt;
  expect(await dueAt()).not.toBeNull();
  await refund(app, { amount: 50 });
  expect(await dueAt()).not.toBeNull();
  await refund(app, {});
  expect(await dueAt()).toBeNull();
  const { promises } = await app.see('/api/json/overview');
  expect([promises.late.count, promises.today.count]).toEqual([0, 0]);
  await inTransaction(app.db, () => promiseLaunch(app.context, newCase('ORD-10001')));
  expect(await dueAt()).toBeNull();
});

test('while the bank decides about a dispute, and after it took the money, nothing is refunded', async () => {
  const { app, intent } = await paidShop();
  app.stripe.dispute(intent);
  await app.settled();
  const { status, body } = await refund(app, { amount: 50 });
  expect([status, body.message]).toEqual([409, expect.stringContaining('once you win')]);
  app.stripe.closeDispute(intent, 'lost');
  await app.settled();
  expect((await refund(app, {})).body.message).toContain('has the money already');
  // Nothing was tried either.
  expect(rows.refunds(app.db)).toEqual([]);
  expect(app.stripe.requests.filter(({ path }) => path === '/v1/refunds')).toEqual([]);
});

test('what was fully refunded is no work, waits for no form, and has no recurring payment to come', async () => {
  const { app } = await paidShop();
  const see = async () => {
    const { order, services } = await app.see('/api/json/cases/ORD-10001');
    const { missingForms } = await app.see('/api/json/overview');
    const [listed] = (await app.see('/api/json/orders')).orders;
    const page = (await app.get(`/api/order?${new URLSearchParams(pageLink(app))}`)).body;
    return {
      isPaidBack: order.isPaidBack,
      state: services[0].state,
      waiting: missingForms.count,
      later: order.price.recurringCents,
      listed: [listed.recurringPayment, listed.isRecurringOver],
      page: [page.services[0].state, page.receipt.recurringCents],
    };
  };
  const open = { state: 'form', waiting: 1, later: 3_000, listed: ['30.00', false], page: ['form', 3_000] };
  expect(await see()).toEqual({ isPaidBack: false, ...open });
  await refund(app, { amount: 50 });
  expect(await see()).toEqual({ isPaidBack: false, ...open });
  await refund(app, {});
  app.wait(MINUTE_MS);
  await checkDueAgreements(app.context);
  expect(await see()).toEqual({
    isPaidBack: true,
    state: 'closed',
    waiting: 0,
    later: 0,
    listed: ['30.00', true],
    page: ['closed', 0],
  });
});

test('a partial refund and then the rest never exceed the payment, and each has its tax share, provider and email', async () => {
  const { app, intent } = await paidShop();
  expect((await refund(app, { amount: 50 })).body.message).toBe('$50.00 refunded');
  expect(await payment(app)).toMatchObject({
    refundable: '107.94',
    refunds: [{ amount: '50.00', tax: '2.83', status: 'succeeded', by: 'ada' }],
  });
  expect((await app.see('/api/json/cases/ORD-10001')).order).toMatchObject({ refundedCents: 5_000 });
  const page = `/order?${new URLSearchParams(pageLink(app))}`;
  expect((await app.get(`/api${page}`)).body).toMatchObject({ refundedCents: 5_000 });
  const tooMuch = await refund(app, { amount: 107.95 });
  expect([tooMuch.status, tooMuch.body.message]).toEqual([400, 'You can refund up to $107.94.']);
  expect((await refund(app, {})).body.message).toBe('$107.94 refunded');
  expect((await refund(app, { amount: 0.01 })).body.message).toBe('This payment is already fully refunded.');
  const [first, second] = (await payment(app)).refunds;
  expect(Number(first.tax) + Number(second.tax)).toBeCloseTo(8.94);
  const made = [...app.stripe.records.refunds.values()];
  expect(made.map(({ amount, payment_intent }) => [amount, payment_intent])).toEqual([
    [5_000, intent],
    [10_794, intent],
  ]);
  const emails = (await app.sentEmails()).filter(({ subject }) => subject.includes('refund'));
  expect(emails.map(({ text }) => /\$[\d.]+/.exec(text)?.[0])).toEqual(['$50.00', '$107.94']);
  expect(emails[0]?.text).toContain('That includes $2.83 in sales tax.');
  expect(emails[0]?.text).toContain(`Open your order: http://localhost:3000${page}`);
});

test('the refund email goes to the address that an administrator corrected', async () => {
  const { app } = await paidShop();
  await app.sentEmails();
  const [confirmation] = rows.confirmations(app.db);
  const again = `/api/admin/messages/${confirmation?.id}/send-again`;
  expect((await app.act(again, { recipient: 'ada@bicycles.example' })).status).toBe(200);
  await refund(app, { amount: 20 });
  expect(rows.outbox(app.db).find(({ kind }) => kind === 'refund')?.recipient).toBe('ada@bicycles.example');
});

test.each(['website', 'onhold'] as const)('PayPal refunds its own captures (%s)', async (service) => {
  const { app } = await paidByPaypal(aDraft({ serviceTypes: [service] }));
  await app.settled();
  expect((await refund(app, { amount: 49 })).body.message).toBe('$49.00 refunded');
  expect([...app.paypal.records.refunds.values()]).toMatchObject([{ amount: { value: '49.00' } }]);
  expect(app.stripe.records.refunds.size).toBe(0);
});

test.each(['COMPLETED', 'FAILED'] as const)(
  'a pending refund of a subscription’s first payment is read until it is %s',
  async (status) => {
    const { app } = await paidByPaypal(aDraft({ serviceTypes: ['website'] }));
    app.paypal.settings.refundStatus = 'PENDING';
    await refund(app, { amount: 49 });
    await app.sweepAfter(60_000);
    expect(rows.refunds(app.db)).toMatchObject([{ status: 'pending' }]);
    app.paypal.webhooks.hold();
    app.paypal.settleRefund([...app.paypal.records.refunds.keys()][0] ?? '', status);
    await app.sweepAfter(60_000);
    expect(rows.refunds(app.db)).toMatchObject([{ status: status === 'FAILED' ? 'failed' : 'succeeded' }]);
  },
);

test('a double click is one refund', async () => {
  const { app } = await paidShop();
  const refundKey = randomUUID();
  const body = { reason: 'Not needed after all', refundKey, amount: 20 };
  const answers = await refundsAtOnce(app, [body, body, body]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(app.stripe.records.refunds.size).toBe(1);
  expect(rows.outbox(app.db).filter(({ kind }) => kind === 'refund')).toHaveLength(1);
});

test('a key that belongs to another payment refunds nothing, even if its own refund is still pending', async () => {
  const { app } = await paidShop();
  await paidByCard(app);
  const refundKey = randomUUID();
  for (let tries = 0; tries < 3; tries += 1) app.stripe.faults.next('hangs up', /refunds$/);
  await refund(app, { amount: 20, refundKey });
  const { status, body } = await refund(app, { amount: 20, refundKey }, 2);
  expect([status, body.fields]).toEqual([400, { refundKey: ['This refund key is already in use.'] }]);
  const other = await refund(app, { amount: 21, refundKey });
  expect(other.status).toBe(400);
  await app.sweepAfter(60_000);
  const { payments } = await app.see('/api/json/cases/ORD-10002');
  expect([(await payment(app)).refunds, payments[0].refunds]).toMatchObject([
    [{ amount: '20.00', status: 'succeeded' }],
    [],
  ]);
  expect(app.stripe.records.refunds.size).toBe(1);
});

test('two administrators together cannot refund more than was received', async () => {
  const { app } = await paidShop();
  const one = () => ({ reason: 'Not needed after all', refundKey: randomUUID(), amount: 100 });
  const answers = await refundsAtOnce(app, [one(), one()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(app.stripe.records.refunds.size).toBe(1);
});

test('a refund whose response was lost and whose key Stripe has forgotten is not made twice', async () => {
  const { app } = await paidShop();
  app.stripe.webhooks.hold();
  for (let tries = 0; tries < 3; tries += 1) app.stripe.faults.next('acts, then hangs up', /refunds$/);
  await refund(app, { amount: 20 });
  app.stripe.forgetKeys();
  await app.sweepAfter(60_000);
  await app.sweepAfter(60_000);
  expect(app.stripe.records.refunds.size).toBe(1);
  expect(await payment(app)).toMatchObject({ refunds: [{ status: 'succeeded', amount: '20.00' }] });
  expect(rows.outbox(app.db).filter(({ kind }) => kind === 'refund')).toHaveLength(1);
});

test('a refused refund is failed, with the provider’s reason, and can be requested again', async () => {
  const { app } = await paidShop();
  const message = 'Insufficient funds in your account.';
  app.stripe.answerNext(/refunds$/, {
    status: 400,
    body: { error: { type: 'invalid_request_error', code: 'balance_insufficient', message } },
  });
  const { status, body } = await refund(app, { amount: 20 });
  expect([status, body.message]).toEqual([
    409,
    'Couldn’t make the refund: Insufficient funds in your account.',
  ]);
  expect(await payment(app)).toMatchObject({ refundable: '157.94', refunds: [{ status: 'failed' }] });
  expect((await refund(app, { amount: 20 })).status).toBe(200);
});

test('a request that is still in progress is not a refusal', async () => {
  const { app } = await paidShop();
  app.stripe.answerNext(/refunds$/, {
    status: 409,
    headers: { 'stripe-should-retry': 'false' },
    body: { error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In progress' } },
  });
  expect((await refund(app, { amount: 20 })).body.message).toContain('refund requested');
  expect(await payment(app)).toMatchObject({ refundable: '137.94', refunds: [{ status: 'pending' }] });
});

test('a refund made in PayPal’s dashboard is recorded too', async () => {
  const { app, paypalOrderId } = await paidByPaypal(aDraft({ serviceTypes: ['onhold'] }));
  await app.settled();
  app.paypal.refundAtDashboard(paypalOrderId, 4_900);
  await app.settled();
  expect(await payment(app)).toMatchObject({
    refundable: '50.00',
    refunds: [{ amount: '49.00', by: null }],
  });
});

test('a refund made in Stripe’s dashboard is recorded through its event, once', async () => {
  const { app, intent } = await paidShop();
  app.stripe.webhooks.settings.copies = 2;
  app.stripe.refundAtDashboard(intent, 3_000);
  await app.settled();
  await app.settled();
  expect(await payment(app)).toMatchObject({
    refundable: '127.94',
    refunds: [{ amount: '30.00', reason: 'Refunded in the payment provider’s dashboard', by: null }],
  });
});

test('a refund requested here and its own event are one refund', async () => {
  const { app } = await paidShop();
  await refund(app, { amount: 30 });
  await app.settled();
  expect((await payment(app)).refunds).toHaveLength(1);
});

test('an unpaid or unknown payment, or an invalid request, is not refunded', async () => {
  const app = await startLiveApp();
  await startCard(app, aDraft());
  expect((await refund(app, {})).status).toBe(404);
  expect((await refund(app, {}, 99)).status).toBe(404);
  await paidByCard(app);
  for (const bad of [
    { amount: 0 },
    { amount: -5 },
    { amount: 0.004 },
    { amount: 20.005 },
    { amount: 1e-9 },
    { amount: 'all' },
    { reason: ' ' },
    { refundKey: 'x' },
  ]) {
    expect((await refund(app, bad, 2)).status, JSON.stringify(bad)).toBe(400);
  }
  expect((await app.post('/api/admin/payments/2/refund', {})).status).toBe(401);
  expect(app.stripe.records.refunds.size).toBe(0);
  expect((await refund(app, { amount: 0.1 + 0.2 }, 2)).body.message).toBe('$0.30 refunded');
});

test('the tax shares of any series of refunds add up to the tax, and none is negative', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 0, max: 6_000 }),
      fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 12 }),
      (initialPaymentCents, tax, wished) => {
        const taxCents = Math.min(tax, initialPaymentCents);
        const made: { amountCents: number; taxCents: number; status: 'succeeded' }[] = [];
        let left = initialPaymentCents;
        for (const wish of [...wished, initialPaymentCents]) {
          const amountCents = Math.min(wish, left);
          if (amountCents === 0) break;
          const share = taxShare({ taxCents, initialPaymentCents }, amountCents, made);
          expect(share).toBeGreaterThanOrEqual(0);
          made.push({ amountCents, taxCents: share, status: 'succeeded' });
          left -= amountCents;
        }
        expect(made.reduce((sum, { taxCents: share }) => sum + share, 0)).toBe(taxCents);
      },
    ),
  );
});

const ORDERS = 10;
const ROUNDS = inFull(20, 3);
const AT_ONCE = [10, 25, 50];

/** Ten paid websites, each with a recurring charge. An owner may refund $2 a day without a second factor. */
async function openShop() {
  const app = await startTestApp();
  for (let count = 0; count < ORDERS; count += 1) await buyWithCard(app, aDraft());
  app.wait(MINUTE_MS);
  while ((await checkDueAgreements(app.context)) > 0);
  await inTransaction(app.db, () => advance(app.db, 35 * DAY_MS));
  while ((await checkDueAgreements(app.context)) > 0);
  await addAdmin(app);
  const { secret } = await withTotp(app, await loggedIn(app));
  const settings = { requireSecondFactor: false, confirmRefundsAbove: 2 };
  await inTransaction(app.db, () => saveShopSettings(app.db, settings, 1, app.clock.now));
  return {
    app,
    /** The next day, ten minutes after a login. */
    nextDay: async () => {
      app.wait(DAY_MS);
      const { ticket } = (await login(app, ADMIN)).body.secondFactor;
      const answer = await app.post('/api/admin/login/factor', { ticket, code: codeOf(app, secret) });
      app.wait(10 * MINUTE_MS);
      return { cookie: cookieOf(answer.headers) };
    },
  };
}

const aRefund = () => ({ amount: 1, reason: 'The page was down.', refundKey: randomUUID() });

test('refunds at once stay within the limit without a second factor', async () => {
  const { app, nextDay } = await openShop();
  for (let round = 0; round < ROUNDS; round += 1) {
    const cookie = await nextDay();
    const count = AT_ONCE[round % AT_ONCE.length] ?? 10;
    const refunds = Array.from({ length: count }, (_, index) =>
      jsonPost(`/api/admin/payments/${(index % ORDERS) + 1}/refund`, aRefund(), cookie),
    );
    const answers = await pipelined(app.base, refunds);
    expect(statusCounts(answers)).toEqual({ 200: 2, 403: count - 2 });
  }
});

test('refunds of recurring charges at once stay within the limit, too, also next to other refunds', async () => {
  const { app, nextDay } = await openShop();
  const rows = app.db.select().from(charges).all();
  expect(rows).toHaveLength(ORDERS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const cookie = await nextDay();
    const count = AT_ONCE[round % AT_ONCE.length] ?? 10;
    const refunds = Array.from({ length: count }, (_, index) => {
      const nth = index % ORDERS;
      if (index % 3 === 0) return jsonPost(`/api/admin/payments/${nth + 1}/refund`, aRefund(), cookie);
      const body = { action: 'refund', chargeId: rows[nth]?.id, ...aRefund() };
      return jsonPost(`/api/admin/cases/ORD-${10_001 + nth}/recurring`, body, cookie);
    });
    const answers = await pipelined(app.base, refunds);
    expect(statusCounts(answers)).toEqual({ 200: 2, 403: count - 2 });
  }
});
