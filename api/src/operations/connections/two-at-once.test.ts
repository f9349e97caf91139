import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import { startFakeStripe } from '../../../test/stripe/fake-stripe.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { checkConnectionsAgain } from './check-again.ts';

const ACCOUNT = /GET .v1.account/;

async function withStripe() {
  const stripe = await startFakeStripe();
  // Without https before and after, the session stays.
  const shop = await connectionShop(
    { STRIPE_API_BASE: stripe.base, STRIPE_JS_URL: stripe.scriptUrl },
    { publicUrl: 'http://localhost:3000' },
  );
  const { app, save } = shop;
  const keys = { publishableKey: stripe.publishableKey, secretKey: stripe.secretKey };
  expect((await save('stripe', keys)).status).toBe(200);
  const { secret } = app.context.settings;
  const stored = () => store.storedOf(secret, store.rowOf(app.db, 'stripe'))?.values ?? null;
  return { ...shop, stripe, keys, stored };
}

test.each([
  ['a disconnected Stripe stays disconnected', 'disconnect'],
  ['keys that are checked again stay', 'check'],
] as const)('%s while another address of the shop is saved', async (_what, action) => {
  const { app, save, stripe, stored, card } = await withStripe();
  stripe.faults.next('slow', ACCOUNT);
  const moving = save('address', { url: app.base, saveAnyway: true });
  await expect.poll(() => store.versionOf(app.db, 'address')).toBeGreaterThan(0);
  const acted = await save('stripe', { action });
  expect((await moving).status).toBe(200);
  expect(acted.status).toBe(200);
  expect(stored() === null).toBe(action === 'disconnect');
  expect((await card('stripe')).state).toBe(action === 'disconnect' ? 'not-connected' : 'works');
});

test('a daily check says nothing about keys that were saved since it began', async () => {
  const { app, stripe, keys } = await withStripe();
  app.wait(25 * 60 * 60_000);
  const later = await loggedIn(app);
  // Stripe answers the check only after other keys were saved.
  const [asked, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  stripe.state.beforeAnswer = ({ headers }) => {
    if (!headers.authorization?.includes(keys.secretKey)) return undefined;
    asked.resolve();
    return saved.promise;
  };
  const checking = checkConnectionsAgain(app.context);
  await asked.promise;
  const wrong = { publishableKey: stripe.publishableKey, secretKey: 'sk_test_unknown', saveAnyway: true };
  expect((await app.post('/api/json/connections/stripe', wrong, later)).status).toBe(200);
  saved.resolve();
  await checking;
  expect(store.rowOf(app.db, 'stripe')?.failure).not.toBeNull();
});

test('a secret that its service renews meanwhile is kept, and nobody else changed the connection', async () => {
  const { app, save, card, stored } = await withStripe();
  const { version } = await card('stripe');
  const { secret } = app.context.settings;
  const old = stored()?.['secretKey']?.value ?? '';
  // As a mail provider renews a refresh token.
  await inTransaction(app.db, () =>
    store.renewSecret(app.db, secret, 'stripe', { old, next: `${old}_renewed` }),
  );
  expect((await card('stripe')).version).toBe(version);
  const read = { values: { secretKey: { value: old, by: '', at: 0 } }, earlier: [] };
  const next = store.withRenewed(app.db, secret, 'stripe', { read, next: read });
  expect(next.values?.['secretKey']?.value).toBe(`${old}_renewed`);
  const typed = { values: { secretKey: { value: 'sk_test_typed', by: 'Ada', at: 1 } }, earlier: [] };
  expect(store.withRenewed(app.db, secret, 'stripe', { read, next: typed }).values).toEqual(typed.values);
  expect((await save('stripe', { action: 'disconnect', version })).status).toBe(200);
});
