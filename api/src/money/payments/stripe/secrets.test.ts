import { beforeEach, expect, test } from 'vitest';
import { FAULTS } from '../../../../test/provider/faults.ts';
import { allOf, failureOf, hurry } from '../../../../test/provider/fixture.ts';
import { openStripe } from '../../../../test/stripe/fixture.ts';
import { createStripeProvider } from './provider.ts';

let shop: Awaited<ReturnType<typeof openStripe>>;
beforeEach(async () => {
  shop = await openStripe();
  return shop.fake.close;
});

const secrets = () => [
  shop.fake.secretKey,
  shop.fake.webhookSecret,
  ...[...shop.fake.records.intents.values()].map((intent) => intent.client_secret),
];

function expectClean(error: Error): void {
  const text = allOf(error);
  expect(text).toContain(error.message);
  for (const secret of secrets()) expect(text).not.toContain(secret);
}

const calls = {
  start: () => shop.start({ attemptKey: crypto.randomUUID() }),
  'start again': (id: string) => shop.start({ providerPaymentId: id }),
  lookUp: (id: string) => shop.provider.lookUp(id),
  cancel: (id: string) => shop.provider.cancel(id),
  refund: (providerPaymentId: string) =>
    shop.provider.refund({
      key: 'key',
      providerPaymentId,
      chargeId: null,
      amountCents: 100,
      currency: 'usd',
      reason: '',
    }),
};
// Leaves out faults that take long or never respond.
const quick = FAULTS.filter((fault) => !/slow|silent/.test(fault));

test.each(Object.keys(calls) as (keyof typeof calls)[])('an error in %s contains no secret', async (call) => {
  for (const fault of quick) {
    const id = await shop.buy();
    for (let tries = 0; tries < 3; tries += 1) shop.fake.faults.next(fault);
    expectClean(await hurry(() => failureOf(calls[call](id))));
    shop.fake.faults.calm();
  }
});

test('an error that follows a response with a whole intent contains no secret', async () => {
  const id = await shop.buy();
  for (let tries = 0; tries < 3; tries += 1) shop.fake.faults.next('broken', /GET/);
  expectClean(await hurry(() => failureOf(shop.provider.cancel(id))));
});

test('errors contain no secret', async () => {
  const { id } = await shop.start();
  const refund = { key: 'k', providerPaymentId: id, chargeId: null, currency: 'usd', reason: '' };
  expectClean(await failureOf(shop.provider.refund({ ...refund, amountCents: 1 })));
  expectClean(await failureOf(shop.start({ amountCents: 5_000 })));
  expectClean(await failureOf(shop.start({ attemptKey: 'small', amountCents: 1 })));
});

test('a wrong key does not appear in the error', async () => {
  const secretKey = 'sk_test_thisisaratherlongsecretkey0123456789';
  const { base: apiBase, webhookSecret } = shop.fake;
  const other = createStripeProvider({ secretKey, webhookSecret, apiBase }, () => new Date());
  const error = await failureOf(other.lookUp('pi_1'));
  expect(error).toMatchObject({ statusCode: 401 });
  expect(allOf(error)).not.toContain(secretKey);
});

test('the error for a rejected event contains no secret', async () => {
  const body = '{}';
  const headers = { 'stripe-signature': shop.fake.sign(body) };
  for (const given of [headers, {}, { 'stripe-signature': 'nonsense' }])
    expectClean(await failureOf(shop.provider.parseEvent(body, given, '')));
});
