import { beforeAll, expect, test } from 'vitest';
import { MONTHLY, openPaypal } from '../../../test/paypal/fixture.ts';
import { faultAnswer } from '../../../test/paypal/http.ts';
import { PAYPAL_ISSUES, PAYPAL_STATUSES } from '../../../test/provider-shapes/paypal-answers.ts';
import {
  CAPTURE_STATUSES,
  ORDER_STATUSES,
  paypalRow,
  REFUND_STATUSES,
  type PaypalCall,
  type PaypalMeaning,
} from './answers.ts';
import {
  AGREEMENT_STATUSES,
  DISPUTE_OUTCOMES,
  DISPUTE_STATUSES,
  SUBSCRIPTION_STATUSES,
} from './subscription-answers.ts';

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

/** The visible result of each meaning. */
const OUTCOMES: Record<PaypalMeaning, object> = {
  unknown: { name: 'PaypalRefusal' },
  gone: { status: 'failed' },
  // The provider looks up the order, which is still approved.
  look: { status: 'open' },
  declined: { status: 'declined' },
  failed: { status: 'failed' },
  refused: { name: 'RefundRefused' },
};

test('every issue documented by PayPal has a row', () => {
  expect(published.length).toBeGreaterThan(200);
  expect(published.filter(({ call, status, issue }) => !paypalRow(call, status, issue))).toEqual([]);
});

test.each(Object.keys(CALLS) as PaypalCall[])(
  'the shop does what the table says for each refusal of %s',
  async (call) => {
    for (const { status, issue } of published.filter((answer) => answer.call === call)) {
      // The client replaces a rejected token once.
      for (let times = 0; times < (status === 401 ? 2 : 1); times += 1)
        shop.fake.answerNext(PATHS[call], faultAnswer(status, issue));
      const outcome = await CALLS[call]().catch((error: unknown) => error);
      const meaning = paypalRow(call, status, issue) ?? 'unknown';
      const refused = call === 'change' && meaning === 'refused' && { name: 'RecurringRefused' };
      expect(outcome, `${status} ${issue}`).toMatchObject(refused || OUTCOMES[meaning]);
    }
    expect(shop.fake.records.capturesOf(approved)).toEqual([]);
    expect(shop.fake.records.capturesOf(subscribed)).toEqual([]);
  },
);

test('an unknown answer is never treated as paid, and only a known 404 means that an order is gone', async () => {
  const answers = {
    show: 'unknown',
    capture: 'failed',
    refund: 'refused',
    create: 'unknown',
    subscribe: 'unknown',
    activate: 'failed',
  } as const;
  for (const [call, meaning] of Object.entries(answers) as [PaypalCall, PaypalMeaning][]) {
    shop.fake.answerNext(PATHS[call], faultAnswer(422, 'AN_ISSUE_OF_TOMORROW'));
    expect(await CALLS[call]().catch((error: unknown) => error)).toMatchObject(OUTCOMES[meaning]);
  }
  shop.fake.answerNext(PATHS.show, { status: 404, body: '<h1>Not found</h1>' });
  await expect(CALLS.show()).rejects.toMatchObject(OUTCOMES.unknown);
});

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
