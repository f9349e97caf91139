import { expect, onTestFinished, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { messagesWaiting } from '../../../test/fixtures/outbox-fixtures.ts';
import { startFakeImap } from '../../../test/imap/fake-imap.ts';
import { startFakeMailchimp } from '../../../test/mailchimp/fake-mailchimp.ts';
import { webhookShop } from '../../../test/shop/webhook-shop.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { MINUTE_MS } from '../../base/units.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { UNTIL } from '../../../test/until.ts';
import { parseEnv } from '../../base/settings/env.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { startBackups } from '../../operations/backups/backup-worker.ts';
import { startWorker } from '../../server/workers.ts';
import { startInbox } from '../../work/inbox/mailbox.ts';
import { inTransaction } from '../../db/transaction.ts';

const GO_ON = '/api/json/old-machine';

const restored = (app: { db: Parameters<typeof saveShopSettings>[0]; clock: { now: Date } }) =>
  inTransaction(app.db, () =>
    saveShopSettings(app.db, { restoredAt: app.clock.now.getTime() }, null, app.clock.now),
  );

test('emails and webhooks of a restored shop wait until an owner says that the old machine is off, and then all go out', async () => {
  const { app, act, see, receive, tell } = await webhookShop();
  const { receiver } = await receive();
  saveShopSettings(app.db, {}, null, app.clock.now);
  await restored(app);
  messagesWaiting(app.db, 2);
  await tell();
  for (const hours of [0, 48]) {
    app.wait(hours * 3_600_000);
    expect(await app.sentEmails()).toEqual([]);
  }
  expect(receiver.seen).toEqual([]);
  expect((await see('/api/json/overview')).restoredAt).toBeDefined();
  expect(await act(GO_ON)).toMatchObject({ status: 200, body: { message: 'Everything continues' } });
  expect(await app.sentEmails()).toHaveLength(2);
  expect(receiver.seen).toHaveLength(1);
  expect(await see('/api/json/overview')).not.toHaveProperty('restoredAt');
  const { entries } = await see('/api/json/audit');
  expect(entries.map(({ text }: { text: string }) => text)).toContain('Said that the old machine is off');
  expect(await act(GO_ON)).toMatchObject({ status: 409, body: { code: 'not_waiting' } });
});

test.each([
  ['the demo', {}],
  [
    'test keys',
    {
      PAYMENTS: 'live',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    },
  ],
  [
    'live keys',
    {
      PAYMENTS: 'live',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    },
  ],
])('the checkout of a restored shop with %s is closed until then', async (_what, keys) => {
  const variables = { PUBLIC_URL: 'https://shop.example.com', ...keys };
  const { payments, publicUrl } = parseEnv(variables);
  const app = await startTestApp({ env: { variables, payments, publicUrl, dataDir: tempFolder() } });
  await addAdmin(app);
  const cookie = await loggedIn(app);
  saveShopSettings(app.db, {}, null, app.clock.now);
  const mode = async () => (await app.get('/api/payment-mode')).body;
  const open = await mode();
  await restored(app);
  expect(await mode()).toEqual({ mode: 'live', methods: [], stripe: null });
  expect((await app.post('/api/create-payment-intent', { amount: 149 })).status).toBe(409);
  await app.post(GO_ON, {}, cookie);
  expect(await mode()).toEqual(open);
});

test('recurring charges, replies, the mailing list, and backups wait, too, and go on at once', async () => {
  const mailchimp = await startFakeMailchimp();
  onTestFinished(mailchimp.close);
  const imap = await startFakeImap();
  const { key: apiKey, listId, base: basePath } = mailchimp;
  const backup = { to: { folder: tempFolder() }, key: undefined, keep: { hours: 1, days: 1 } };
  const app = await startTestApp({
    env: { dataDir: tempFolder(), inbox: imap.inbox, mailchimp: { apiKey, listId, basePath }, backup },
  });
  await addAdmin(app);
  const cookie = await loggedIn(app);
  await buyWithCard(app, aDraft());
  app.wait(MINUTE_MS);
  saveShopSettings(app.db, {}, null, app.clock.now);
  await restored(app);
  const backupsState = () => upkeepStore.read(app.db, 'backup');
  /** One round of each, which ends before this does. */
  const round = async () => {
    const recurring = startWorker(app.context, 'recurring');
    const backups = startBackups(app.context, '/nowhere.js');
    await Promise.all([recurring.stop(), backups.stop()]);
  };
  await round();
  await round();
  expect(startInbox(app.context)).toBeNull();
  const state = () => app.db.$client.prepare('SELECT state FROM agreements').pluck().get();
  const form = await app.post('/api/submit-voice-agent-form', {
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
    businessDescription: '',
    notes: '',
  });
  expect(form.body).toMatchObject({ mailchimpStatus: 'failed' });
  expect([state(), mailchimp.requests.length, imap.state.logins]).toEqual(['pending', 0, 0]);
  expect(backupsState()).toBeUndefined();
  expect((await app.post(GO_ON, {}, cookie)).status).toBe(200);
  const inbox = startInbox(app.context);
  const backups = startBackups(app.context, '/nowhere.js');
  onTestFinished(async () => void (await Promise.all([inbox?.stop(), backups.stop()])));
  await round();
  expect(state()).toBe('active');
  await expect.poll(() => imap.state.logins, UNTIL).toBe(1);
  // There is no command of this name, but it was tried.
  await expect.poll(() => backupsState()?.failure, UNTIL).toBeTruthy();
  app.wait(MINUTE_MS);
  await app.sentEmails();
  expect(mailchimp.members.size).toBe(1);
});
