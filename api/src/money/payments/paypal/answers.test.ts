import { beforeAll, expect, test } from 'vitest';
import { MONTHLY, openPaypal } from '../../../../test/paypal/fixture.ts';
import { faultAnswer } from '../../../../test/paypal/http.ts';
import { PAYPAL_ISSUES, PAYPAL_STATUSES } from '../../../../test/provider-shapes/paypal-answers.ts';
import { CAPTURE_STATUSES, ORDER_STATUSES, REFUND_STATUSES, type PaypalCall } from './answers.ts';
import {
  AGREEMENT_STATUSES,
  DISPUTE_OUTCOMES,
  DISPUTE_STATUSES,
  SUBSCRIPTION_STATUSES,
} from './subscription-answers.ts';
import type { CaptureStatus, OrderStatus, PaypalRefundStatus } from '../../../../test/paypal/records.ts';
import type { PaymentState, ProviderRefund } from '../provider.ts';

let shop: Awaited<ReturnType<typeof openPaypal>>;
let paid: string;
let approved: string;
let subscribed: string;
let active: string;
beforeAll(async () => {
  shop = await openPaypal();
  paid = await shop.buy();
  ({ id: approved } = await shop.start({ attemptKey: 'approved' }));
  shop.fake.approve(approved);
  ({ id: subscribed } = await shop.start({ attemptKey: 'subscribed', recurring: MONTHLY }));
  shop.fake.approve(subscribed);
  active = await shop.buy('pays', { recurring: MONTHLY });
  return shop.fake.close;
});

const words = (text: string): string[] => text.trim().split(/\s+/);
const published = Object.entries(PAYPAL_ISSUES).flatMap(([call, statuses]) =>
  Object.entries(statuses).flatMap(([status, issues]) =>
    words(issues).map((issue) => ({ call: call as PaypalCall, status: Number(status), issue })),
  ),
);

const PATHS: Record<PaypalCall, RegExp> = {
  create: /POST .*orders$/,
  show: /GET .*orders/,
  capture: /capture$/,
  refund: /refund$/,
  subscribe: /POST .*subscriptions$/,
  activate: /activate$/,
  change: /suspend$/,
};

const CALLS: Record<PaypalCall, () => Promise<unknown>> = {
  create: () => shop.start({ attemptKey: crypto.randomUUID() }),
  show: () => shop.provider.lookUp(paid),
  capture: () => shop.provider.capture(approved),
  refund: () =>
    shop.provider.refund({
      key: crypto.randomUUID(),
      providerPaymentId: paid,
      chargeId: shop.fake.records.capturesOf(paid)[0]?.id ?? null,
      amountCents: 1,
      currency: 'usd',
      reason: '',
    }),
  subscribe: () => shop.start({ attemptKey: crypto.randomUUID(), recurring: MONTHLY }),
  activate: () => shop.provider.capture(subscribed),
  change: () => shop.provider.recurring.pause(active).then(() => ({ status: 'open' })),
};

const UNKNOWN = { name: 'PaypalRefusal' };
const FAILED = { status: 'failed' };
/** The business is told, too. */
const REFUSED = { status: 'failed', refusal: expect.any(String) };
/** The shop looks at the order or subscription, which is still approved. */
const LOOKED = { status: 'open', isApproved: true };
const NOT_STARTED = { name: 'StartRefused' };
const NOT_REFUNDED = { name: 'RefundRefused' };
const NOT_CHANGED = { name: 'RecurringRefused' };

/** What must happen for each status, and for the issues that mean something else. */
const OUTCOMES: Record<PaypalCall, { [status: number]: object; issues?: Record<string, object> }> = {
  create: { 400: NOT_STARTED, 401: NOT_STARTED, 422: NOT_STARTED },
  subscribe: {
    400: NOT_STARTED,
    401: NOT_STARTED,
    403: NOT_STARTED,
    404: NOT_STARTED,
    422: NOT_STARTED,
    // Another plan is used.
    issues: { PLAN_STATUS_INVALID: { approvalUrl: expect.any(String) } },
  },
  show: { 401: UNKNOWN, 404: { status: 'missing', isPaidByBrowser: false } },
  capture: {
    400: UNKNOWN,
    401: UNKNOWN,
    403: REFUSED,
    404: LOOKED,
    422: FAILED,
    issues: {
      TRANSACTION_RECEIVING_LIMIT_EXCEEDED: REFUSED,
      ORDER_ALREADY_CAPTURED: LOOKED,
      ORDER_NOT_APPROVED: LOOKED,
      ORDER_COMPLETION_IN_PROGRESS: LOOKED,
      INSTRUMENT_DECLINED: { status: 'declined' },
      PAYER_ACTION_REQUIRED: { status: 'declined' },
      REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: { status: 'declined' },
    },
  },
  activate: {
    400: UNKNOWN,
    401: UNKNOWN,
    403: REFUSED,
    404: LOOKED,
    422: FAILED,
    issues: { SUBSCRIPTION_STATUS_INVALID: LOOKED },
  },
  change: {
    400: NOT_CHANGED,
    401: UNKNOWN,
    403: NOT_CHANGED,
    404: UNKNOWN,
    422: NOT_CHANGED,
    issues: { SUBSCRIPTION_STATUS_INVALID: { status: 'open' } },
  },
  refund: {
    400: NOT_REFUNDED,
    401: UNKNOWN,
    403: NOT_REFUNDED,
    404: NOT_REFUNDED,
    409: UNKNOWN,
    422: NOT_REFUNDED,
  },
};

test.each(Object.keys(CALLS) as PaypalCall[])(
  'the shop does the right thing for every refusal of %s that PayPal documents',
  async (call) => {
    for (const { status, issue } of published.filter((answer) => answer.call === call)) {
      // The client replaces a rejected token once.
      for (let times = 0; times < (status === 401 ? 2 : 1); times += 1)
        shop.fake.answerNext(PATHS[call], faultAnswer(status, issue));
      const outcome = await CALLS[call]().catch((error: unknown) => error);
      const expected = OUTCOMES[call].issues?.[issue] ?? OUTCOMES[call][status] ?? {};
      expect(Object.keys(expected), `${status} ${issue}`).not.toEqual([]);
      expect(outcome, `${status} ${issue}`).toMatchObject(expected);
    }
    expect(published.some((answer) => answer.call === call)).toBe(true);
    expect(shop.fake.records.capturesOf(approved)).toEqual([]);
    expect(shop.fake.records.capturesOf(subscribed)).toEqual([]);
  },
);

test('an issue that PayPal does not document is told by its status, and only a known 404 means that nothing is found', async () => {
  for (const [call, outcomes] of Object.entries(OUTCOMES) as [PaypalCall, { 422?: object }][]) {
    shop.fake.answerNext(PATHS[call], faultAnswer(422, 'AN_ISSUE_OF_TOMORROW'));
    // What took money may have done so all the same.
    const expected = call === 'capture' || call === 'activate' ? LOOKED : outcomes[422];
    expect(await CALLS[call]().catch((error: unknown) => error)).toMatchObject(expected ?? UNKNOWN);
  }
  shop.fake.answerNext(PATHS.show, { status: 404, body: '<h1>Not found</h1>' });
  await expect(CALLS.show()).rejects.toThrow('PayPal responded with 404 and no JSON');
});

test('half of a refusal, or a proxy’s page instead of one, refuses nothing', async () => {
  const { body } = faultAnswer(422, 'PAYEE_ACCOUNT_RESTRICTED');
  const half = JSON.stringify(body).slice(0, 40);
  for (const call of ['create', 'subscribe', 'refund', 'change'] as const) {
    for (const said of [half, '<h1>Access denied</h1>']) {
      shop.fake.answerNext(PATHS[call], { status: 422, body: said });
      await expect(CALLS[call]()).rejects.toThrow('and no JSON');
    }
  }
});

test.each(['DUPLICATE_REQUEST_ID', 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED'])(
  'a start that is refused with %s needs a new attempt',
  async (issue) => {
    for (const call of ['create', 'subscribe'] as const) {
      shop.fake.answerNext(PATHS[call], faultAnswer(422, issue));
      await expect(CALLS[call]()).rejects.toMatchObject({ name: 'AttemptExpired' });
    }
  },
);

test('every documented status has a row', () => {
  expect(Object.keys(ORDER_STATUSES).toSorted()).toEqual(words(PAYPAL_STATUSES.order).toSorted());
  expect(Object.keys(CAPTURE_STATUSES).toSorted()).toEqual(words(PAYPAL_STATUSES.capture).toSorted());
  expect(Object.keys(SUBSCRIPTION_STATUSES).toSorted()).toEqual(
    words(PAYPAL_STATUSES.subscription).toSorted(),
  );
  expect(Object.keys(AGREEMENT_STATUSES).toSorted()).toEqual(words(PAYPAL_STATUSES.subscription).toSorted());
  expect(Object.keys(DISPUTE_STATUSES).toSorted()).toEqual(words(PAYPAL_STATUSES.dispute).toSorted());
  expect(Object.keys(DISPUTE_OUTCOMES).toSorted()).toEqual(words(PAYPAL_STATUSES.outcome).toSorted());
  expect(Object.keys(REFUND_STATUSES).toSorted()).toEqual(words(PAYPAL_STATUSES.refund).toSorted());
});

/** For an order without a capture, as in docs/payment-states.md. */
const ORDERS: Record<OrderStatus, PaymentState['status']> = {
  CREATED: 'open',
  SAVED: 'open',
  APPROVED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  COMPLETED: 'open',
  VOIDED: 'failed',
};

/** For a completed order, by the status of its capture. */
const CAPTURES: Record<CaptureStatus, PaymentState['status']> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  PENDING: 'processing',
  DECLINED: 'failed',
  FAILED: 'failed',
};

const REFUNDS: Record<PaypalRefundStatus, ProviderRefund['status']> = {
  COMPLETED: 'succeeded',
  PENDING: 'pending',
  CANCELLED: 'failed',
  FAILED: 'failed',
};

test.each(Object.entries(ORDERS))('order status %s maps to %s', async (status, meaning) => {
  const { id } = await shop.start({ attemptKey: `order-${status}` });
  Object.assign(shop.fake.records.order(id), { status });
  expect((await shop.provider.lookUp(id)).status).toBe(meaning);
});

test.each(Object.entries(CAPTURES))('capture status %s maps to %s', async (status, meaning) => {
  const id = await shop.buy();
  for (const capture of shop.fake.records.capturesOf(id)) Object.assign(capture, { status });
  expect((await shop.provider.lookUp(id)).status).toBe(meaning);
  expect((await shop.provider.capture(id)).status).toBe(meaning);
});

test.each(Object.entries(REFUNDS))('a refund that is %s is %s', async (status, meaning) => {
  const id = await shop.buy();
  Object.assign(shop.fake.refundAtDashboard(id, 100), { status });
  expect(await shop.provider.lookUp(id)).toMatchObject({ refunds: [{ amountCents: 100, status: meaning }] });
});

test('unknown statuses are never treated as paid', async () => {
  const id = await shop.buy();
  Object.assign(shop.fake.records.order(id), { status: 'SETTLED_IN_PART' });
  for (const capture of shop.fake.records.capturesOf(id)) Object.assign(capture, { status: 'HALFWAY' });
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
});

test('a declined capture does not matter while another one is pending', async () => {
  const id = await shop.buy('is declined');
  const [declined] = shop.fake.records.capturesOf(id);
  if (!declined) throw new Error('The order has no capture');
  const second = { ...declined, id: 'SECOND0CAPTURE000', status: 'PENDING' as const };
  shop.fake.records.captures.set(second.id, second);
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'processing' });
  shop.fake.settleCapture(id, true);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid', chargeId: second.id });
});
