import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { withTotp } from '../../../test/fixtures/second-factor.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publishNext, rebuildPages } from '../../operations/shop/publish.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';

const PATH = '/api/json/live-payments';

async function open() {
  const publicUrl = 'https://shop.example.com';
  const variables = { PUBLIC_URL: publicUrl };
  const app = await startTestApp({ env: { variables, publicUrl, dataDir: tempFolder() } });
  const { db, context } = app;
  await addAdmin(app);
  const cookie = await loggedIn(app);
  return {
    app,
    cookie,
    see: async () => (await app.get(PATH, cookie)).body,
    turn: (isOn: boolean) => app.post(PATH, { isOn }, cookie),
    mode: async () => (await app.get('/api/payment-mode')).body,
    connectLive: () =>
      inTransaction(db, () => {
        const typed = {
          publishableKey: 'pk_live_a',
          secretKey: 'sk_live_a',
          webhookSecret: 'whsec_a',
          account: 'acct_1 live',
        };
        const values = Object.fromEntries(
          Object.entries(typed).map(([name, value]) => [name, { value, by: 'Ada', at: 1 }]),
        );
        store.holdLive(db, true, 1, app.clock.now);
        store.saveConnection(db, context.settings.secret, 'stripe', { values, earlier: [] });
      }),
  };
}

test('live keys wait until everything is ready and an owner takes live payments, who can stop them again', async () => {
  const { app, cookie, see, turn, mode, connectLive } = await open();
  const { db, context } = app;
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  await app.sentEmails();
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ ...formKey(app), orderNumber: 'ORD-10001' }));
  const refund = { reason: 'a test', refundKey: randomUUID() };
  const refunded = await app.post('/api/admin/payments/1/refund', refund, cookie);
  expect(refunded.body).toMatchObject({ success: true });
  await connectLive();
  expect(await mode()).toEqual({ mode: 'live', methods: [], stripe: null });
  expect(context.settings.earlier.stripe).toMatchObject([{ secretKey: 'sk_live_a' }]);
  const refused = await turn(true);
  expect(refused).toMatchObject({ status: 409, body: { code: 'not_ready' } });
  const { state, checks } = await see();
  const waiting = checks.flatMap((one: { label: string; isDone: boolean }) =>
    one.isDone ? [] : [one.label],
  );
  expect([state, waiting]).toEqual([
    'off',
    [
      'Your business details are entered',
      'Sales tax: you decided',
      'No samples are left',
      'Outgoing email works, and the test email arrived',
      'A backup was made and read back',
      'An owner has a second factor',
    ],
  ]);
  expect(refused.body.message).toBe(`This isn’t true yet: ${waiting.join('; ')}.`);
  Object.assign(context.serverEnv, {
    business: { ...context.serverEnv.business, email: 'ada@studio.test' },
    smtpUrl: 'smtp://mail.example.com',
    backup: { ...context.serverEnv.backup, to: { folder: tempFolder() } },
  });
  context.serverBusiness.email = 'ada@studio.test';
  await inTransaction(db, () => {
    upkeepStore.record(db, 'backup', null, app.clock.now);
    store.holdLive(db, true, 1, app.clock.now);
  });
  const decide = (action: string, ids: string[]) => app.post('/api/json/samples', { ids, action }, cookie);
  const { samples } = (await app.get('/api/json/samples', cookie)).body;
  const idsOf = (canKeep: boolean) =>
    samples.flatMap((one: { id: string; canKeep: boolean }) => (one.canKeep === canKeep ? [one.id] : []));
  await decide('keep', idsOf(true));
  await decide('remove', idsOf(false));
  await publishNext(context);
  await withTotp(app, cookie);
  expect(await turn(true)).toMatchObject({ status: 200, body: { message: 'The shop takes live payments' } });
  expect(await mode()).toMatchObject({ mode: 'live', methods: ['credit-card'] });
  expect((await see()).state).toBe('on');
  // The pages are told, because invented testimonials are only for a demo.
  const built: string[] = [];
  context.siteBuilder = { ...context.siteBuilder, build: async () => void built.push(printed()) } as never;
  const printed = () => readFileSync(join(context.settings.dataDir, 'shop.json'), 'utf8');
  rebuildPages(context);
  expect(built).toEqual([expect.stringContaining('"isLive":true')]);
  expect((await turn(false)).status).toBe(200);
  rebuildPages(context);
  expect(built).toEqual([built[0], expect.not.stringContaining('isLive')]);
  expect(await mode()).toMatchObject({ methods: [] });
  // What was paid meanwhile is still looked after with these keys.
  expect(context.settings.earlier.stripe).toMatchObject([{ secretKey: 'sk_live_a' }]);
  const audit = JSON.stringify((await app.get('/api/json/audit', cookie)).body);
  expect(audit).toContain('Started taking live payments');
  expect(audit).toContain('Stopped taking live payments');
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
  await other.connectLive();
  await inTransaction(other.app.db, () => store.holdLive(other.app.db, false, 1, other.app.clock.now));
  expect(await other.mode()).toMatchObject({ methods: ['credit-card'] });
  expect(await mode()).toMatchObject({ mode: 'demo' });
});
