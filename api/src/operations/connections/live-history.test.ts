import { onTestFinished, expect, test } from 'vitest';
import { rows } from '../../../test/fixtures/rows.ts';
import { startFakePaypal } from '../../../test/paypal/fake-paypal.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { startFakeStripe } from '../../../test/stripe/fake-stripe.ts';
import * as store from '../../db/connection-store.ts';
import { type ShopSettings, shopSettings } from '../../db/schema/server.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';

const LIVE = { publishableKey: 'pk_live_a', secretKey: 'sk_live_a' };
const TEST = { publishableKey: 'pk_test_a', secretKey: 'sk_test_a' };
const CLOSED = { mode: 'live', methods: [], stripe: null };
const OTHER_SECRET = 'another secret of the shop, long';

async function open(keys: typeof LIVE = LIVE) {
  const stripe = await startFakeStripe(keys);
  const paypal = await startFakePaypal();
  onTestFinished(stripe.close);
  onTestFinished(paypal.close);
  const variables = {
    STRIPE_API_BASE: stripe.base,
    STRIPE_JS_URL: stripe.scriptUrl,
    PAYPAL_API_BASE: paypal.base,
  };
  const { app, cookie, save, card } = await connectionShop(variables);
  const { db, clock } = app;
  const overview = async () => (await app.get('/api/json/overview', cookie)).body;
  return {
    app,
    cookie,
    stripe,
    variables,
    save,
    card,
    overview,
    /** As an older shop has it stored. */
    keep: (values: Record<string, string>, settings: Partial<ShopSettings> | null = null, secret?: string) =>
      inTransaction(db, () => {
        const { tookLive: _took, triesTest: _tries, ...older } = readShopSettings(db);
        const stored = { values: { ...older, ...settings }, createdAt: clock.now };
        if (settings) db.insert(shopSettings).values(stored).run();
        const kept = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, { value, by: 'Ada', at: 1 }]),
        );
        store.saveConnection(db, secret ?? app.context.settings.secret, 'stripe', {
          values: kept,
          earlier: [],
        });
      }),
    turn: (isOn: boolean) => inTransaction(db, () => store.holdLive(db, !isOn, 1, clock.now, true)),
    connectPaypal: () => save('paypal', { clientId: paypal.clientId, clientSecret: paypal.clientSecret }),
    mode: async () => (await app.get('/api/payment-mode')).body,
    why: async () => (await overview()).closed as string | undefined,
  };
}

const STORED = { ...LIVE, webhookSecret: 'whsec_a', webhookId: 'we_a', account: 'acct_1 live' };

test.each([
  ['took live payments', null],
  ['had stopped them without a sale', { isLiveHeld: true }],
] as const)(
  'a shop of before that %s is closed without its live keys, and with them again',
  async (_w, kept) => {
    const { keep, save, mode, turn } = await open();
    await keep(STORED, kept);
    expect(await mode()).toMatchObject({ mode: 'live', methods: kept ? [] : ['credit-card'] });
    expect((await save('stripe', { action: 'disconnect' })).status).toBe(200);
    expect(await mode()).toEqual(CLOSED);
    const { body } = await save('stripe', LIVE);
    expect((await save('stripe', { ...LIVE, confirmAccount: body.asks?.account })).status).toBe(200);
    expect(await mode()).toEqual(CLOSED);
    await turn(true);
    expect(await mode()).toMatchObject({ methods: ['credit-card'] });
  },
);

test('a shop of before is no demo after its unreadable keys are entered again, also if other settings were saved first', async () => {
  const { app, cookie, keep, save, mode } = await open();
  await keep(STORED, {}, OTHER_SECRET);
  expect(await mode()).toEqual(CLOSED);
  const until = app.clock.now.toISOString();
  expect((await app.post('/api/admin/connection-news', { until }, cookie)).status).toBe(200);
  const { body } = await save('stripe', LIVE);
  expect(body.asks).toBeUndefined();
  expect(await mode()).toEqual(CLOSED);
});

test('a server that starts remembers that live payments are taken, whatever happens to the keys', async () => {
  const { app, keep, variables } = await open();
  await keep(STORED);
  const again = await startTestApp({
    db: app.db,
    env: { variables, publicUrl: 'https://shop.example.com' },
  });
  await keep(TEST, null, OTHER_SECRET);
  await inTransaction(app.db, () =>
    store.saveConnection(app.db, app.context.settings.secret, 'stripe', { values: null, earlier: [] }),
  );
  expect((await again.get('/api/payment-mode')).body).toEqual(CLOSED);
});

test('test keys that were left don’t open a stopped shop whose live keys are disconnected', async () => {
  const { save, mode, turn, connectPaypal, why } = await open();
  await save('stripe', LIVE);
  await turn(true);
  await connectPaypal();
  await turn(false);
  expect(await mode()).toEqual(CLOSED);
  await save('stripe', { action: 'disconnect' });
  expect(await mode()).toEqual(CLOSED);
  expect(await why()).toMatch(/^No live keys are connected\. .* enter test keys to try the shop/);
  // An owner who enters test keys tries the shop.
  await connectPaypal();
  expect(await mode()).toMatchObject({ methods: ['paypal'] });
  // That is over with live keys, and doesn't come back without them.
  await save('stripe', LIVE);
  expect(await mode()).toEqual(CLOSED);
  await save('stripe', { action: 'disconnect' });
  expect(await mode()).toEqual(CLOSED);
});

test('a check of test keys, which another address makes, too, doesn’t open a closed shop', async () => {
  const { app, stripe, save, mode, turn, connectPaypal } = await open(TEST);
  stripe.settings.forbidden = /GET \/v1\/account/;
  await save('stripe', { ...TEST, saveAnyway: true });
  await connectPaypal();
  await turn(true);
  expect(await mode()).toEqual(CLOSED);
  stripe.settings.forbidden = null;
  stripe.settings.webhookEndpoints = [];
  expect((await save('stripe', { action: 'check' })).body.message).toBe('Stripe works');
  expect(await mode()).toEqual(CLOSED);
  await save('paypal', { action: 'disconnect' });
  expect(await mode()).toEqual(CLOSED);
  expect((await save('stripe', TEST)).status).toBe(200);
  expect(await mode()).toMatchObject({ methods: ['credit-card'] });
  expect(app.context.settings.paymentState.mode).toBe('test');
});

test('unreadable keys of a live shop, entered again: a question names the account, and the switch stays as it was', async () => {
  const { app, stripe, save, mode, turn, keep, why } = await open();
  await save('stripe', LIVE);
  await turn(true);
  await keep(STORED, null, OTHER_SECRET);
  expect(await why()).toMatch(/can’t be used/);
  const { body } = await save('stripe', LIVE);
  expect(body.asks).toEqual({
    text: 'From now on, money goes to Marlow Bicycles (Stripe). Which account got it before can’t be read.',
    account: `${stripe.settings.account.id} live`,
  });
  expect(await mode()).toEqual(CLOSED);
  await save('stripe', { ...LIVE, confirmAccount: body.asks.account });
  expect(await mode()).toMatchObject({ methods: ['credit-card'] });
  // Where an owner stopped live payments, they stay stopped.
  await turn(false);
  await keep(STORED, null, OTHER_SECRET);
  expect((await save('stripe', LIVE)).body.asks).toBeUndefined();
  expect(await mode()).toEqual(CLOSED);
  expect(await why()).toMatch(/^Live payments are stopped/);
  expect(app.context.settings.paymentState.why).toBe('stopped');
});

test('a check that only finds out the account or makes the webhook anew is no news', async () => {
  const { app, stripe, save, overview, card } = await open(TEST);
  stripe.settings.forbidden = /GET \/v1\/account/;
  await save('stripe', { ...TEST, saveAnyway: true });
  stripe.settings.forbidden = null;
  const before = rows.outbox(app.db).length;
  expect((await save('stripe', { action: 'check' })).body.message).toBe('Stripe works');
  expect((await card('stripe')).facts).toContain('The webhook is set up.');
  expect(rows.outbox(app.db)).toHaveLength(before);
  expect((await overview()).changedConnections).toBeUndefined();
});
