import { expect, onTestFinished, test } from 'vitest';
import { openPaypal } from '../../../test/paypal/fixture.ts';
import { paypalEvent } from '../../../test/paypal/records.ts';
import { paypalJson } from '../../../test/paypal/signatures.ts';
import { allOf, failureOf, hurry } from '../../../test/provider/fixture.ts';
import { BUY, openStripe } from '../../../test/stripe/fixture.ts';
import { openRecurring } from '../../../test/stripe/recurring-fixture.ts';
import { stripeEvent } from '../../../test/stripe/records.ts';
import { testDatabase, testEnv } from '../../../test/shop/test-app.ts';
import { withEarlier } from './earlier-accounts.ts';
import { InvalidSignature, providerNamed, RefundRefused } from './provider.ts';
import { createDisabledProvider, createProviders } from './providers.ts';

const INTENT = { id: 'pi_1', object: 'payment_intent' };

/** An account of a provider, and what happens there. `tries`: how often a call is sent. */
const OPEN = {
  Stripe: async () => {
    const account = await openStripe();
    const body = JSON.stringify(stripeEvent('payment_intent.succeeded', { ...INTENT, metadata: {} }));
    return {
      ...account,
      tries: 3,
      lookUpCall: /GET \/v1\/payment_intents/,
      refunds: () => [...account.fake.records.refunds.values()].length,
      chargeId: (_paid: string): string | null => null,
      event: () => [body, { 'stripe-signature': account.fake.sign(body) }] as const,
    };
  },
  PayPal: async () => {
    const account = await openPaypal();
    const body = paypalJson(paypalEvent('CHECKOUT.ORDER.APPROVED', { id: 'ORDER1' }));
    return {
      ...account,
      tries: 1,
      lookUpCall: /GET \/v2\/checkout\/orders/,
      refunds: () => [...account.fake.records.refunds.values()].length,
      chargeId: (paid: string): string | null => account.fake.records.capturesOf(paid)[0]?.id ?? null,
      event: () => [body, { ...account.fake.sign(body) }] as const,
    };
  },
};
const EACH = Object.entries(OPEN);
const PLACES = ['the account of now', 'the earlier one', 'the one before that'];
const EACH_PLACE = EACH.flatMap(([name, open]) =>
  PLACES.map((place, nth) => [name, place, nth, open] as const),
);

/** A shop that has changed its account twice. */
async function movedTwice(open: (typeof OPEN)['Stripe' | 'PayPal']) {
  const accounts = await Promise.all([open(), open(), open()]);
  onTestFinished(async () => void (await Promise.all(accounts.map(({ fake }) => fake.close()))));
  const [current, ...earlier] = accounts.map(({ provider }) => provider);
  const provider = withEarlier(current ?? expect.fail(), earlier);
  return {
    provider,
    accounts,
    at: (nth: number) => accounts[nth] ?? expect.fail(),
    refund: (id: string, at: (typeof accounts)[number]) => {
      const amount = { key: crypto.randomUUID(), amountCents: 1_000, currency: 'usd', reason: 'Sorry' };
      return provider.refund({ ...amount, providerPaymentId: id, chargeId: at.chargeId(id) });
    },
    refunds: () => accounts.map((account) => account.refunds()),
  };
}

test.each(EACH_PLACE)(
  '%s: what was paid at %s is looked up and refunded there alone, and its events are taken',
  async (_name, _place, nth, open) => {
    const { provider, accounts, at, refund, refunds } = await movedTwice(open);
    const paid = await at(nth).buy();
    const begun = (await at(nth).start({ attemptKey: 'begun' })).id;
    expect(await provider.lookUp(paid)).toMatchObject({ status: 'paid', amountCents: 10_594 });
    expect(await refund(paid, at(nth))).toMatchObject({ status: 'succeeded' });
    expect(refunds()).toEqual(accounts.map((_, index) => (index === nth ? 1 : 0)));
    // Whoever knows it is asked first from then on.
    const others = accounts.filter((_, index) => index !== nth);
    const before = others.map(({ calls }) => calls().length);
    await refund(paid, at(nth));
    expect(others.map(({ calls }) => calls().length)).toEqual(before);
    // As if the shop had never had another account.
    await provider.cancel(begun);
    const { id: other } = await at(nth).start({ attemptKey: 'other' });
    await at(nth).provider.cancel(other);
    const statusOf = async (id: string) => (await at(nth).provider.lookUp(id)).status;
    expect(await statusOf(begun)).toBe(await statusOf(other));
    const [body, headers] = at(nth).event();
    expect(await provider.parseEvent(body, headers, '192.0.2.1')).toMatchObject({
      providerPaymentId: expect.stringMatching(/^(pi_1|ORDER1)$/),
    });
  },
);

test.each(EACH)('%s: a new payment begins at the account of now', async (_name, open) => {
  const { provider, at } = await movedTwice(open);
  const { id } = await provider.start(BUY);
  expect(await at(0).provider.lookUp(id)).not.toMatchObject({ status: 'missing' });
});

test.each(EACH)(
  '%s: what no account knows is missing, and a stranger’s event is refused',
  async (_name, open) => {
    const { provider } = await movedTwice(open);
    const stranger = await open();
    onTestFinished(stranger.fake.close);
    expect(await provider.lookUp(await stranger.buy())).toMatchObject({ status: 'missing' });
    const [body, headers] = stranger.event();
    expect(await failureOf(provider.parseEvent(body, headers, '192.0.2.1'))).toBeInstanceOf(InvalidSignature);
  },
);

test.each(EACH_PLACE.filter(([, , nth]) => nth > 0))(
  '%s: while %s doesn’t answer, nothing is asked of another one, and nothing looks missing',
  async (_name, _place, nth, open) => {
    const { provider, at, refund, refunds } = await movedTwice(open);
    const paid = await at(nth).buy();
    const breakIt = () => {
      for (let tries = 0; tries < at(nth).tries; tries += 1)
        at(nth).fake.faults.next('broken', at(nth).lookUpCall);
    };
    for (const call of [
      () => provider.lookUp(paid),
      () => refund(paid, at(nth)),
      () => provider.cancel(paid),
    ]) {
      breakIt();
      expect(allOf(await hurry(() => failureOf(call())))).toMatch(/500|broken|error/i);
    }
    expect(refunds()).toEqual([0, 0, 0]);
    expect(await refund(paid, at(nth))).toMatchObject({ status: 'succeeded' });
    expect(refunds()[nth]).toBe(1);
  },
);

test.each(EACH)(
  '%s: an account that knows a payment is enough, although another one fails',
  async (_name, open) => {
    const { at, refund } = await movedTwice(open);
    const paid = await at(2).buy();
    for (let tries = 0; tries < at(0).tries; tries += 1) at(0).fake.faults.next('broken', at(0).lookUpCall);
    expect(await hurry(() => refund(paid, at(2)))).toMatchObject({ status: 'succeeded' });
  },
);

test('a shop without keys for now still looks after what was paid at earlier accounts', async () => {
  const earlier = await OPEN.Stripe();
  onTestFinished(earlier.fake.close);
  const provider = withEarlier(createDisabledProvider('stripe'), [earlier.provider]);
  const paid = await earlier.buy();
  expect(await provider.lookUp(paid)).toMatchObject({ status: 'paid' });
  const [body, headers] = earlier.event();
  expect(await provider.parseEvent(body, headers, '')).toMatchObject({ providerPaymentId: 'pi_1' });
  expect(await failureOf(provider.start(BUY))).toMatchObject({ status: 400 });
  // What no account knows can't be refunded, which is an answer.
  const amount = { key: 'refund-1', amountCents: 1_000, currency: 'usd', reason: 'Sorry' };
  const unknown = provider.refund({ ...amount, providerPaymentId: 'pi_unknown', chargeId: null });
  expect(await failureOf(unknown)).toBeInstanceOf(RefundRefused);
});

const NO_KEYS = { mode: 'live', stripe: null, paypal: null } as const;

test.each([
  ['a demo', { mode: 'demo' } as const],
  ['without keys', NO_KEYS],
])('a shop that is %s now knows its earlier accounts by the settings', async (_what, payments) => {
  const [stripe, paypal] = [await openStripe(), await openPaypal()];
  onTestFinished(async () => void (await Promise.all([stripe.fake.close(), paypal.fake.close()])));
  const { base: apiBase, secretKey, webhookSecret } = stripe.fake;
  const earlier = { stripe: [{ apiBase, secretKey, webhookSecret }], paypal: [paypal.settings] };
  const now = () => new Date();
  const providers = createProviders(
    { payments, earlier, secret: testEnv().secret },
    testDatabase(),
    now,
    now,
  );
  for (const [name, paid] of [
    ['stripe', await stripe.buy()],
    ['paypal', await paypal.buy()],
  ] as const)
    expect(await providerNamed(providers, name).lookUp(paid)).toMatchObject({ status: 'paid' });
});

test('a recurring payment stays at the account that has it', async () => {
  const earlier = await openRecurring();
  const current = await openStripe();
  onTestFinished(async () => void (await Promise.all([earlier.fake.close(), current.fake.close()])));
  const { recurring } = withEarlier(current.provider, [earlier.provider]);
  // It begins where its first payment was made.
  const id = await recurring.start(earlier.terms, null, async () => {});
  expect(await recurring.lookUp(id)).toMatchObject({ state: 'active' });
  await recurring.changeAmount(id, 4_000);
  earlier.wait(35);
  const [charge] = (await recurring.lookUp(id)).charges;
  const refund = {
    key: 'refund-1',
    paymentId: charge?.paymentId ?? '',
    amountCents: 500,
    reason: 'x',
  };
  expect(await recurring.refundCharge(refund)).toBe('succeeded');
  await recurring.pause(id);
  await recurring.resume(id);
  await recurring.cancelLater(id);
  await recurring.undoCancel(id);
  expect(await earlier.recurring.lookUp(id)).toMatchObject({ state: 'active', amountCents: 4_000 });
  await recurring.cancelNow(id);
  expect(await earlier.recurring.lookUp(id)).toMatchObject({ state: 'canceled' });
  expect(current.calls().filter((call) => !call.startsWith('GET'))).toEqual([]);
});
