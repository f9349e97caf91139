import { expect, test } from 'vitest';
import { withTotp } from '../../../test/fixtures/second-factor.ts';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';

const missing = async (app: Awaited<ReturnType<typeof connectionShop>>['app'], cookie: object) =>
  (await app.get('/api/json/live-payments', cookie as Record<string, string>)).body.checks.flatMap(
    (one: { label: string; isDone: boolean }) => (one.isDone ? [] : [one.label]),
  );

test('an owner confirms the test email of a mail server that is set on the server', async () => {
  const { url } = await startSmtpServer();
  const { app, cookie, save, card } = await connectionShop({ SMTP_URL: url }, { smtpUrl: url });
  const EMAIL = 'Connect outgoing email, and confirm that the test email arrived';
  expect((await save('email', { action: 'check' })).body.message).toBe('Outgoing email works');
  expect(await card('email')).toMatchObject({ fixed: true, asks: expect.stringMatching(/arrive\?$/) });
  expect(await missing(app, cookie)).toContain(EMAIL);
  expect(await save('email', { action: 'confirm' })).toMatchObject({
    status: 200,
    body: { message: 'Confirmed' },
  });
  expect(await card('email')).toMatchObject({ asks: null });
  expect(await missing(app, cookie)).not.toContain(EMAIL);
  // All else is still only changed there.
  expect(await save('email', { action: 'disconnect' })).toMatchObject({ body: { code: 'set_on_server' } });
});

test('backups, the address, and live keys that are set on the server fulfill their conditions', async () => {
  const to = tempFolder();
  const variables = {
    BACKUP_TO: to,
    PUBLIC_URL: 'https://shop.example.com',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_a',
    STRIPE_SECRET_KEY: 'sk_live_a',
    STRIPE_WEBHOOK_SECRET: 'whsec_a',
  };
  const stripe = {
    publishableKey: 'pk_live_a',
    secretKey: 'sk_live_a',
    webhookSecret: 'whsec_a',
    apiBase: undefined,
    jsUrl: undefined,
  };
  const { app, cookie } = await connectionShop(variables, {
    payments: { mode: 'live', stripe, paypal: null },
  });
  const { db, clock } = app;
  const { secret } = app.context.settings;
  Object.assign(app.context.serverEnv.backup, { to: { folder: to } });
  const result = { failure: null, facts: [] };
  const called = { id: '', to: variables.PUBLIC_URL, at: 1, isAnswered: true, for: variables.PUBLIC_URL };
  await inTransaction(db, () => {
    // An owner had another place before, which had no backup yet.
    const values = { to: { value: '/mnt/old', by: 'Ada', at: 1 } };
    store.saveConnection(db, secret, 'backups', { values, earlier: [] });
    store.recordCheck(
      db,
      'backups',
      store.versionOf(db, 'backups'),
      { ...result, test: { ...called, isAnswered: false } },
      clock.now,
    );
    store.recordCheck(db, 'stripe', store.versionOf(db, 'stripe'), result, clock.now);
    store.recordCheck(db, 'address', store.versionOf(db, 'address'), { ...result, test: called }, clock.now);
    upkeepStore.record(db, 'backup', null, clock.now);
  });
  await withTotp(app, cookie);
  const left = await missing(app, cookie);
  expect(left).not.toContain('A backup was made and read back');
  expect(left).not.toContain('The shop has an address with https');
  expect(left).not.toContain('Stripe or PayPal has live keys, and they work');
});
