import { beforeEach, expect, test, vi } from 'vitest';
import { openPaypal } from '../../../../test/paypal/fixture.ts';
import { FAULTS } from '../../../../test/provider/faults.ts';
import { allOf, failureOf, hurry } from '../../../../test/provider/fixture.ts';
import { createPaypalClient, PaypalRefusal } from './client.ts';
import { createPaypalProvider } from './provider.ts';

const now = () => new Date();
let shop: Awaited<ReturnType<typeof openPaypal>>;
beforeEach(async () => {
  shop = await openPaypal();
  return shop.fake.close;
});

const secrets = () => {
  const { clientId, clientSecret, requests } = shop.fake;
  const sent = requests.map(({ headers }) => String(headers.authorization).split(' ')[1] ?? '');
  return [clientSecret, Buffer.from(`${clientId}:${clientSecret}`).toString('base64'), ...sent];
};

function expectClean(error: Error): void {
  const text = allOf(error);
  expect(text).toContain(error.message);
  for (const secret of secrets()) expect(text).not.toContain(secret);
}

/** Lets the time limit expire as soon as PayPal has received the request. */
async function outwait(work: () => Promise<unknown>, path: RegExp): Promise<Error> {
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const failing = failureOf(work());
  await expect.poll(() => shop.fake.requests.some((request) => path.test(request.path))).toBe(true);
  deadline.abort();
  const error = await failing;
  for (const [ms] of timeout.mock.calls) expect(ms).toBe(8_000);
  timeout.mockRestore();
  return error;
}

test.each([
  ['the call itself', /GET .*orders/, /orders\/\w+$/],
  ['the token', /oauth2/, /oauth2/],
])('no call to PayPal takes longer than eight seconds, not even for %s', async (_, silent, path) => {
  const { id } = await shop.start();
  const other = createPaypalProvider(shop.settings, now);
  shop.fake.requests.length = 0;
  shop.fake.faults.next('silent', silent);
  const error = await outwait(() => other.lookUp(id), path);
  expect(error.message).toContain('within 8 s');
  expectClean(error);
  expect(await other.lookUp(id)).toEqual({ status: 'open' });
});

test('simultaneous calls share one token request', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, nth) => shop.start({ attemptKey: `attempt-${nth}` })));
  expect(shop.fake.requests.filter(({ path }) => path === '/v1/oauth2/token')).toHaveLength(1);
});

test('after a 429 the token and the call are retried', async () => {
  shop.fake.faults.next('busy', /oauth2/);
  shop.fake.faults.next('busy', /orders$/);
  shop.fake.faults.next('busy', /orders$/);
  await hurry(() => shop.start());
  expect(shop.fake.records.orders.size).toBe(1);
  expect(shop.fake.requests).toHaveLength(5);
});

test('refusals never open the breaker', async () => {
  for (let refusal = 0; refusal < 8; refusal += 1) {
    expect(await shop.provider.lookUp('NOBODYS0ORDER0000')).toMatchObject({ status: 'missing' });
  }
  await shop.start();
});

test('a refusal contains PayPal’s own code', async () => {
  const client = createPaypalClient(shop.settings);
  const { id } = await shop.start();
  const refusal = await failureOf(
    client.execute({ verb: 'POST', path: `/v2/checkout/orders/${id}/capture`, body: {} }),
  );
  expect(refusal).toBeInstanceOf(PaypalRefusal);
  expect(refusal).toMatchObject({ status: 422, issue: 'ORDER_NOT_APPROVED' });
});

test('an unreachable address is named in the error, and nothing else', async () => {
  const { base: apiBase } = shop.fake;
  await shop.fake.close();
  const provider = createPaypalProvider({ ...shop.settings, apiBase }, now);
  const error = await failureOf(provider.lookUp('ORDER'));
  expect(error.message).toContain('ECONNREFUSED');
  expectClean(error);
});

test('no error contains a secret or a token', async () => {
  for (const path of [/oauth2/, /orders$/]) {
    for (const fault of FAULTS.filter((fault) => !/busy|slow|silent/.test(fault))) {
      // Each attempt uses its own client, so that the circuit breaker stays closed.
      const provider = createPaypalProvider(shop.settings, now);
      shop.fake.endTokens();
      shop.fake.faults.next(fault, path);
      const start = {
        createdAt: now(),
        providerPaymentId: null,
        draftId: null,
        amountCents: 5_000,
        email: null,
      };
      const attempt = provider.start({ ...start, attemptKey: crypto.randomUUID(), recurring: null });
      expectClean(await failureOf(attempt));
      shop.fake.faults.calm();
    }
  }
});

test('wrong credentials do not appear in the error', async () => {
  const clientSecret = 'a-secret-that-paypal-does-not-know';
  const clientId = `unknown-${crypto.randomUUID()}`;
  const provider = createPaypalProvider({ ...shop.settings, clientId, clientSecret }, now);
  const error = await failureOf(provider.lookUp('ORDER'));
  expect(error).toMatchObject({ status: 401 });
  expect(allOf(error)).not.toContain(clientSecret);
  expectClean(error);
});
