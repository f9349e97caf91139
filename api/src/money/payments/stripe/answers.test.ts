import { beforeAll, expect, test } from 'vitest';
import { openStripe } from '../../../../test/stripe/fixture.ts';
import { STRIPE_CODES, STRIPE_STATUSES } from '../../../../test/provider-shapes/stripe-answers.ts';
import type { StripeFault } from '../../../../test/stripe/records.ts';
import { AttemptExpired, type PaymentState, type ProviderRefund } from '../provider.ts';
import {
  CANCELLATION_REASONS,
  INTENT_STATUSES,
  INVOICE_STATUSES,
  REFUND_STATUSES,
  SUBSCRIPTION_STATUSES,
} from './answers.ts';
import type Stripe from 'stripe';

let shop: Awaited<ReturnType<typeof openStripe>>;
let open: string;
let paid: string;
let customer: string | null = null;
beforeAll(async () => {
  shop = await openStripe();
  paid = await shop.buy({ recurring: { amountCents: 3_000, period: 'month' } });
  ({ id: open } = await shop.start({ attemptKey: 'open' }));
  return shop.fake.close;
});

const words = (text: string): string[] => text.trim().split(/\s+/);
const codes = words(STRIPE_CODES);

const PATHS = {
  create: /POST .*payment_intents$/,
  'read back': /GET .*payment_intents/,
  'look up': /GET .*payment_intents/,
  cancel: /cancel$/,
  refund: /refunds$/,
  subscribe: /POST .*subscriptions$/,
};
type Call = keyof typeof PATHS;

const CALLS: Record<Call, () => Promise<unknown>> = {
  create: () => shop.start({ attemptKey: crypto.randomUUID() }),
  'read back': () => shop.start({ providerPaymentId: open }),
  'look up': () => shop.provider.lookUp(paid),
  cancel: () => shop.provider.cancel(open),
  refund: () =>
    shop.provider.refund({
      key: crypto.randomUUID(),
      providerPaymentId: paid,
      chargeId: null,
      amountCents: 1,
      currency: 'usd',
      reason: '',
    }),
  subscribe: () =>
    shop.provider.recurring.start(
      {
        orderNumber: 'ORD-10001',
        name: 'Ada Marlow',
        email: 'ada@marlow-bicycles.example',
        amountCents: 3_000,
        period: 'month',
        startedAt: new Date(0),
        firstChargeAt: new Date(0),
        refusals: 0,
        paymentId: paid,
      },
      customer,
      async (id) => {
        customer = id;
      },
    ),
};

/** Returns the result of one call when Stripe responds with this error. */
function outcomeOf(call: Call, status: number, error: object): Promise<unknown> {
  shop.fake.answerNext(PATHS[call], {
    status,
    headers: { 'stripe-should-retry': 'false' },
    body: { error: { message: 'No.', ...error } },
  });
  return CALLS[call]().catch((fault: unknown) => fault);
}

const UNKNOWN = { type: expect.stringMatching(/^Stripe/) };
const OVER = { name: 'AttemptExpired' };
const REFUSED = { name: 'RefundRefused' };
const NOT_STARTED = { name: 'RecurringRefused' };
const MISSING = { status: 'missing', isPaidByBrowser: true };
const NO_START = { name: 'StartRefused' };

/** The same call can succeed later. */
const LATER = words('idempotency_key_in_use lock_timeout rate_limit payment_intent_rate_limit_exceeded');
const WRONG_KEYS = words('api_key_expired platform_api_key_expired secret_key_required livemode_mismatch');

test.each(Object.keys(PATHS) as Call[])(
  'the shop does the right thing for each error of %s that Stripe documents',
  async (call) => {
    const made = () => [shop.fake.records.refunds.size, shop.fake.records.subscriptions.size];
    const before = made();
    for (const code of codes) {
      const outcome = await outcomeOf(call, 400, { type: 'invalid_request_error', code });
      const isLater = LATER.includes(code) || WRONG_KEYS.includes(code);
      const isMissing = code === 'resource_missing';
      const expected = {
        create: LATER.includes(code) ? UNKNOWN : NO_START,
        'read back': isMissing ? OVER : LATER.includes(code) ? UNKNOWN : NO_START,
        'look up': isMissing ? MISSING : UNKNOWN,
        cancel: isLater ? UNKNOWN : (false as const),
        refund: isLater ? UNKNOWN : REFUSED,
        subscribe: isLater ? UNKNOWN : NOT_STARTED,
      }[call];
      if (expected === false) expect(outcome, code).toBe(false);
      else expect(outcome, code).toMatchObject(expected);
    }
    expect(codes.length).toBeGreaterThan(200);
    expect(made()).toEqual(before);
  },
);

test.each([
  // The calls are, in order: create, read back, look up, cancel, refund, subscribe.
  [400, 'idempotency_error', [OVER, UNKNOWN, UNKNOWN, UNKNOWN, REFUSED, UNKNOWN]],
  [400, 'invalid_request_error', [NO_START, NO_START, UNKNOWN, false, REFUSED, NOT_STARTED]],
  [401, 'invalid_request_error', [NO_START, NO_START, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
  [402, 'card_error', [NO_START, NO_START, UNKNOWN, false, REFUSED, NOT_STARTED]],
  [403, 'invalid_request_error', [NO_START, NO_START, UNKNOWN, false, REFUSED, NOT_STARTED]],
  [404, 'invalid_request_error', [NO_START, NO_START, UNKNOWN, false, REFUSED, NOT_STARTED]],
  [409, 'idempotency_error', [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
  [429, 'invalid_request_error', [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
  [500, 'api_error', [OVER, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
  [503, 'api_error', [OVER, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]],
] as const)('status %i with %s and no code', async (status, type: StripeFault['type'], outcomes) => {
  for (const [nth, call] of (Object.keys(PATHS) as Call[]).entries()) {
    const outcome = await outcomeOf(call, status, { type });
    const expected = outcomes[nth];
    if (expected === false) expect(outcome, call).toBe(false);
    else expect(outcome, call).toMatchObject(expected ?? {});
    // A success resets the breaker.
    await shop.provider.lookUp(paid);
  }
});

test('a server error on create ends the attempt', async () => {
  expect(await outcomeOf('create', 500, { type: 'api_error' })).toBeInstanceOf(AttemptExpired);
});

test('every documented status has a row', () => {
  const tables: [object, string][] = [
    [INTENT_STATUSES, STRIPE_STATUSES.payment_intent],
    [REFUND_STATUSES, STRIPE_STATUSES.refund],
    [SUBSCRIPTION_STATUSES, STRIPE_STATUSES.subscription],
    [CANCELLATION_REASONS, STRIPE_STATUSES.cancellation],
    [INVOICE_STATUSES, STRIPE_STATUSES.invoice],
  ];
  for (const [table, statuses] of tables)
    expect(Object.keys(table).toSorted()).toEqual(words(statuses).toSorted());
});

test.each(words(STRIPE_STATUSES.charge))(
  'a charge that is %s changes nothing: the intent says whether it is paid',
  async (status) => {
    const before = await shop.provider.lookUp(paid);
    const charge = shop.fake.records.charge(shop.fake.records.intent(paid).latest_charge ?? '');
    Object.assign(charge, { status });
    expect(await shop.provider.lookUp(paid)).toEqual(before);
  },
);

/** As in docs/payment-states.md. If Stripe adds a status, this fails the type check. */
const INTENTS: Record<Stripe.PaymentIntent.Status, PaymentState['status']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  processing: 'processing',
  requires_capture: 'open',
  canceled: 'failed',
  succeeded: 'paid',
};

const REFUNDS: Record<string, ProviderRefund['status']> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

test.each(Object.entries(INTENTS))('intent status %s maps to %s', async (status, meaning) => {
  const { id } = await shop.start({ attemptKey: `intent-${status}` });
  Object.assign(shop.fake.records.intent(id), { status });
  expect((await shop.provider.lookUp(id)).status).toBe(meaning);
  expect((await shop.provider.capture(id)).status).toBe(meaning);
});

test('an unknown status is never treated as paid', async () => {
  const { id } = await shop.start({ attemptKey: 'intent-tomorrow' });
  Object.assign(shop.fake.records.intent(id), { status: 'succeeded_in_part' });
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
});

test.each(Object.entries(REFUNDS))('a refund that is %s is %s', async (status, meaning) => {
  const id = await shop.buy();
  shop.fake.refundAtDashboard(id, 100);
  for (const refund of shop.fake.records.refunds.values()) Object.assign(refund, { status });
  expect(await shop.provider.lookUp(id)).toMatchObject({ refunds: [{ amountCents: 100, status: meaning }] });
});

test('3-D Secure: a confirmed payment is paid, a refused one stays open', async () => {
  const { id } = await shop.start({ attemptKey: 'asked' });
  shop.fake.confirm(id, '3-D Secure');
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
  shop.fake.authenticate(id, false);
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
  shop.fake.confirm(id, '3-D Secure');
  shop.fake.authenticate(id, true);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid' });
});

test('a debit takes days and then pays, or does not', async () => {
  const { id } = await shop.start({ attemptKey: 'debit' });
  shop.fake.confirm(id, 'debit');
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'processing' });
  shop.fake.settleDebit(id, false);
  expect(await shop.provider.lookUp(id)).toEqual({ status: 'open' });
  shop.fake.confirm(id, 'debit');
  shop.fake.settleDebit(id, true);
  expect(await shop.provider.lookUp(id)).toMatchObject({ status: 'paid', amountCents: 10_594 });
});
