import { expect, onTestFinished, test } from 'vitest';
import { openPaypal } from '../../../test/paypal/fixture.ts';
import { allOf, failureOf, hurry } from '../../../test/provider/fixture.ts';
import { openStripe } from '../../../test/stripe/fixture.ts';
import { inBackground } from './breaker.ts';
import { AttemptExpired, type RefundRequest } from './provider.ts';

const HOUR = 3_600_000;

/** Fakes notice requests that the provider does not document. */
function watched<Shop extends { fake: { errors: unknown[]; close: () => Promise<void> } }>(shop: Shop): Shop {
  onTestFinished(async () => {
    expect(shop.fake.errors).toEqual([]);
    await shop.fake.close();
  });
  return shop;
}

/** A provider's fake and the shop's part. `create` and `refund` are its calls, which are sent `tries` times. */
const PROVIDERS = {
  Stripe: async () => {
    const shop = watched(await openStripe());
    const { records } = shop.fake;
    return {
      ...shop,
      create: /POST \/v1\/payment_intents$/,
      refundCall: /refunds$/,
      tries: 3,
      remembersFor: 24 * HOUR,
      forget: shop.fake.forgetKeys,
      payments: () => [...records.intents.keys()],
      refunds: () => [...records.refunds.values()].map(({ amount }) => amount),
      reasons: () => [...records.refunds.values()].map(({ metadata }) => metadata?.['reason']),
      longestReason: 500,
      chargeId: () => null,
      tooMuch: 'greater than unrefunded amount',
      allGone: 'already been refunded',
    };
  },
  PayPal: async () => {
    const shop = watched(await openPaypal());
    const { records } = shop.fake;
    return {
      ...shop,
      create: /POST \/v2\/checkout\/orders$/,
      refundCall: /refund$/,
      // PayPal's calls are only sent again after a 429.
      tries: 1,
      remembersFor: 6 * HOUR,
      forget: shop.fake.forgetRequestIds,
      payments: () => [...records.orders.keys()],
      refunds: () =>
        [...records.refunds.values()].map(({ amount }) => Math.round(Number(amount.value) * 100)),
      reasons: () => [...records.refunds.values()].map(({ note_to_payer }) => note_to_payer),
      longestReason: 255,
      chargeId: (paid: string) => records.capturesOf(paid)[0]?.id ?? null,
      tooMuch: 'PayPal responded with 422 REFUND_AMOUNT_EXCEEDED',
      allGone: 'PayPal responded with 422 CAPTURE_FULLY_REFUNDED',
    };
  },
};
type Opened = Awaited<ReturnType<(typeof PROVIDERS)['Stripe' | 'PayPal']>>;
const EACH = Object.entries(PROVIDERS);

/** Fails every try of the next call. */
function fail({ fake, tries }: Opened, fault: Parameters<Opened['fake']['faults']['next']>[0], path: RegExp) {
  for (let nth = 0; nth < tries; nth += 1) fake.faults.next(fault, path);
}

test.each(EACH)(
  '%s: the same attempt gets the same payment, and another attempt a new one',
  async (_, open) => {
    const shop = await open();
    const first = await shop.start();
    expect(await shop.start()).toEqual(first);
    expect((await shop.start({ attemptKey: 'attempt-2' })).id).not.toBe(first.id);
    expect(shop.payments()).toHaveLength(2);
  },
);

test.each(EACH)('%s: a payment whose create call was lost is found by the next try', async (_, open) => {
  const shop = await open();
  fail(shop, 'acts, then hangs up', shop.create);
  expect(await hurry(() => failureOf(shop.start()))).not.toBeInstanceOf(AttemptExpired);
  const { id } = await shop.start();
  expect(shop.payments()).toEqual([id]);
});

test.each(EACH)('%s: a known payment is looked up and never created again', async (_, open) => {
  const shop = await open();
  const first = await shop.start();
  shop.forget();
  expect(await shop.start({ providerPaymentId: first.id })).toEqual(first);
  expect(shop.calls()).toEqual([
    expect.stringMatching(shop.create),
    expect.stringMatching(new RegExp(`^GET .*/${first.id}$`)),
  ]);
});

test.each(EACH)('%s: keys are used for less than the provider remembers them', async (_, open) => {
  const { provider, remembersFor } = await open();
  expect(provider.keyLifetimeMs).toBeLessThan(remembersFor);
  expect(provider.keyLifetimeMs).toBeGreaterThan(HOUR);
});

test.each(EACH)('%s: after five failures in a row it is not called for a while', async (_, open) => {
  const shop = await open();
  for (let call = 0; call < 5; call += 1) {
    fail(shop, 'broken', shop.create);
    await hurry(() => failureOf(inBackground(() => shop.start({ attemptKey: `attempt-${call}` }))));
  }
  const before = shop.calls().length;
  expect(allOf(await failureOf(inBackground(() => shop.start())))).toContain('Pausing requests');
  expect(shop.calls()).toHaveLength(before);
});

test.each(EACH)('%s: a busy provider is called three times, and its attempt is not over', async (_, open) => {
  const shop = await open();
  for (let nth = 0; nth < 3; nth += 1) shop.fake.faults.next('busy', shop.create);
  const error = await hurry(() => failureOf(shop.start()));
  expect(JSON.stringify(error)).toContain('429');
  expect(error).not.toBeInstanceOf(AttemptExpired);
  expect(shop.calls()).toHaveLength(3);
  for (let nth = 0; nth < 2; nth += 1) shop.fake.faults.next('busy', shop.create);
  await hurry(() => shop.start());
  expect(shop.payments()).toHaveLength(1);
});

/** A paid payment, of which $40.00 are to go back. */
async function paid(open: () => Promise<Opened>) {
  const shop = await open();
  const providerPaymentId = await shop.buy();
  return {
    ...shop,
    refund: (changes: Partial<RefundRequest> = {}) =>
      shop.provider.refund({
        key: 'refund-key-1',
        providerPaymentId,
        chargeId: shop.chargeId(providerPaymentId),
        amountCents: 4_000,
        currency: 'usd',
        reason: 'Changed their mind',
        ...changes,
      }),
    known: async () => {
      const state = await shop.provider.lookUp(providerPaymentId);
      return state.status === 'paid' ? state.refunds : null;
    },
    refundAtDashboard: (cents: number) => shop.fake.refundAtDashboard(providerPaymentId, cents),
  };
}

test.each(EACH)('%s: part of a payment is refunded with our key and the reason', async (_, open) => {
  const shop = await paid(open);
  const answer = await shop.refund();
  expect(answer).toEqual({
    id: expect.any(String),
    key: 'refund-key-1',
    amountCents: 4_000,
    status: 'succeeded',
  });
  expect([shop.refunds(), shop.reasons()]).toEqual([[4_000], ['Changed their mind']]);
  expect(await shop.known()).toEqual([answer]);
});

test.each(EACH)(
  '%s: the same key gets the same refund, another key a new one, and refunds never exceed the payment',
  async (_, open) => {
    const shop = await paid(open);
    const refused = (amountCents: number) =>
      failureOf(shop.refund({ key: `refund-of-${amountCents}`, amountCents }));
    const first = await shop.refund();
    expect(await shop.refund()).toEqual(first);
    expect(await refused(6_595)).toMatchObject({
      name: 'RefundRefused',
      message: expect.stringContaining(shop.tooMuch),
    });
    expect(shop.refunds()).toEqual([4_000]);
    await shop.refund({ key: 'refund-key-2', amountCents: 6_594 });
    expect(shop.refunds()).toEqual([4_000, 6_594]);
    expect(await refused(1)).toMatchObject({
      name: 'RefundRefused',
      message: expect.stringContaining(shop.allGone),
    });
  },
);

test.each(EACH)('%s: a refund whose answer is lost is made once', async (_, open) => {
  const shop = await paid(open);
  fail(shop, 'acts, then hangs up', shop.refundCall);
  await hurry(() => failureOf(shop.refund()));
  expect(await shop.refund()).toMatchObject({ status: 'succeeded' });
  expect(shop.refunds()).toEqual([4_000]);
});

test.each(EACH)('%s: a refund made in its dashboard does not have our key', async (_, open) => {
  const shop = await paid(open);
  const { id } = shop.refundAtDashboard(594);
  expect(await shop.known()).toEqual([{ id, key: null, amountCents: 594, status: 'succeeded' }]);
});

test.each(EACH)('%s: a long reason is shortened, not rejected', async (_, open) => {
  const shop = await paid(open);
  await shop.refund({ reason: 'x'.repeat(2_000) });
  expect(shop.reasons()).toEqual(['x'.repeat(shop.longestReason)]);
});
