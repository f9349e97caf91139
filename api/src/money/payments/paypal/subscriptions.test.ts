import { beforeEach, expect, test } from 'vitest';
import { MONTHLY, openPaypal, SHOP } from '../../../../test/paypal/fixture.ts';
import { failureOf } from '../../../../test/provider/fixture.ts';
import type { CaptureStatus, SubscriptionStatus } from '../../../../test/paypal/records.ts';
import { AttemptExpired, RefundRefused, type PaymentState, type StartPayment } from '../provider.ts';

const YEARLY = { amountCents: 30_000, period: 'year' } as const;
const DAY = 24 * 60 * 60_000;
const CREATE = /POST \/v1\/billing\/subscriptions$/;
const ACTIVATE = /activate$/;

const clock = { now: new Date('2026-11-21T15:00:00.000Z') };
let shop: Awaited<ReturnType<typeof openPaypal>>;
beforeEach(async () => {
  clock.now = new Date('2026-11-21T15:00:00.000Z');
  shop = await openPaypal(() => clock.now);
  shop.fake.advanceTo(clock.now);
  return () => {
    expect(shop.fake.errors).toEqual([]);
    return shop.fake.close();
  };
});

const start = (changes: Partial<StartPayment> = {}) => shop.start({ recurring: MONTHLY, ...changes });
const buy = () => shop.buy('pays', { recurring: MONTHLY });
const feesOf = (id: string) => shop.fake.records.capturesOf(id);
const plans = () => [...shop.fake.records.plans.values()];

test('what recurs starts a subscription: the first payment is its setup fee, and it is billed a month later', async () => {
  const { id, approvalUrl } = await start();
  expect(id).toMatch(/^I-/);
  expect(approvalUrl).toBe(`${shop.fake.base}/webapps/billing/subscriptions?ba_token=BA-${id.slice(2)}`);
  expect(plans()).toMatchObject([{ name: 'Monthly payment', unit: 'MONTH' }]);
  expect(shop.fake.records.subscription(id)).toMatchObject({
    custom_id: 'attempt-1',
    start_time: '2026-12-21T15:00:00Z',
    setupFee: { currency_code: 'USD', value: '105.94' },
    isActivatedByShop: true,
    return_url: `${SHOP}/checkout?paypal=return`,
    cancel_url: `${SHOP}/checkout?paypal=cancel`,
  });
});

test('each period has one plan, which another process finds on whatever page it is', async () => {
  await start();
  await start({ attemptKey: 'two' });
  await start({ attemptKey: 'three', recurring: YEARLY });
  const found = shop.calls().filter((call) => call === 'GET /v1/billing/plans');
  expect(found).toHaveLength(2);
  const [monthly, yearly] = plans();
  if (!monthly || !yearly) throw new Error('There are no plans.');
  const { records } = shop.fake;
  records.plans.clear();
  for (let nth = 0; nth < 25; nth += 1)
    records.plans.set(`P-${nth}`, { ...monthly, id: `P-${nth}`, name: `month-${nth}` });
  records.plans.set(yearly.id, yearly);
  const other = shop.another();
  await other.start({ ...shop.BUY, createdAt: clock.now, attemptKey: 'four', recurring: YEARLY });
  expect(plans()).toHaveLength(26);
  await other.start({ ...shop.BUY, createdAt: clock.now, attemptKey: 'five', recurring: MONTHLY });
  expect(plans()).toHaveLength(27);
});

test('the price goes with the subscription, whatever somebody does to the plan in PayPal’s dashboard', async () => {
  shop.fake.records.unkind.add('edits plans');
  for (const amountCents of [3_000, 3_500, 3_000]) {
    const recurring = { amountCents, period: 'month' } as const;
    const id = await shop.buy('pays', { recurring });
    expect(await shop.provider.recurring.lookUp(id)).toMatchObject({ amountCents, state: 'active' });
  }
  // Each was deactivated and replaced.
  expect(plans().map(({ status }) => status)).toEqual(['INACTIVE', 'INACTIVE', 'INACTIVE']);
});

test('a repeated create call is the same call, to the second', async () => {
  shop.fake.records.unkind.add('compares repeated requests');
  const createdAt = clock.now;
  shop.fake.faults.next('acts, then hangs up', CREATE);
  await failureOf(start({ createdAt }));
  clock.now = new Date(clock.now.getTime() + 20_000);
  await start({ createdAt });
  expect(shop.fake.records.subscriptions.size).toBe(1);
});

test('a subscription that stays approved after its activation is paid once its fee is listed', async () => {
  const { fake } = shop;
  for (const unkindness of ['stays approved', 'takes the fee later', 'lists refunds'] as const)
    fake.records.unkind.add(unkindness);
  const { id } = await start();
  fake.approve(id);
  expect(await shop.provider.capture(id)).toMatchObject({ status: 'paid', amountCents: 10_594 });
  expect(feesOf(id)).toHaveLength(1);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid' });
  expect(await shop.provider.recurring.lookUp(id)).toMatchObject({
    state: 'active',
    amountCents: 3_000,
    nextChargeAt: new Date('2026-12-21T15:00:00.000Z'),
  });
  const refused = await failureOf(shop.provider.recurring.cancelNow(id));
  expect(refused).toMatchObject({ name: 'RecurringRefused' });
  expect(refused.message).toContain('December 21');
});

test('an activation is not sent again once it was answered, and again only after a look if its answer was lost', async () => {
  const { fake } = shop;
  fake.records.unkind.add('stays approved');
  fake.settings.unlistedReads = 100;
  const { id } = await start();
  fake.approve(id);
  const sent = () => shop.calls().filter((call) => ACTIVATE.test(call)).length;
  const known = { chargeId: null, isProcessing: false, wasCaptureSent: true };
  expect(await shop.provider.capture(id)).toEqual({ status: 'processing' });
  expect(await shop.provider.capture(id, { ...known, isProcessing: true })).toEqual({ status: 'processing' });
  expect(sent()).toBe(1);
  // The answer was lost: PayPal refuses to activate again, which shows that it did.
  expect(await shop.provider.capture(id, known)).toEqual({ status: 'processing' });
  expect(sent()).toBe(2);
  fake.settings.unlistedReads = 0;
  expect(await shop.provider.capture(id, known)).toMatchObject({ status: 'paid' });
  expect(sent()).toBe(2);
});

test('while PayPal lists no fee, the sale that an event named or the last payment shows that it was taken', async () => {
  const id = await buy();
  const [fee] = feesOf(id);
  shop.fake.settings.unlistedReads = 100;
  const known = { chargeId: fee?.id ?? '', isProcessing: true, wasCaptureSent: true };
  expect(await shop.provider.lookUp(id, known)).toMatchObject({ status: 'paid', chargeId: fee?.id });
  expect(await shop.provider.lookUp(id)).toMatchObject({
    status: 'paid',
    amountCents: 10_594,
    chargeId: null,
  });
  shop.fake.records.captures.clear();
  expect(await shop.provider.lookUp(id, known)).toMatchObject({ status: 'processing' });
});

test.each(['acts, then hangs up', 'acts, then breaks'] as const)(
  'a create call that %s: the next try finds the same subscription and plan',
  async (fault) => {
    for (const call of [/products$/, /POST .*plans$/, CREATE]) {
      shop.fake.faults.next(fault, call);
      expect(await failureOf(start())).not.toBeInstanceOf(AttemptExpired);
    }
    const { id } = await start();
    expect([...shop.fake.records.subscriptions.keys()]).toEqual([id]);
    expect(plans()).toHaveLength(1);
  },
);

test('a known subscription is looked up, and is over when it is gone, approved, a day old, or has other terms', async () => {
  const first = await start();
  shop.fake.forgetRequestIds();
  const known = { providerPaymentId: first.id };
  expect(await start(known)).toEqual(first);
  expect(await failureOf(start({ ...known, recurring: YEARLY }))).toBeInstanceOf(AttemptExpired);
  expect(await failureOf(start({ ...known, recurring: null }))).toBeInstanceOf(AttemptExpired);
  expect(await failureOf(start({ providerPaymentId: '5O190127TN364715T' }))).toBeInstanceOf(AttemptExpired);
  expect(await failureOf(start({ providerPaymentId: 'I-NOBODYS' }))).toBeInstanceOf(AttemptExpired);
  clock.now = new Date(clock.now.getTime() + DAY + 60_000);
  expect(await failureOf(start(known))).toBeInstanceOf(AttemptExpired);
  const second = await start({ attemptKey: 'second' });
  shop.fake.approve(second.id);
  expect(await failureOf(start({ providerPaymentId: second.id }))).toBeInstanceOf(AttemptExpired);
});

test('a payment that PayPal lists a moment later is waited for, and is processing if that takes long', async () => {
  shop.fake.records.unkind.add('names no last payment');
  const first = await start();
  shop.fake.approve(first.id);
  shop.fake.settings.unlistedReads = 1;
  expect(await shop.provider.capture(first.id)).toMatchObject({ status: 'paid' });
  const second = await start({ attemptKey: 'second' });
  shop.fake.approve(second.id);
  shop.fake.settings.unlistedReads = 3;
  expect(await shop.provider.capture(second.id)).toEqual({ status: 'processing' });
  expect(await shop.provider.lookUp(second.id)).toMatchObject({ status: 'paid' });
});

test.each(['is refused', 'is declined', 'cannot pay'] as const)(
  'a setup fee that the buyer’s purse %s ends the attempt and the subscription',
  async (purse) => {
    const { id } = await start();
    shop.fake.approve(id, purse);
    expect(await shop.provider.capture(id)).toMatchObject({ status: 'failed' });
    expect(shop.fake.records.subscription(id).status).toBe('CANCELLED');
  },
);

test('a subscription that stays active although its first payment was declined is canceled', async () => {
  const id = await buy();
  Object.assign(feesOf(id)[0] ?? {}, { status: 'DECLINED' });
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'failed' });
  expect(shop.fake.records.subscription(id).status).toBe('CANCELLED');
});

test('an approval that is weeks old is not activated', async () => {
  const { id } = await start();
  shop.fake.approve(id);
  clock.now = new Date(clock.now.getTime() + 27 * DAY);
  expect(await shop.provider.capture(id)).toEqual({ status: 'failed', reason: 'The approval is too old.' });
  expect(feesOf(id)).toEqual([]);
});

/** Without a setup fee, as in docs/payment-states.md. */
const SUBSCRIPTIONS: Record<SubscriptionStatus, PaymentState['status']> = {
  APPROVAL_PENDING: 'open',
  APPROVED: 'open',
  ACTIVE: 'processing',
  SUSPENDED: 'processing',
  CANCELLED: 'failed',
  EXPIRED: 'failed',
};

test.each(Object.entries(SUBSCRIPTIONS))('subscription status %s maps to %s', async (status, meaning) => {
  const { id } = await start();
  Object.assign(shop.fake.records.subscription(id), { status });
  expect((await shop.provider.lookUp(id)).status).toBe(meaning);
});

const FEES: Record<Exclude<CaptureStatus, 'FAILED'>, PaymentState['status']> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  PENDING: 'processing',
  DECLINED: 'failed',
};

test.each(Object.entries(FEES))('a setup fee that is %s maps to %s', async (status, meaning) => {
  for (const state of ['ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED'] as const) {
    const id = await buy();
    shop.fake.records.subscription(id).status = state;
    Object.assign(feesOf(id)[0] ?? {}, { status });
    // An expired subscription needs no cancellation.
    expect((await shop.provider.lookUp(id)).status).toBe(meaning);
  }
});

test('unknown statuses are never treated as paid', async () => {
  const id = await buy();
  Object.assign(shop.fake.records.subscription(id), { status: 'RESTING' });
  Object.assign(feesOf(id)[0] ?? {}, { status: 'HALFWAY' });
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
});

test('later payments are not the first one', async () => {
  const id = await buy();
  const { id: chargeId } = feesOf(id)[0] ?? {};
  clock.now = new Date('2027-02-01T00:00:00.000Z');
  shop.fake.advanceTo(clock.now);
  expect(feesOf(id)).toHaveLength(3);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid', amountCents: 10_594, chargeId });
});

test('the first payment is refunded by its transaction, never more than was paid', async () => {
  const id = await buy();
  const chargeId = feesOf(id)[0]?.id ?? null;
  const request = { providerPaymentId: id, chargeId, currency: 'usd', reason: 'Too slow' };
  const refund = await shop.provider.refund({ ...request, key: 'one', amountCents: 600 });
  expect(refund).toMatchObject({ key: 'one', amountCents: 600, status: 'succeeded' });
  expect(await shop.provider.refund({ ...request, key: 'one', amountCents: 600 })).toEqual(refund);
  const rest = shop.provider.refund({ ...request, key: 'two', amountCents: 10_000 });
  expect(await failureOf(rest)).toBeInstanceOf(RefundRefused);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid', refunds: [] });
});

test.each([null, MONTHLY])(
  'a dispute is found with its deadline, and later with its outcome',
  async (recurring) => {
    const id = await shop.buy('pays', { recurring });
    expect(await shop.provider.lookUp(id)).toMatchObject({ dispute: null });
    const [taken] = feesOf(id);
    const { id: disputeId } = shop.fake.openDispute(taken?.id ?? '', '2026-12-01T20:00:00Z');
    const dispute = {
      id: disputeId,
      reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      status: 'open',
      respondBy: '2026-12-01T20:00:00.000Z',
      url: `https://www.paypal.com/resolutioncenter/view/${disputeId}`,
    };
    expect(await shop.provider.lookUp(id)).toMatchObject({ dispute });
    const outcomes = { RESOLVED_BUYER_FAVOUR: 'lost', RESOLVED_SELLER_FAVOUR: 'won', A_NEW_OUTCOME: 'open' };
    for (const [outcome, status] of Object.entries(outcomes)) {
      shop.fake.resolveDispute(disputeId, outcome);
      expect(await shop.provider.lookUp(id)).toMatchObject({ dispute: { status, respondBy: null } });
    }
    shop.fake.settings.showsDisputes = false;
    expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid', dispute: null });
    shop.fake.settings.showsDisputes = true;
    shop.fake.faults.next('broken', /disputes$/);
    await failureOf(shop.provider.lookUp(id));
  },
);
