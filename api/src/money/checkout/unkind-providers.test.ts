import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { faultAnswer } from '../../../test/paypal/http.ts';
import { hurry } from '../../../test/provider/fixture.ts';
import {
  startLiveApp,
  type LiveApp,
  livePaypal,
  paidByPaypal,
  paidByStripe,
  payByPaypal,
  payByStripe,
} from '../../../test/shop/live-app.ts';
import { checkOut, startCard, startPaypal } from '../../../test/shop/purchase-steps.ts';
import { providerCalls, type ProviderCall } from '../payments/breaker.ts';
import { checkDueAgreements } from '../recurring/check-agreement.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOT_FOUND = faultAnswer(404, 'INVALID_RESOURCE_ID');
const NOT_CHARGED = /haven’t been charged|Nothing was charged|That payment was not charged/;

/** Nothing recurs, so PayPal is paid with an order. */
const onHold = () => aDraft({ serviceTypes: ['onhold'] });
const byPaypal = (paypalOrderId: string) => ({ paymentMethod: 'paypal', paypalOrderId }) as const;

async function approvedAtPaypal(draft = onHold()) {
  const app = await startLiveApp();
  app.paypal.webhooks.hold();
  const { paypalOrderId: id } = await startPaypal(app, draft);
  app.paypal.approve(id);
  return { app, draft, id };
}

/** Answers calls that match with a 404, although they act. */
function hide(app: LiveApp, on: RegExp): void {
  app.paypal.state.beforeAnswer = (call, answer) => {
    if (on.test(`${call.method} ${call.path}`)) Object.assign(answer, NOT_FOUND);
  };
}

async function sweepFor(app: LiveApp, hours: number): Promise<void> {
  for (let half = 0; half < hours * 2; half += 1) await app.sweepAfter(HOUR / 2);
}

const said = async (app: LiveApp) =>
  (await app.sentEmails()).map(({ subject, text }) => `${subject} ${text ?? ''}`).join('\n');

test('a capture whose answer is a 404 is looked up, and the order is complete', async () => {
  const { app, draft, id } = await approvedAtPaypal();
  hide(app, /capture$/);
  const { body } = await checkOut(app, draft, byPaypal(id));
  expect(body.order).toMatchObject({ paymentStatus: 'completed' });
});

test.each([
  ['an order', onHold(), /capture$|GET .*orders/],
  ['a subscription', aDraft(), /GET .*subscriptions/],
])(
  '%s that PayPal does not find after the money was taken is unknown, and becomes an order by itself',
  async (_what, draft, on) => {
    const { app, id } = await approvedAtPaypal(draft);
    let isTaken = false;
    app.paypal.state.beforeAnswer = (call, answer) => {
      isTaken ||= /capture$|activate$/.test(call.path);
      if (isTaken && on.test(`${call.method} ${call.path}`)) Object.assign(answer, NOT_FOUND);
    };
    const { status, body } = await checkOut(app, draft, byPaypal(id));
    expect([status, body.code]).toEqual([503, 'payment_unclear']);
    expect(body.message).not.toMatch(NOT_CHARGED);
    // Nobody can pay again meanwhile, by card or by PayPal.
    for (const path of ['create-payment-intent', 'process-paypal'])
      expect(await app.post(`/api/${path}`, { amount: 149, ...draft })).toMatchObject({ status: 503 });
    expect(rows.payments(app.db)).toMatchObject([{ status: 'open', captureSentAt: app.clock.now }]);
    await sweepFor(app, 2);
    expect(rows.orders(app.db)).toEqual([]);
    app.paypal.state.beforeAnswer = undefined;
    await sweepFor(app, 6);
    expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
    expect(app.paypal.records.capturesOf(id)).toHaveLength(1);
    expect(await said(app)).not.toMatch(NOT_CHARGED);
  },
);

test('an approved order that PayPal does not find for a moment is not given up', async () => {
  const { app, draft, id } = await approvedAtPaypal();
  app.paypal.records.unkind.add('misses what is new');
  app.paypal.records.isNew(id);
  expect((await checkOut(app, draft, byPaypal(id))).status).toBe(503);
  expect((await checkOut(app, draft, byPaypal(id))).body.order).toMatchObject({ paymentStatus: 'completed' });
});

test('an approved order that was never captured and is gone lets its customer pay in another way', async () => {
  const { app, draft, id } = await approvedAtPaypal();
  app.paypal.forget(id);
  expect((await checkOut(app, draft, byPaypal(id))).status).toBe(503);
  const { body } = await payByStripe(app, draft);
  expect(body.order).toMatchObject({ paymentStatus: 'completed' });
});

test('a refused PayPal payment whose order PayPal then deletes lets its customer pay by card', async () => {
  const { app, draft, paypalOrderId: id, status } = await paidByPaypal(onHold(), 'is refused');
  expect(status).toBe(402);
  app.paypal.records.unkind.add('forgets unpaid orders');
  app.paypal.advanceTo(new Date(app.clock.now.getTime() + DAY));
  expect(app.paypal.records.orders.has(id)).toBe(false);
  await sweepFor(app, 24);
  const { body } = await payByStripe(app, draft);
  expect(body.order).toMatchObject({ paymentStatus: 'completed' });
  expect(await app.businessEmails()).toMatchObject([{ subject: expect.stringContaining('ORD-10001') }]);
});

test('a capture that stays unknown for a day is told to the business, once', async () => {
  const { app, draft, id } = await approvedAtPaypal();
  app.paypal.faults.next('broken', /capture$/);
  expect((await checkOut(app, draft, byPaypal(id))).status).toBe(503);
  app.paypal.forget(id);
  await sweepFor(app, 12);
  expect(await app.businessEmails()).toEqual([]);
  await sweepFor(app, 60);
  const told = await app.businessEmails();
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain(`PayPal doesn’t say whether ${draft.email} paid $99.00.`);
  expect(told[0]?.text).toContain('Unknown');
  expect(told[0]?.text).not.toMatch(/Nothing|refunded/);
  // Nobody pays twice.
  expect((await app.post('/api/create-payment-intent', { amount: 99, ...draft })).status).toBe(503);
});

test('an undocumented refusal of a capture is looked up before the customer is told', async () => {
  const { app, draft, id } = await approvedAtPaypal();
  app.paypal.state.beforeAnswer = (call, answer) => {
    if (call.path.endsWith('capture')) Object.assign(answer, faultAnswer(422, 'AN_ISSUE_OF_TOMORROW'));
  };
  expect((await checkOut(app, draft, byPaypal(id))).body.order).toMatchObject({ paymentStatus: 'completed' });
});

test.each([
  ['an order', onHold(), 'capture'],
  ['a subscription', aDraft(), 'activate'],
] as const)(
  'an undocumented refusal of %s that acted, and a look that is a moment late, is unknown',
  async (_what, draft, action) => {
    const { app, id } = await approvedAtPaypal(draft);
    let isTaken = false;
    const before = structuredClone(app.paypal.bought(id));
    app.paypal.state.beforeAnswer = (call, answer) => {
      if (call.path.endsWith(action)) {
        isTaken = true;
        Object.assign(answer, faultAnswer(422, 'AN_ISSUE_OF_TOMORROW'));
      } else if (isTaken && call.method === 'GET') {
        const { purchase_units, billing_info, ...late } = answer.body as Record<string, unknown>;
        Object.assign(answer, {
          body: 'transactions' in late ? { transactions: [] } : { ...late, status: before.status },
        });
        void purchase_units;
        void billing_info;
      }
    };
    const { status, body } = await checkOut(app, draft, byPaypal(id));
    expect([status, body.code]).toEqual([503, 'payment_unclear']);
    app.paypal.state.beforeAnswer = undefined;
    await sweepFor(app, 1);
    expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
    expect(app.paypal.records.capturesOf(id)).toHaveLength(1);
  },
);

test.each([
  [onHold(), 422, 'PAYEE_ACCOUNT_RESTRICTED'],
  [onHold(), 422, 'PAYEE_ACCOUNT_LOCKED_OR_CLOSED'],
  [onHold(), 403, 'PERMISSION_DENIED'],
  [aDraft(), 403, 'PERMISSION_DENIED'],
] as const)(
  'a capture that PayPal refuses whoever pays: another method, and an email to the business (%#)',
  async (draft, status, issue) => {
    const { app, id } = await approvedAtPaypal(draft);
    app.paypal.answerNext(/capture$|activate$/, faultAnswer(status, issue));
    const refused = await checkOut(app, draft, byPaypal(id));
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'This payment method isn’t available. Please choose another one.',
    ]);
    const told = await app.businessEmails();
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain(`PayPal refuses these payments: ${issue}`);
    // What the customer was told to pay otherwise is not captured later.
    await sweepFor(app, 24);
    expect(app.paypal.records.capturesOf(id)).toEqual([]);
    expect((await payByStripe(app, draft)).body.order).toMatchObject({
      paymentStatus: 'completed',
    });
  },
);

test('an eCheck on its way that PayPal does not find stays on its way', async () => {
  const { app, paypalOrderId: id } = await paidByPaypal(onHold(), 'pays slowly');
  await app.settled();
  hide(app, /GET .*orders/);
  await app.sweepAfter(DAY);
  expect(rows.payments(app.db)).toMatchObject([{ status: 'processing' }]);
  expect(await said(app)).not.toMatch(NOT_CHARGED);
  app.paypal.state.beforeAnswer = undefined;
  app.paypal.settleCapture(id, true);
  await app.settled();
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
});

test('a bank debit that other Stripe keys cannot see stays on its way, and arrives with the old keys', async () => {
  const { app, paymentIntentId } = await paidByStripe(onHold(), 'debit');
  await app.settled();
  const intent = app.stripe.records.intent(paymentIntentId);
  app.stripe.forget(paymentIntentId);
  for (let day = 0; day < 3; day += 1) await app.sweepAfter(DAY);
  expect(rows.payments(app.db)).toMatchObject([{ status: 'processing' }]);
  expect(await said(app)).not.toMatch(NOT_CHARGED);
  app.stripe.records.intents.set(paymentIntentId, intent);
  app.stripe.settleDebit(paymentIntentId, true);
  await app.sweepAfter(DAY);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
});

/** A card payment that no event reports, and that other keys cannot see until the old ones are back. */
async function paidWithOldKeys() {
  const app = await startLiveApp();
  app.stripe.webhooks.hold();
  const draft = onHold();
  const { paymentIntentId } = await startCard(app, draft);
  app.stripe.confirm(paymentIntentId, 'succeeds');
  const intent = app.stripe.records.intent(paymentIntentId);
  app.stripe.forget(paymentIntentId);
  const useOldKeys = () => void app.stripe.records.intents.set(paymentIntentId, intent);
  return { app, draft, paymentIntentId, useOldKeys };
}

test('a card payment that other Stripe keys cannot see is unknown, and its order follows with the old keys', async () => {
  const { app, draft, paymentIntentId, useOldKeys } = await paidWithOldKeys();
  const { status, body } = await checkOut(app, draft, { paymentIntentId });
  expect([status, body.code]).toEqual([503, 'payment_unclear']);
  await sweepFor(app, 2);
  useOldKeys();
  await sweepFor(app, 6);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
});

test('while a card payment cannot be seen, nobody reads that it was not charged, and no second one starts', async () => {
  const { app, draft, useOldKeys } = await paidWithOldKeys();
  for (const path of ['payment-status', 'process-paypal', 'create-payment-intent']) {
    const body = path === 'payment-status' ? { checkoutId: draft.checkoutId } : { amount: 99, ...draft };
    const answer = await app.post(`/api/${path}`, body);
    expect([answer.status, answer.body.code]).toEqual([503, 'payment_unclear']);
  }
  expect(rows.payments(app.db)).toHaveLength(1);
  useOldKeys();
  const { body } = await app.post('/api/payment-status', { checkoutId: draft.checkoutId });
  expect(body.order).toMatchObject({ paymentStatus: 'completed' });
});

test('a failed attempt is asked about again for a week, ever less often, and late money becomes an order', async () => {
  const { app, draft, id } = await approvedAtPaypal();
  app.paypal.bought(id).purse = 'cannot pay';
  expect(await checkOut(app, draft, byPaypal(id))).toMatchObject({ status: 402 });
  expect(rows.payments(app.db)).toMatchObject([{ status: 'failed' }]);
  const before = app.paypal.requests.length;
  for (let quarter = 0; quarter < 24 * 4; quarter += 1) await app.sweepAfter(HOUR / 4);
  const reads = app.paypal.requests.slice(before).filter(({ method }) => method === 'GET').length;
  expect(reads).toBeGreaterThanOrEqual(3);
  expect(reads).toBeLessThan(24);
  // PayPal takes it after all.
  Object.assign(app.paypal.records.order(id), { status: 'COMPLETED' });
  app.paypal.records.captures.set('LATE', {
    id: 'LATE',
    orderId: id,
    status: 'COMPLETED',
    amount: { value: '99.00', currency_code: 'USD' },
    custom_id: undefined,
    create_time: app.clock.now.toISOString(),
    reason: '',
  });
  await sweepFor(app, 48);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
  app.paypal.records.captures.clear();
});

test('money for an attempt that was given up, after another payment, is refunded', async () => {
  const { app, draft, id } = await approvedAtPaypal();
  app.paypal.bought(id).purse = 'cannot pay';
  await checkOut(app, draft, byPaypal(id));
  await payByStripe(app, draft);
  app.paypal.bought(id).purse = 'pays';
  await fetch(`${app.paypal.base}/v1/oauth2/token`, { method: 'POST' });
  // As if the capture had worked after its refusal.
  await app.context.providers.paypal.capture(id);
  await sweepFor(app, 24);
  const [capture] = app.paypal.records.capturesOf(id);
  expect(capture?.status).toBe('REFUNDED');
  expect(rows.orders(app.db)).toHaveLength(1);
});

test('a subscription whose fee only an event names is paid', async () => {
  const app = await startLiveApp();
  for (const unkindness of ['stays approved', 'names no subscription in sales'] as const)
    app.paypal.records.unkind.add(unkindness);
  app.paypal.settings.unlistedReads = 1_000;
  const draft = aDraft();
  const { paypalOrderId: id } = await startPaypal(app, draft);
  app.paypal.approve(id);
  app.paypal.webhooks.hold();
  const { body } = await checkOut(app, draft, byPaypal(id));
  expect(body.order).toMatchObject({ paymentStatus: 'pending', isProcessing: true });
  await app.sweepAfter(5 * MINUTE);
  expect(rows.payments(app.db)).toMatchObject([{ status: 'processing', chargeId: null }]);
  app.paypal.webhooks.release();
  await app.settled();
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
  expect(app.paypal.requests.filter(({ path }) => path.endsWith('activate'))).toHaveLength(1);
});

test('a fee known only by the last payment gets its ID from the event, so that it can be refunded and disputed', async () => {
  const app = await startLiveApp();
  app.paypal.settings.unlistedReads = 1_000;
  const draft = aDraft();
  app.paypal.webhooks.hold();
  const { paypalOrderId: id, body } = await payByPaypal(app, draft);
  expect(body.order).toMatchObject({ paymentStatus: 'completed' });
  expect(rows.payments(app.db)).toMatchObject([{ status: 'paid', chargeId: null }]);
  app.paypal.webhooks.release();
  await app.settled();
  const [fee] = app.paypal.records.capturesOf(id);
  expect(rows.payments(app.db)).toMatchObject([{ chargeId: fee?.id }]);
  await app.act('/api/admin/payments/1/refund', { amount: 49, reason: 'x', refundKey: randomUUID() });
  expect(rows.refunds(app.db)).toMatchObject([{ status: 'succeeded' }]);
  app.paypal.openDispute(fee?.id ?? '', '2027-01-01T00:00:00.000Z');
  await app.settled();
  expect(rows.payments(app.db)).toMatchObject([{ review: { code: 'disputed' } }]);
});

test('a later period’s sale is never taken for the fee', async () => {
  const app = await startLiveApp();
  app.paypal.settings.unlistedReads = 1_000;
  app.paypal.records.unkind.add('names no subscription in sales');
  app.paypal.webhooks.hold();
  const draft = aDraft();
  const { paypalOrderId: id } = await payByPaypal(app, draft);
  app.wait(35 * DAY);
  app.paypal.advanceTo(app.clock.now);
  app.paypal.webhooks.release((events) => events.slice(-1));
  await app.settled();
  const [fee, later] = app.paypal.records.capturesOf(id);
  expect([fee?.amount.value, later?.amount.value]).toEqual(['149.00', '30.00']);
  expect(rows.payments(app.db)[0]?.chargeId).not.toBe(later?.id);
});

test('a second payment that PayPal keeps approved is refunded at once, and canceled when PayPal allows it', async () => {
  const { app, draft, id } = await approvedAtPaypal(aDraft());
  app.paypal.records.unkind.add('stays approved');
  app.paypal.answerNext(/activate$/, faultAnswer(422, 'SUBSCRIPTION_CANNOT_BE_ACTIVATED'));
  expect((await checkOut(app, draft, byPaypal(id))).status).toBe(402);
  await payByStripe(app, draft);
  // As if the activation had worked after its refusal.
  await app.context.providers.paypal.capture(id);
  await sweepFor(app, 24);
  expect(app.paypal.records.capturesOf(id)).toMatchObject([{ status: 'REFUNDED' }]);
  const told = (await app.businessEmails()).filter(({ text }) => text?.includes('couldn’t be canceled yet'));
  expect(told).toHaveLength(1);
  const cancels = () => app.paypal.requests.filter(({ path }) => path.endsWith('cancel')).length;
  const before = cancels();
  app.paypal.webhooks.settings.url = '';
  await sweepFor(app, 48);
  expect(cancels() - before).toBeLessThanOrEqual(3);
  app.paypal.records.unkind.delete('stays approved');
  await sweepFor(app, 48);
  expect(app.paypal.records.subscription(id).status).toBe('CANCELLED');
  const made = cancels();
  await sweepFor(app, 72);
  expect(cancels()).toBe(made);
});

test('after a bank debit failed, PayPal is not captured behind the customer, who had approved it before', async () => {
  const { app, draft, id } = await approvedAtPaypal();
  const { paymentIntentId } = await payByStripe(app, draft, 'debit');
  await sweepFor(app, 1);
  app.stripe.settleDebit(paymentIntentId, false);
  await sweepFor(app, 24);
  expect(app.paypal.records.capturesOf(id)).toEqual([]);
  expect(await said(app)).toMatch(NOT_CHARGED);
  // Their own return captures it.
  expect((await checkOut(app, draft, byPaypal(id))).body.order).toMatchObject({ paymentStatus: 'completed' });
});

test('while an activation may have taken the fee, nothing else of the checkout is started', async () => {
  const { app, draft, id } = await approvedAtPaypal(aDraft());
  for (const unkindness of ['stays approved', 'takes the fee later', 'names no last payment'] as const)
    app.paypal.records.unkind.add(unkindness);
  app.paypal.settings.unlistedReads = 3;
  app.paypal.faults.next('acts, then hangs up', /activate$/);
  expect((await checkOut(app, draft, byPaypal(id))).status).toBe(503);
  const again = await app.post('/api/process-paypal', { amount: 149, ...draft });
  expect([again.status, again.body.code]).toEqual([503, 'payment_unclear']);
  await sweepFor(app, 1);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed' }]);
  expect(rows.payments(app.db)).toHaveLength(1);
});

test(
  'one order that PayPal cannot answer for, with a pending refund, refuses no other buyer in a day',
  { tags: ['long'] },
  async () => {
    const { app, draft, paypalOrderId } = await paidByPaypal(onHold());
    await app.settled();
    app.paypal.settings.refundStatus = 'PENDING';
    await app.act('/api/admin/payments/1/refund', { amount: 49, reason: 'x', refundKey: randomUUID() });
    app.paypal.settings.refundStatus = 'COMPLETED';
    app.paypal.state.beforeAnswer = (call, answer) => {
      if (call.path.includes(paypalOrderId)) Object.assign(answer, faultAnswer(500));
    };
    const statuses = new Set<number>();
    for (let buyer = 0; buyer < 100; buyer += 1) {
      // Its own customer keeps trying, too.
      if (buyer % 3 === 0) await checkOut(app, draft, byPaypal(paypalOrderId));
      await app.sweepAfter(DAY / 100);
      const own = onHold();
      statuses.add((await app.post('/api/process-paypal', { amount: 99, ...own })).status);
    }
    expect([...statuses]).toEqual([200]);
  },
);

test('twenty buyers at once all get through after five failures of one buyer’s order', async () => {
  const { app, draft, paypalOrderId } = await livePaypal(onHold());
  app.paypal.approve(paypalOrderId);
  app.paypal.state.beforeAnswer = (call, answer) => {
    if (call.path.includes(paypalOrderId)) Object.assign(answer, faultAnswer(500));
  };
  for (let time = 0; time < 5; time += 1) await checkOut(app, draft, byPaypal(paypalOrderId));
  const buyers = Array.from({ length: 20 }, () =>
    app.post('/api/process-paypal', { amount: 99, ...onHold() }),
  );
  expect((await Promise.all(buyers)).map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('events that PayPal cannot answer for are no failures of the buyers’ calls', async () => {
  const { app, draft, id } = await approvedAtPaypal();
  await checkOut(app, draft, byPaypal(id));
  const [capture] = app.paypal.records.capturesOf(id);
  app.paypal.state.beforeAnswer = (call, answer) => {
    if (call.path.includes('/captures/')) Object.assign(answer, faultAnswer(500));
  };
  const links = [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${capture?.id}` }];
  const event = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.REFUNDED', resource: { id: 'R1', links } };
  const heard: ProviderCall[] = [];
  const hear = (call: unknown) => void heard.push(call as ProviderCall);
  providerCalls.subscribe(hear);
  onTestFinished(() => void providerCalls.unsubscribe(hear));
  for (let time = 0; time < 3; time += 1) {
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', ...app.paypal.sign(body) };
    await fetch(`${app.base}/api/webhooks/paypal`, { method: 'POST', headers, body });
  }
  const failed = heard.filter(({ isFailure }) => isFailure).map(({ name }) => name);
  expect(new Set(failed)).toEqual(new Set(['PayPal, background work']));
});

test.each(['paypal', 'stripe'] as const)(
  'a pending refund at %s is asked about at most 30 times in its first hour, and less often later',
  async (provider) => {
    const app = await startLiveApp();
    const draft = onHold();
    const fake = app[provider];
    if (provider === 'paypal') {
      await payByPaypal(app, draft);
      app.paypal.settings.refundStatus = 'PENDING';
    } else {
      await payByStripe(app, draft);
      app.stripe.settings.refundStatus = 'requires_action';
    }
    await app.settled();
    await app.act('/api/admin/payments/1/refund', { amount: 49, reason: 'x', refundKey: randomUUID() });
    const callsIn = async (hours: number) => {
      const before = fake.requests.length;
      for (let turn = 0; turn < hours * 60; turn += 1) await app.sweepAfter(MINUTE);
      return fake.requests.length - before;
    };
    const first = await callsIn(1);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(30);
    app.wait(DAY);
    await app.sweepAfter(MINUTE);
    expect(await callsIn(1)).toBe(0);
  },
);

test('the first recurring charge counts from the consent, not from a pending order’s first day', async () => {
  const app = await startLiveApp();
  const at = (time: string) => {
    app.clock.now = new Date(time);
    app.stripe.advanceTo(app.clock.now);
  };
  at('2027-01-01T10:00:00.000Z');
  const draft = aDraft();
  const first = await startCard(app, draft);
  // The browser claims a payment that never arrives.
  const claimed = await checkOut(app, draft, { paymentIntentId: first.paymentIntentId });
  expect(claimed.body.order).toMatchObject({ paymentStatus: 'pending' });
  at('2027-01-21T10:00:00.000Z');
  const again = await startCard(app, draft);
  app.stripe.confirm(again.paymentIntentId, 'succeeds');
  await checkOut(app, draft, { paymentIntentId: again.paymentIntentId });
  at('2027-01-21T10:00:05.000Z');
  while ((await checkDueAgreements(app.context)) > 0);
  expect(rows.agreements(app.db)).toMatchObject([
    { state: 'active', startedAt: new Date('2027-01-21T10:00:00.000Z') },
  ]);
  const [subscription] = app.stripe.records.subscriptions.values();
  expect(subscription?.billing_cycle_anchor).toBe(Date.parse('2027-02-21T10:00:00.000Z') / 1_000);
});

test('bundles that cost the same but recur differently never share a card payment', async () => {
  const app = await startLiveApp();
  const website = aDraft({ promoCode: 'SAVE50' });
  const once = { ...website, serviceTypes: ['onhold' as const], promoCode: undefined };
  const seen = [];
  for (const draft of [once, website, once, { ...website, isYearly: true }, website]) {
    const { amount, paymentIntentId } = await startCard(app, draft);
    seen.push([amount, app.stripe.records.intent(paymentIntentId).setup_future_usage]);
  }
  expect(seen).toEqual([
    [99, null],
    [99, 'off_session'],
    [99, null],
    [99, 'off_session'],
    [99, 'off_session'],
  ]);
  const statuses = rows.payments(app.db).map(({ status }) => status);
  expect(statuses).toEqual(['failed', 'failed', 'failed', 'failed', 'open']);
});

test('an attempt with other recurring terms that could not be ended is not continued', async () => {
  const app = await startLiveApp();
  const website = aDraft({ promoCode: 'SAVE50' });
  const once = { ...website, serviceTypes: ['onhold' as const], promoCode: undefined };
  const { paymentIntentId: first } = await startCard(app, once);
  // Stripe ends nothing, and the new terms are stored all the same.
  app.stripe.answerNext(/cancel$/, { status: 400, body: { error: { type: 'invalid_request_error' } } });
  const { paymentIntentId: second } = await startCard(app, website);
  expect(second).not.toBe(first);
  expect(app.stripe.records.intent(second).setup_future_usage).toBe('off_session');
  expect(rows.payments(app.db)).toMatchObject([
    { status: 'open', recurring: null },
    { status: 'open', recurring: { amountCents: 3_000, period: 'month' } },
  ]);
  // The first one is ended with the next start.
  expect((await startCard(app, website)).paymentIntentId).toBe(second);
  expect(rows.payments(app.db)[0]).toMatchObject({ status: 'failed' });
});

test('Stripe’s receipt goes to the corrected address', async () => {
  const app = await startLiveApp();
  const wrong = aDraft({ email: 'adaa@stranger.example' });
  const { paymentIntentId } = await startCard(app, wrong);
  const again = await startCard(app, { ...wrong, email: 'ada@marlow-bicycles.example' });
  expect(again.paymentIntentId).toBe(paymentIntentId);
  expect(app.stripe.records.intent(paymentIntentId).receipt_email).toBe('ada@marlow-bicycles.example');
});

test('a lasting refusal is told as such: the email at its field, the rest to the business once a day', async () => {
  const app = await startLiveApp();
  const refuse = (code: string, message: string) =>
    app.stripe.answerNext(/POST .*payment_intents$/, {
      status: 400,
      body: { error: { type: 'invalid_request_error', code, message } },
    });
  refuse('email_invalid', 'Invalid email address: ada@marlow');
  const email = await app.post('/api/create-payment-intent', { amount: 99, ...onHold() });
  expect([email.status, Object.keys(email.body.fields ?? email.body.errors ?? {})]).toEqual([400, ['email']]);
  expect(await app.businessEmails()).toEqual([]);

  for (let buyer = 0; buyer < 3; buyer += 1) {
    app.paypal.answerNext(/POST .*orders$/, faultAnswer(422, 'PAYEE_ACCOUNT_RESTRICTED'));
    const paypal = await app.post('/api/process-paypal', { amount: 99, ...onHold() });
    expect([paypal.status, paypal.body.message]).toEqual([
      400,
      'This payment method isn’t available. Please choose another one.',
    ]);
  }
  const told = await app.businessEmails();
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('PayPal refuses these payments: PAYEE_ACCOUNT_RESTRICTED');
});

test('money that PayPal holds is the business’s to release, and the customer does not read about a bank', async () => {
  const app = await startLiveApp();
  app.paypal.records.pendingReason = 'VERIFICATION_REQUIRED';
  const draft = onHold();
  const { body } = await payByPaypal(app, draft, 'pays slowly');
  expect(body.order).toMatchObject({ isProcessing: true, isHeld: true });
  await app.settled();
  app.wait(HOUR);
  const [letter] = await app.sentEmails();
  expect(letter?.text).toContain('PayPal is processing your payment of $99.00');
  expect(letter?.text).not.toMatch(/your bank/i);
  const [told] = await app.businessEmails();
  expect(told?.subject).toBe('Payment to review for order ORD-10001');
  expect(told?.text).toContain('PayPal needs you to verify your account.');
  expect(told?.text).toContain('The order is completed as soon as the money arrives.');
  expect((await app.see('/api/json/cases/ORD-10001')).order.reviewReason).toContain('PayPal is holding');
});

test('money that PayPal held and then denied is told as such: nothing was refunded, and no bank is to blame', async () => {
  const app = await startLiveApp();
  app.paypal.records.pendingReason = 'UNILATERAL';
  const draft = onHold();
  const { paypalOrderId: id } = await payByPaypal(app, draft, 'pays slowly');
  await app.settled();
  app.paypal.settleCapture(id, false);
  await app.settled();
  app.wait(HOUR);
  const letter = (await app.sentEmails()).find(({ subject }) => subject.includes('payment not completed'));
  expect(letter?.text).toContain('PayPal didn’t complete your payment of $99.00');
  expect(await said(app)).not.toMatch(/your bank/i);
  const told = await app.businessEmails();
  expect(told.map(({ subject }) => subject)).toContain('Payment to review for order ORD-10001');
  expect(told.map(({ subject }) => subject).join()).not.toContain('refunded');
});

test('a dispute that puts a paid capture on hold is shown with its deadline', async () => {
  const { app, draft, id } = await approvedAtPaypal();
  app.paypal.webhooks.release();
  await checkOut(app, draft, byPaypal(id));
  await app.settled();
  app.paypal.records.unkind.add('holds disputed payments');
  const [capture] = app.paypal.records.capturesOf(id);
  const { id: disputeId } = app.paypal.openDispute(capture?.id ?? '', '2026-12-05T10:00:00.000Z');
  await app.settled();
  const payment = async () => (await app.see('/api/json/cases/ORD-10001')).payments[0];
  expect(await payment()).toMatchObject({
    dispute: { status: 'open', respondBy: '2026-12-05T10:00:00.000Z' },
  });
  app.paypal.resolveDispute(disputeId, 'RESOLVED_SELLER_FAVOUR');
  await app.settled();
  expect(await payment()).toMatchObject({ dispute: { status: 'won' } });
});

test('while Stripe is down for people, each of them may try, and the first success opens the till', async () => {
  const app = await startLiveApp();
  const isRefused = async () =>
    hurry(async () => (await app.post('/api/create-payment-intent', { amount: 99, ...onHold() })).status);
  for (let call = 0; call < 6 * 3; call += 1) app.stripe.faults.next('broken', /POST .*payment_intents$/);
  for (let buyer = 0; buyer < 6; buyer += 1) await isRefused();
  app.stripe.faults.calm();
  expect(await isRefused()).toBe(200);
});
