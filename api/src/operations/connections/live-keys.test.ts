import { onTestFinished, expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import { checkOut, startCard } from '../../../test/shop/purchase-steps.ts';
import { startFakeStripe, type FakeStripe } from '../../../test/stripe/fake-stripe.ts';
import { webhookEndpoint } from '../../../test/stripe/webhook-endpoints.ts';
import { DAY_MS } from '../../base/units.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sweepPayments } from '../../money/provider-events/sweep.ts';
import { checkConnectionsAgain } from './check-again.ts';

const URL = 'https://shop.example.com/api/webhooks/stripe';
const keysOf = ({ publishableKey, secretKey }: FakeStripe) => ({ publishableKey, secretKey });
const random = () => Math.random().toString(36).slice(2);

async function fake(kind: 'sk_test' | 'sk_live' | 'rk_live', at?: FakeStripe) {
  const secretKey = `${kind}_${random()}`;
  const publishableKey = `${kind.replace(/^[sr]k/, 'pk')}_${random()}`;
  const stripe = await startFakeStripe({ secretKey, publishableKey });
  onTestFinished(stripe.close);
  at?.alsoServes(stripe);
  return stripe;
}

async function open(kind: Parameters<typeof fake>[0] = 'sk_live') {
  const stripe = await fake(kind);
  const variables = { STRIPE_API_BASE: stripe.base, STRIPE_JS_URL: stripe.scriptUrl };
  const { app, cookie, save, card } = await connectionShop(variables);
  const turn = (isOn: boolean, wasLive?: boolean) =>
    inTransaction(app.db, () => store.holdLive(app.db, !isOn, 1, app.clock.now, wasLive));
  const send = (body: object) => save('stripe', body);
  return {
    app,
    cookie,
    stripe,
    save,
    turn,
    send,
    keys: keysOf(stripe),
    connect: (of: FakeStripe = stripe, more: object = {}) => send({ ...keysOf(of), ...more }),
    card: () => card('stripe'),
    live: async () => (await app.get('/api/json/live-payments', cookie)).body,
    mode: async () => (await app.get('/api/payment-mode')).body,
    lookUp: (id: string) => app.context.providers['credit-card'].lookUp(id),
    /** A card payment that Stripe has, and whose customer never came back. */
    pay: async (of: FakeStripe = stripe) => {
      const draft = aDraft({ serviceTypes: ['website'] });
      const { paymentIntentId } = await startCard(app, draft);
      of.confirm(paymentIntentId, 'succeeds');
      return { draft, paymentIntentId };
    },
  };
}

test('live keys wait however they were saved: checked, unchecked, during an outage, or by a key that may not read its account', async () => {
  const outages: [string, (stripe: FakeStripe) => void][] = [
    ['checked', () => {}],
    ['no account', ({ settings }) => (settings.forbidden = /GET \/v1\/account/)],
    ['no webhooks', ({ settings }) => (settings.forbidden = /webhook_endpoints/)],
    ['nothing', ({ settings }) => (settings.forbidden = /./)],
  ];
  for (const [what, breakIt] of outages) {
    const shop = await open();
    breakIt(shop.stripe);
    expect((await shop.connect(undefined, { saveAnyway: true })).status, what).toBe(200);
    expect(await shop.mode(), what).toMatchObject({ mode: 'demo', methods: ['credit-card', 'paypal'] });
    expect((await shop.live()).state, what).toBe('off');
    shop.stripe.settings.forbidden = null;
    expect((await shop.send({ action: 'check' })).status, what).toBe(200);
    expect((await shop.live()).state, what).toBe('off');
  }
  const restricted = await open('rk_live');
  restricted.stripe.settings.forbidden = /GET \/v1\/account/;
  expect(await restricted.connect()).toMatchObject({
    body: { message: 'Stripe connected. Now choose Take live payments.' },
  });
  expect((await restricted.card()).facts[0]).toMatch(/name of the account isn’t known/);
  expect(await restricted.mode()).toMatchObject({ mode: 'demo' });
});

test('PayPal’s keys that no address has accepted are not live: they wait, and nobody pays with them', async () => {
  const { app, save, live, mode } = await open();
  app.context.serverEnv.variables['PAYPAL_API_BASE'] = 'http://127.0.0.1:9';
  const nonsense = { clientId: 'nonsense', clientSecret: 'nonsense-secret' };
  expect(await save('paypal', nonsense)).toMatchObject({ status: 409 });
  expect((await save('paypal', { ...nonsense, saveAnyway: true })).status).toBe(200);
  expect((await live()).state).toBe('off');
  expect(await mode()).toMatchObject({ mode: 'demo' });
  expect(app.context.settings.paymentState).toMatchObject({ mode: 'demo', waits: ['paypal'] });
});

test('live keys wait beside test keys, which go on, and become the only ones when an owner takes live payments', async () => {
  const { app, stripe, connect, mode, turn } = await open('sk_test');
  await connect();
  const live = await fake('sk_live', stripe);
  const paypal = { clientId: 'app', clientSecret: 's', webhookId: 'w', apiBase: 'https://api-m.paypal.com' };
  await inTransaction(app.db, () => {
    store.holdLive(app.db, true, 1, app.clock.now);
    const values = Object.fromEntries(
      Object.entries(paypal).map(([name, value]) => [name, { value, by: 'Ada', at: 1 }]),
    );
    store.saveConnection(app.db, app.context.settings.secret, 'paypal', { values, earlier: [] });
  });
  expect(await mode()).toMatchObject({ mode: 'live', methods: ['credit-card'] });
  expect((await connect(live)).body.message).toMatch(/Now choose Take live payments/);
  expect(await mode()).toMatchObject({ mode: 'demo' });
  await turn(true);
  expect(await mode()).toMatchObject({ methods: ['credit-card', 'paypal'] });
});

test('live keys that were only waiting leave a demo behind when they are disconnected', async () => {
  const { connect, send, mode } = await open();
  await connect();
  expect((await send({ action: 'disconnect' })).status).toBe(200);
  expect(await mode()).toMatchObject({ mode: 'demo' });
});

test.each([
  ['checked', false],
  ['saved although they weren’t checked', true],
])(
  'live keys, %s: a shop that took real money is closed without them, and what was paid is still looked after',
  async (_what, isAnyway) => {
    const { app, stripe, connect, send, turn, mode, lookUp, pay, keys } = await open();
    if (isAnyway) stripe.settings.forbidden = /GET \/v1\/account/;
    await connect(undefined, { saveAnyway: isAnyway });
    await turn(true);
    const first = await pay();
    await checkOut(app, first.draft, { paymentIntentId: first.paymentIntentId });
    const second = await pay();
    expect((await send({ action: 'disconnect' })).status).toBe(200);
    expect(await mode()).toEqual({ mode: 'live', methods: [], stripe: null });
    // The customer who had just paid gets the order, and the first one a refund.
    app.wait(DAY_MS);
    await sweepPayments(app.context);
    expect(rows.orders(app.db)).toMatchObject([
      { paymentMode: 'live', paymentStatus: 'completed' },
      { paymentMode: 'live', paymentStatus: 'completed' },
    ]);
    const refund = { key: 'k', chargeId: null, amountCents: 100, currency: 'usd', reason: 'x' };
    await app.context.providers['credit-card'].refund({
      ...refund,
      providerPaymentId: first.paymentIntentId,
    });
    expect([...stripe.records.refunds.values()]).toHaveLength(1);
    expect(await lookUp(second.paymentIntentId)).toMatchObject({ status: 'paid' });
    // Logins end meanwhile.
    const again = await loggedIn(app);
    expect((await app.get('/api/json/overview', again)).body.closed).toMatch(/No live keys/);
    // Also with the same keys again, which wait for an owner.
    await app.post('/api/json/connections/stripe', { ...keys, saveAnyway: isAnyway }, again);
    expect(await mode()).toMatchObject({ methods: [] });
    expect((await app.get('/api/json/overview', again)).body.closed).toMatch(/^Live payments are stopped/);
  },
);

test('test keys of the other provider don’t take over when live keys are gone, until an owner enters them', async () => {
  const { app, connect, send, stripe, turn, mode } = await open();
  const sandbox = await fake('sk_test', stripe);
  await connect();
  await turn(true);
  await inTransaction(app.db, () => {
    const base = 'https://api-m.sandbox.paypal.com';
    const values = Object.fromEntries(
      Object.entries({ clientId: 'app', clientSecret: 's', webhookId: 'w', apiBase: base }).map(
        ([name, value]) => [name, { value, by: 'Ada', at: 1 }],
      ),
    );
    store.saveConnection(app.db, app.context.settings.secret, 'paypal', { values, earlier: [] });
  });
  expect(await mode()).toMatchObject({ methods: ['credit-card'] });
  await send({ action: 'disconnect' });
  expect(await mode()).toMatchObject({ mode: 'live', methods: [] });
  expect((await connect(sandbox)).status).toBe(200);
  expect(await mode()).toMatchObject({ methods: ['credit-card', 'paypal'] });
  expect(app.context.settings.paymentState.mode).toBe('test');
});

test('money goes to another account only after a question that names both, and the confirmation names the account', async () => {
  const shop = await open();
  const { app, stripe, connect, turn, mode, card } = shop;
  await connect();
  await turn(true);
  const { draft, paymentIntentId } = await shop.pay();
  await checkOut(app, draft, { paymentIntentId });
  const other = await fake('sk_live', stripe);
  Object.assign(other.settings.account, { business_profile: { name: 'Someone Else LLC' } });
  const { body } = await connect(other);
  expect(body).toMatchObject({
    message: 'Nothing is saved yet.',
    asks: {
      text: 'From now on, money goes to Someone Else LLC (Stripe), and no longer to Marlow Bicycles. 1 recurring payment stays with Marlow Bicycles.',
      account: `${other.settings.account.id} live`,
    },
  });
  expect(other.settings.webhookEndpoints).toEqual([]);
  expect(await mode()).toMatchObject({ stripe: { publishableKey: stripe.publishableKey } });
  // A confirmation of another account is none.
  expect((await connect(other, { confirmAccount: 'acct_x live' })).body.asks).toBeTruthy();
  expect((await connect(other, { saveAnyway: true })).body.asks).toBeTruthy();
  other.settings.forbidden = /./;
  const unseen = await connect(other, { saveAnyway: true });
  expect(unseen.body.asks.text).toMatch(
    /money goes to the account of the key that ends with .{4} \(Stripe\), and no longer to Marlow Bicycles/,
  );
  other.settings.forbidden = null;
  const confirmAccount = body.asks.account;
  expect((await connect(other, { confirmAccount })).body.message).toBe('Stripe connected');
  expect(await mode()).toMatchObject({ stripe: { publishableKey: other.publishableKey } });
  expect((await card()).facts[0]).toBe('Someone Else LLC, US');
  // Not by way of a disconnection, either. What stays where is said, too.
  await shop.send({ action: 'disconnect' });
  expect((await connect(stripe)).body.asks.text).toMatch(/money goes to Marlow Bicycles .* Someone Else LLC/);
  expect(await shop.lookUp(paymentIntentId)).toMatchObject({ status: 'paid' });
});

test('a key of the same account needs no question, and test keys in place of live ones do', async () => {
  const { stripe, connect, turn } = await open();
  await connect();
  await turn(true);
  const rolled = await fake('sk_live', stripe);
  Object.assign(rolled.settings.account, stripe.settings.account);
  expect((await connect(rolled)).body).not.toHaveProperty('asks');
  const tests = await fake('sk_test', stripe);
  expect((await connect(tests)).body.asks.text).toMatch(/payments go to a test account, without real money/);
});

test('a live account that can’t take charges is refused, and what Stripe keeps back is a fact', async () => {
  const { stripe, connect, mode, card } = await open();
  Object.assign(stripe.settings.account, { charges_enabled: false });
  const { body } = await connect();
  expect(body.fields.secretKey[0]).toMatch(/can’t take payments yet/);
  expect(await mode()).toMatchObject({ mode: 'demo' });
  expect(stripe.settings.webhookEndpoints).toEqual([]);
  Object.assign(stripe.settings.account, {
    charges_enabled: true,
    payouts_enabled: false,
    requirements: { currently_due: ['external_account'] },
  });
  expect((await connect()).status).toBe(200);
  expect((await card()).facts).toContain(
    'Stripe doesn’t pay out to your bank account yet. See what it needs in Stripe’s dashboard.',
  );
});

test('old webhooks are removed only after the new one is saved, and what a stop left at the next check', async () => {
  const { app, stripe, connect, send } = await open('sk_test');
  const old = webhookEndpoint(URL, ['*']);
  stripe.settings.webhookEndpoints = [old];
  app.db.$client.exec(
    `CREATE TRIGGER stop BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'stopped'); END`,
  );
  expect((await connect()).status).toBe(500);
  expect(stripe.settings.webhookEndpoints.map(({ id }) => id)).toContain(old.id);
  app.db.$client.exec('DROP TRIGGER stop');
  await connect();
  const own = stripe.settings.webhookEndpoints.map(({ id }) => id);
  expect(own).toHaveLength(1);
  stripe.settings.webhookEndpoints.push(
    webhookEndpoint(URL, ['*']),
    webhookEndpoint('https://x.example', ['*']),
  );
  await send({ action: 'check' });
  expect(stripe.settings.webhookEndpoints.map(({ url }) => url)).toEqual([URL, 'https://x.example']);
  expect(stripe.settings.webhookEndpoints[0]?.id).toBe(own[0]);
});

test('keys that wait are checked each day like those that are used', async () => {
  const { app, stripe, connect } = await open();
  await connect();
  app.wait(2 * DAY_MS);
  stripe.settings.webhookEndpoints = [];
  await checkConnectionsAgain(app.context);
  expect(store.rowOf(app.db, 'stripe')?.failure).toMatch(/no webhook/);
});
