import { onTestFinished, expect, test } from 'vitest';
import { STRIPE_EVENTS } from '../../money/payments/stripe/events.ts';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { startFakeStripe, type FakeStripe } from '../../../test/stripe/fake-stripe.ts';
import { webhookEndpoint } from '../../../test/stripe/webhook-endpoints.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import { HOUR_MS } from '../../base/units.ts';
import { checkConnectionsAgain } from './check-again.ts';
import { parseEnv, type Env } from '../../base/settings/env.ts';

const URL = 'https://shop.example.com/api/webhooks/stripe';

const keysOf = ({ publishableKey, secretKey }: FakeStripe) => ({ publishableKey, secretKey });
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => webhookEndpoint(`https://o${index}.example`, ['*']));

/** A shop without keys, at an address that Stripe can call, and a fake Stripe. */
async function open(env: Partial<Env> = {}) {
  const stripe = await startFakeStripe();
  onTestFinished(stripe.close);
  const variables = { STRIPE_API_BASE: stripe.base, STRIPE_JS_URL: stripe.scriptUrl };
  const { app, cookie, save, card } = await connectionShop(variables, env);
  const keys = keysOf(stripe);
  return {
    app,
    stripe,
    keys,
    cookie,
    send: (body: object) => save('stripe', body),
    connect: () => save('stripe', keys),
    card: () => card('stripe'),
    mode: async () => (await app.get('/api/payment-mode')).body,
    /** Another account at the same Stripe. */
    other: async () => {
      const other = await startFakeStripe();
      onTestFinished(other.close);
      stripe.alsoServes(other);
      return { other, otherKeys: keysOf(other) };
    },
  };
}

test('both keys connect Stripe: its account is named, its webhook is made, and it counts from the next call on', async () => {
  const { app, stripe, connect, card, mode, keys } = await open();
  expect(await card()).toMatchObject({ state: 'not-connected', fixed: false, lastChecked: null });
  expect(await mode()).toMatchObject({ mode: 'demo' });
  expect(await connect()).toMatchObject({ status: 200, body: { message: 'Stripe connected' } });
  expect(stripe.settings.webhookEndpoints).toMatchObject([
    { url: URL, status: 'enabled', enabled_events: STRIPE_EVENTS },
  ]);
  expect(await mode()).toEqual({
    mode: 'live',
    methods: ['credit-card'],
    stripe: { publishableKey: keys.publishableKey, jsUrl: stripe.scriptUrl },
  });
  const connected = await card();
  expect(connected).toMatchObject({
    state: 'works',
    reason: null,
    facts: [
      'Marlow Bicycles, US',
      'Test keys: no real money is taken.',
      'The webhook is set up.',
      'No event has arrived yet.',
    ],
  });
  const fields = Object.fromEntries(connected.fields.map((field: { name: string }) => [field.name, field]));
  expect(fields.publishableKey).toMatchObject({ value: keys.publishableKey, lastFour: null, savedBy: 'ada' });
  expect(fields.secretKey).toMatchObject({ value: null, lastFour: keys.secretKey.slice(-4), savedBy: 'ada' });
  const [email] = await app.sentEmails();
  expect(email).toMatchObject({ to: 'ada@studio.example', subject: 'An owner connected Stripe' });
  const started = await app.post('/api/create-payment-intent', { amount: 100 });
  expect(started.status).toBe(200);
  const event = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.updated',
    data: { object: { id: 'cus_1', object: 'customer' } },
  });
  const [[, secret = ''] = []] = stripe.settings.endpointSecrets;
  const deliver = (signature: string) =>
    fetch(`${app.base}/api/webhooks/stripe`, {
      method: 'POST',
      body: event,
      headers: { 'stripe-signature': signature },
    });
  const at = Math.floor(app.clock.now.getTime() / 1_000);
  expect((await deliver(stripe.sign(event, at, secret))).status).toBe(200);
  expect((await deliver(stripe.sign(event, at, 'whsec_other'))).status).toBe(400);
});

test.each([
  ['a secret key as the publishable one', { publishableKey: 'sk_test_abc' }, 'publishableKey', /secret key/],
  ['a publishable key as the secret one', { secretKey: 'pk_test_abc' }, 'secretKey', /publishable key/],
  ['the secret of a webhook', { secretKey: 'whsec_abc' }, 'secretKey', /secret of a webhook/],
  ['something else', { secretKey: 'hunter2' }, 'secretKey', /isn’t a secret key/],
  ['a live key beside a test key', { secretKey: 'sk_live_abc' }, 'secretKey', /other is a live key/],
  ['no key', { secretKey: ' ' }, 'secretKey', /fill this in/],
  ['a revoked key', { secretKey: 'sk_test_revoked' }, 'secretKey', /doesn’t accept/],
  [
    'a publishable key that Stripe does not know',
    { publishableKey: 'pk_test_x' },
    'publishableKey',
    /accept/,
  ],
  ['a list', { secretKey: ['sk_test_abc'] }, 'secretKey', /Must be text/],
  ['a key of a novel’s length', { secretKey: 'sk_test_'.padEnd(3_000, 'x') }, 'secretKey', /2000|2,000/],
])('%s gets a sentence at its field, and nothing is saved', async (_what, wrong, field, sentence) => {
  const { send, keys, card, mode, app } = await open();
  const { status, body } = await send({ ...keys, ...wrong });
  expect([400, 409]).toContain(status);
  expect(body.fields[field][0]).toMatch(sentence);
  expect(JSON.stringify(body)).not.toContain(keys.secretKey);
  expect(await card()).toMatchObject({ state: 'not-connected' });
  expect(await mode()).toMatchObject({ mode: 'demo' });
  expect(await app.sentEmails()).toEqual([]);
});

test('live keys need an address with https', async () => {
  const { send } = await open({ publicUrl: 'http://shop.example.com' });
  const { body } = await send({ publishableKey: 'pk_live_a', secretKey: 'sk_live_a' });
  expect(body.fields.secretKey[0]).toMatch(/need an address with https/);
});

test('a publishable key of another account is told apart', async () => {
  const { send, stripe, keys, other } = await open();
  const { publishableKey } = (await other()).otherKeys;
  const { body } = await send({ ...keys, publishableKey });
  expect(body.fields.publishableKey[0]).toMatch(/another Stripe account/);
  expect([...stripe.records.intents.values()].map(({ status }) => status)).toEqual(['canceled']);
});

test('a restricted key is told what it lacks', async () => {
  const { app, send } = await open();
  const stripe = await startFakeStripe({ secretKey: 'rk_test_restricted' });
  onTestFinished(stripe.close);
  Object.assign(app.context.serverEnv.variables, { STRIPE_API_BASE: stripe.base });
  stripe.settings.forbidden = /refunds|POST \/v1\/webhook_endpoints/;
  const { body } = await send(keysOf(stripe));
  expect(body.fields.secretKey[0]).toMatch(
    /lacks Charges and Refunds \(write\), Webhook Endpoints \(write\)/,
  );
});

test('what does not work is saved only if the owner says so, and works once Stripe answers', async () => {
  const { send, stripe, keys, card, mode } = await open();
  stripe.settings.forbidden = /GET \/v1\/account/;
  expect(await send(keys)).toMatchObject({ status: 409, body: { code: 'connection_failed' } });
  expect(await mode()).toMatchObject({ mode: 'demo' });
  expect((await send({ ...keys, saveAnyway: true })).status).toBe(200);
  expect(await card()).toMatchObject({ state: 'fails', reason: expect.stringMatching(/lacks Accounts/) });
  stripe.settings.forbidden = null;
  expect(await send({ action: 'check' })).toMatchObject({ body: { message: 'Stripe works' } });
  expect(await card()).toMatchObject({ state: 'works', reason: null });
  expect(stripe.settings.webhookEndpoints).toHaveLength(1);
});

test('the shop finds its own webhook again, and repairs it', async () => {
  const { send, connect, stripe } = await open();
  await connect();
  const [own] = stripe.settings.webhookEndpoints;
  if (!own) throw new Error('No webhook was made.');
  await connect();
  expect(stripe.settings.webhookEndpoints).toEqual([own]);
  Object.assign(own, { status: 'disabled', enabled_events: ['charge.refunded'] });
  await send({ action: 'check' });
  expect(stripe.settings.webhookEndpoints).toMatchObject([
    { id: own.id, status: 'enabled', enabled_events: STRIPE_EVENTS },
  ]);
  stripe.settings.webhookEndpoints = [webhookEndpoint('https://other.example/hook', ['*'])];
  await send({ action: 'check' });
  expect(stripe.settings.webhookEndpoints.map(({ url }) => url)).toEqual(['https://other.example/hook', URL]);
});

test('an endpoint whose secret is not known is replaced, also where there is no room for a second one', async () => {
  const { connect, stripe } = await open();
  stripe.settings.webhookEndpoints = [...others(15), webhookEndpoint(URL, ['*'])];
  expect((await connect()).status).toBe(200);
  const own = stripe.settings.webhookEndpoints.filter(({ url }) => url === URL);
  expect(own).toHaveLength(1);
  expect(stripe.settings.endpointSecrets.has(own[0]?.id ?? '')).toBe(true);
  expect(stripe.settings.webhookEndpoints).toHaveLength(16);
});

test('an account that is full of webhooks says what to do', async () => {
  const { connect, stripe } = await open();
  stripe.settings.webhookEndpoints = others(16);
  const { body } = await connect();
  expect(body.fields.secretKey[0]).toMatch(/as many webhooks as it can have/);
});

test('an address that only this machine knows needs no webhook, and nobody can sign events for it', async () => {
  const { app, connect, stripe, card } = await open({ publicUrl: 'http://localhost:3000' });
  expect((await connect()).status).toBe(200);
  expect(stripe.settings.webhookEndpoints).toEqual([]);
  expect((await card()).facts).toContain(
    'Events can’t reach this address, so payments are looked up instead. That takes up to a minute.',
  );
  const at = Math.floor(app.clock.now.getTime() / 1_000);
  const answers = await Promise.all(
    ['', 'whsec_', 'whsec_unmade'].map((secret) =>
      fetch(`${app.base}/api/webhooks/stripe`, {
        method: 'POST',
        body: '{}',
        headers: { 'stripe-signature': stripe.sign('{}', at, secret) },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
});

test('what the server sets is stronger: it is shown without its secret, checked, and not changed', async () => {
  const { app, stripe, cookie, connect, keys } = await open();
  const variables = {
    STRIPE_API_BASE: stripe.base,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_server',
    PUBLIC_URL: 'https://shop.example.com',
  };
  const { payments } = parseEnv(variables);
  Object.assign(app.context.serverEnv, { variables, payments });
  stripe.settings.webhookEndpoints = [webhookEndpoint(URL, STRIPE_EVENTS)];
  expect(await connect()).toMatchObject({ status: 409, body: { code: 'set_on_server' } });
  const { body } = await app.get('/api/json/connections', cookie);
  expect(body.connections[0]).toMatchObject({ id: 'stripe', fixed: true, state: 'unchecked' });
  expect(JSON.stringify(body)).not.toContain(keys.secretKey);
});

test('of two owners who save at once, one is told', async () => {
  const { connect, stripe, card } = await open();
  const answers = await Promise.all([connect(), connect()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(stripe.settings.webhookEndpoints).toHaveLength(1);
  expect(await card()).toMatchObject({ state: 'works' });
});

test('payments stay with the account that they were started at, also after it is disconnected', async () => {
  const { app, send, connect, stripe, mode, keys, ...shop } = await open();
  await connect();
  const first = (await app.post('/api/create-payment-intent', { amount: 100 })).body.paymentIntentId;
  stripe.confirm(first, 'succeeds');
  const { other, otherKeys } = await shop.other();
  expect((await send(otherKeys)).status).toBe(200);
  expect(await mode()).toMatchObject({ stripe: { publishableKey: other.publishableKey } });
  const lookUp = (id: string) => app.context.providers['credit-card'].lookUp(id);
  expect(await lookUp(first)).toMatchObject({ status: 'paid' });
  const second = (await app.post('/api/create-payment-intent', { amount: 200 })).body.paymentIntentId;
  expect(other.records.intents.has(second)).toBe(true);
  const refund = { key: 'k', chargeId: null, amountCents: 5_000, currency: 'usd', reason: 'x' };
  const { 'credit-card': cards } = app.context.providers;
  await cards.refund({ ...refund, providerPaymentId: first });
  expect([...stripe.records.refunds.values()]).toHaveLength(1);
  // Its own account again is no earlier one.
  await send(keys);
  expect(app.context.settings.earlier.stripe.map(({ secretKey }) => secretKey)).toEqual([other.secretKey]);
  expect((await send({ action: 'disconnect' })).status).toBe(200);
  expect(await mode()).toMatchObject({ mode: 'demo' });
});

test('a connection that stopped working says so within a day, and since when', async () => {
  const { app, connect, stripe } = await open();
  // Logins end meanwhile.
  const card = async () => (await app.get('/api/json/connections', await loggedIn(app))).body.connections[0];
  await connect();
  const since = app.clock.now.toISOString();
  const later = (hours: number) => {
    app.wait(hours * HOUR_MS);
    return checkConnectionsAgain(app.context);
  };
  const calls = stripe.requests.length;
  await later(1);
  expect(stripe.requests).toHaveLength(calls);
  await later(24);
  expect(await card()).toMatchObject({ state: 'works', since });
  stripe.settings.webhookEndpoints = [];
  await later(25);
  const failing = { state: 'fails', since: app.clock.now.toISOString() };
  expect(await card()).toMatchObject({ ...failing, reason: expect.stringMatching(/no webhook/) });
  // It may work again soon.
  await later(0.1);
  expect(await card()).toMatchObject({ ...failing, lastChecked: app.clock.now.toISOString() });
  await later(25);
  expect(await card()).toMatchObject({ ...failing, lastChecked: app.clock.now.toISOString() });
});

test('a stop between the new webhook and its saving leaves the old connection as it was, and no second webhook', async () => {
  const { app, connect, send, stripe, mode, keys, other } = await open();
  const stop = `CREATE TRIGGER stop BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'stopped'); END`;
  app.db.$client.exec(stop);
  expect((await connect()).status).toBe(500);
  expect(await mode()).toMatchObject({ mode: 'demo' });
  const [left] = stripe.settings.webhookEndpoints;
  app.db.$client.exec('DROP TRIGGER stop');
  expect((await connect()).status).toBe(200);
  expect(stripe.settings.webhookEndpoints).toHaveLength(1);
  expect(stripe.settings.webhookEndpoints[0]?.id).not.toBe(left?.id);
  const { otherKeys } = await other();
  app.db.$client.exec(stop);
  expect((await send(otherKeys)).status).toBe(500);
  expect(await mode()).toMatchObject({ stripe: { publishableKey: keys.publishableKey } });
  expect((await app.post('/api/create-payment-intent', { amount: 100 })).status).toBe(200);
});
