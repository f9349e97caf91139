import { saveShopSettings } from '../../db/shop-settings.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { withTotp } from '../../../test/fixtures/second-factor.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import * as store from '../../db/connection-store.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publishNext, rebuildPages } from '../../operations/shop/publish.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';

const PATH = '/api/json/live-payments';
const SMTP = 'smtp://shop@mail.example.com:587';
const URL = 'https://shop.example.com';

const LIVE = { publishableKey: 'pk_live_a', secretKey: 'sk_live_a', webhookSecret: 'whsec_a' };
const NAMED = { account: 'acct_1 live', accountName: 'Lantern & Oak' };
const SANDBOX = {
  clientId: 'app-1234567',
  clientSecret: 's',
  webhookId: 'w',
  apiBase: 'https://api-m.sandbox.paypal.com',
};

async function open() {
  const variables = { PUBLIC_URL: URL };
  const app = await startTestApp({ env: { variables, publicUrl: URL, dataDir: tempFolder() } });
  const { db, context } = app;
  await addAdmin(app);
  const cookie = await loggedIn(app);
  const at = () => app.clock.now.getTime();
  const check = (id: 'stripe' | 'email' | 'address' | 'backups', result: Partial<store.CheckResult> = {}) =>
    inTransaction(db, () =>
      store.recordCheck(
        db,
        id,
        store.versionOf(db, id),
        { failure: null, facts: [], ...result },
        app.clock.now,
      ),
    );
  const connect = (id: 'stripe' | 'paypal' | 'backups', typed: Record<string, string>) =>
    inTransaction(db, () => {
      const values = Object.fromEntries(
        Object.entries(typed).map(([name, value]) => [name, { value, by: 'Ada', at: 1 }]),
      );
      store.saveConnection(db, context.settings.secret, id, { values, earlier: [] });
    });
  const seen = (to: string, forWhat = to) => ({ id: 't', to, at: at(), isAnswered: true, for: forWhat });
  const shop = {
    app,
    cookie,
    check,
    connect,
    seen,
    see: async () => (await app.get(PATH, cookie)).body,
    turn: (isOn: boolean) => app.post(PATH, { isOn }, cookie),
    mode: async () => (await app.get('/api/payment-mode')).body,
    missing: async () =>
      (await app.get(PATH, cookie)).body.checks.flatMap((one: { label: string; isDone: boolean }) =>
        one.isDone ? [] : [one.label],
      ),
    /** Live keys that wait. */
    connectLive: async () => {
      await inTransaction(db, () => store.holdLive(db, true, 1, app.clock.now));
      await connect('stripe', { ...LIVE, ...NAMED });
      await check('stripe');
    },
    /** Everything before the switch but the second factor, which logs in anew. */
    makeReady: async () => {
      await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
      await app.sentEmails();
      await app.post('/api/on-hold-audio-form', anOnHoldForm({ ...formKey(app), orderNumber: 'ORD-10001' }));
      const refund = { reason: 'a test', refundKey: randomUUID() };
      await app.post('/api/admin/payments/1/refund', refund, cookie);
      Object.assign(context.serverEnv, {
        business: { ...context.serverEnv.business, email: 'ada@studio.test' },
        smtpUrl: SMTP,
        backup: { ...context.serverEnv.backup, to: { folder: tempFolder() } },
      });
      context.serverBusiness.email = 'ada@studio.test';
      await check('email', { test: seen('ada@studio.test', 'smtp://shop@mail.example.com:587') });
      await check('address', { test: seen(URL) });
      await inTransaction(db, () => upkeepStore.record(db, 'backup', null, app.clock.now));
      const decide = (action: string, ids: string[]) =>
        app.post('/api/json/samples', { ids, action }, cookie);
      const { samples } = (await app.get('/api/json/samples', cookie)).body;
      const idsOf = (canKeep: boolean) =>
        samples.flatMap((one: { id: string; canKeep: boolean }) => (one.canKeep === canKeep ? [one.id] : []));
      await decide('keep', idsOf(true));
      await decide('remove', idsOf(false));
      await publishNext(context);
      await shop.connectLive();
    },
  };
  return shop;
}

test('live keys wait in a demo until everything was seen and an owner takes live payments, who can stop them again', async () => {
  const shop = await open();
  const { app, cookie, see, turn, mode, missing, check, seen } = shop;
  const { context } = app;
  await shop.connectLive();
  expect(await mode()).toMatchObject({ mode: 'demo', methods: ['credit-card', 'paypal'] });
  expect(context.settings.earlier.stripe).toMatchObject([{ secretKey: 'sk_live_a' }]);
  expect(await missing()).toEqual([
    'Enter your business details',
    'Decide whether you charge sales tax',
    'Keep or replace every sample',
    'Connect outgoing email, and confirm that the test email arrived',
    'Set up backups, until one was made and read back',
    'Set the shop’s web address, with https',
    'Add a second factor to an owner’s account',
    'Place a test order that works from start to finish',
  ]);
  expect(await turn(true)).toMatchObject({
    status: 409,
    body: { code: 'not_ready', message: `Still to do: ${(await missing()).join('; ')}.` },
  });
  await shop.makeReady();
  expect(await missing()).toEqual(['Add a second factor to an owner’s account']);
  await withTotp(app, cookie);
  expect(await see()).toMatchObject({ state: 'off', checks: expect.anything() });
  expect((await see()).question).toBe(
    'From now on, buyers pay with real money. It goes to Lantern & Oak (Stripe). PayPal isn’t connected, so buyers can’t choose it.',
  );
  await shop.connect('paypal', SANDBOX);
  expect((await see()).question).toContain('PayPal has test keys, so buyers can’t choose it.');
  // While PayPal has test keys, the shop goes on with them.
  expect(await mode()).toMatchObject({ mode: 'live', methods: ['paypal'] });
  expect(await turn(true)).toMatchObject({ status: 200, body: { message: 'The shop takes live payments' } });
  expect(await mode()).toMatchObject({ mode: 'live', methods: ['credit-card'] });
  // The pages are told, because invented testimonials are only for a demo.
  const built: string[] = [];
  context.siteBuilder = { ...context.siteBuilder, build: async () => void built.push(printed()) } as never;
  const printed = () => readFileSync(join(context.settings.dataDir, 'shop.json'), 'utf8');
  rebuildPages(context);
  expect(built).toEqual([expect.stringContaining('"isLive":true')]);
  expect(await see()).toMatchObject({ state: 'on', question: expect.stringMatching(/nobody can pay/) });
  expect((await turn(false)).status).toBe(200);
  rebuildPages(context);
  expect(built).toEqual([built[0], expect.not.stringContaining('isLive')]);
  expect(await mode()).toMatchObject({ mode: 'live', methods: [] });
  // What was paid meanwhile is still looked after with these keys.
  expect(context.settings.earlier.stripe).toMatchObject([{ secretKey: 'sk_live_a' }]);
  const { closed } = (await app.get('/api/json/overview', cookie)).body;
  expect(closed).toMatch(/^Live payments are stopped/);
  expect(await app.post('/api/admin/test-order', {}, cookie)).toMatchObject({
    status: 409,
    body: { code: 'checkout_closed' },
  });
  const audit = JSON.stringify((await app.get('/api/json/audit', cookie)).body);
  expect(audit).toContain('Started taking live payments');
  expect(audit).toContain('Stopped taking live payments');
  await check('address', { test: seen('https://old.example.com') });
  expect(await missing()).toEqual(['Set the shop’s web address, with https']);
});

type Shop = Awaited<ReturnType<typeof open>>;
const EMAIL = 'Connect outgoing email, and confirm that the test email arrived';
const BACKUP = 'Set up backups, until one was made and read back';
const ADDRESS = 'Set the shop’s web address, with https';
const KEYS = 'Connect Stripe or PayPal with live keys that work';
const FAILS = { failure: 'It doesn’t work.' };

test.each<[what: string, missing: string, change: (shop: Shop) => Promise<unknown>]>([
  ['a mail server that fails', EMAIL, ({ check }) => check('email', FAILS)],
  [
    'a test email that nobody answered',
    EMAIL,
    ({ check, seen }) => check('email', { test: { ...seen('ada@studio.test', SMTP), isAnswered: false } }),
  ],
  [
    'a test email of another server',
    EMAIL,
    ({ check, seen }) => check('email', { test: seen('ada@studio.test', 'smtp://shop@old.example.com:587') }),
  ],
  [
    'another server since',
    EMAIL,
    async ({ app }) => {
      app.context.serverEnv.smtpUrl = 'smtp://other.example.com';
      await inTransaction(app.db, () => saveShopSettings(app.db, { triesTest: true }, 1, app.clock.now));
    },
  ],
  [
    'a backup that failed since',
    BACKUP,
    ({ app }) => inTransaction(app.db, () => upkeepStore.record(app.db, 'backup', 'Full.', app.clock.now)),
  ],
  [
    'a place for backups that fails, beside an older backup',
    BACKUP,
    async ({ connect, check }) => {
      await connect('backups', { to: '/nowhere/at/all', key: 'k'.repeat(20) });
      await check('backups', FAILS);
    },
  ],
  [
    'a place that works and has no backup yet',
    BACKUP,
    async ({ connect, check, seen }) => {
      await connect('backups', { to: tempFolder(), key: 'k'.repeat(20) });
      await check('backups', { test: { ...seen('there'), isAnswered: false } });
    },
  ],
  ['an address that doesn’t answer', ADDRESS, ({ check }) => check('address', FAILS)],
  [
    'an owner who left',
    'Add a second factor to an owner’s account',
    async ({ app }) => {
      await inTransaction(app.db, () => {
        const [ada] = app.db.select().from(adminUsers).all();
        const { id: _id, ...left } = {
          ...ada,
          username: 'bea',
          email: 'bea@studio.example',
          isActive: false,
        };
        app.db
          .insert(adminUsers)
          .values(left as typeof adminUsers.$inferInsert)
          .run();
        app.db.update(adminUsers).set({ totpSecret: null }).where(eq(adminUsers.username, 'ada')).run();
      });
    },
  ],
  ['live keys that fail', KEYS, ({ check }) => check('stripe', FAILS)],
  [
    'live keys that nobody checked',
    KEYS,
    ({ connect }) => connect('stripe', { ...LIVE, secretKey: 'sk_live_b' }),
  ],
  [
    'test keys alone',
    KEYS,
    async ({ connect, check }) => {
      await connect('stripe', { ...LIVE, publishableKey: 'pk_test_a', secretKey: 'sk_test_a' });
      await check('stripe');
    },
  ],
])('%s is no condition that was seen', async (_what, missing, change) => {
  const shop = await open();
  await shop.makeReady();
  await withTotp(shop.app, shop.cookie);
  expect(await shop.missing()).toEqual([]);
  await change(shop);
  expect(await shop.missing()).toEqual([missing]);
  expect((await shop.turn(true)).status).toBe(409);
});

test('keys that are set on the server decide themselves, and a shop without the switch goes on as before', async () => {
  const { app, see, turn, mode } = await open();
  const variables = {
    STRIPE_PUBLISHABLE_KEY: 'pk_live_a',
    STRIPE_SECRET_KEY: 'sk_live_a',
    STRIPE_WEBHOOK_SECRET: 'whsec_a',
  };
  Object.assign(app.context.serverEnv.variables, variables);
  expect((await see()).state).toBe('server');
  expect((await turn(false)).status).toBe(409);
  const other = await open();
  await other.connect('stripe', LIVE);
  expect(await other.mode()).toMatchObject({ methods: ['credit-card'] });
  expect(await mode()).toMatchObject({ mode: 'demo' });
});

test('a shop that was restored elsewhere takes no payments until the old machine is off', async () => {
  const { app, connect, mode } = await open();
  await connect('stripe', LIVE);
  const set = (restoredAt: number | null) =>
    inTransaction(app.db, () => saveShopSettings(app.db, { restoredAt }, 1, app.clock.now));
  await set(app.clock.now.getTime());
  expect(await mode()).toMatchObject({ mode: 'live', methods: [] });
  await set(null);
  expect(await mode()).toMatchObject({ mode: 'live', methods: ['credit-card'] });
});

test('real money goes only to the account that the owner was asked about', async () => {
  const shop = await open();
  const { app, cookie, see, mode } = shop;
  await shop.makeReady();
  await withTotp(app, cookie);
  const asked = await see();
  expect(asked.question).toContain('It goes to Lantern & Oak (Stripe).');
  // Meanwhile, another owner enters the keys of another account.
  const others = { publishableKey: 'pk_live_b', secretKey: 'sk_live_b', webhookSecret: 'whsec_b' };
  await shop.connect('stripe', { ...others, account: 'acct_2 live', accountName: 'Someone Else' });
  await shop.check('stripe');
  const turn = (version: string) => app.post(PATH, { isOn: true, version }, cookie);
  expect(await turn(asked.version)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect(await mode()).toMatchObject({ mode: 'demo' });
  const again = await see();
  expect(again.question).toContain('It goes to Someone Else (Stripe).');
  expect((await turn(again.version)).status).toBe(200);
  // A page from before doesn’t stop it by accident, and one of now does.
  expect((await app.post(PATH, { isOn: false, version: again.version }, cookie)).status).toBe(409);
  // Whatever fails by then.
  await shop.check('email', { failure: 'The server is down.' });
  expect((await shop.turn(false)).status).toBe(200);
  expect((await shop.turn(true)).body.code).toBe('not_ready');
});
