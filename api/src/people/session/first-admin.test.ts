import type { BusinessSettings } from '@northlight/shared/contracts/shop.ts';
import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addAdmin, colleague, login } from '../../../test/fixtures/admin-fixtures.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startTestApp, testEnv } from '../../../test/shop/test-app.ts';
import type { Env } from '../../base/settings/env.ts';
import { shopVersions } from '../../db/schema/server.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import * as adminStore from './admin-store.ts';
import { createFirstAdmin, isClaimed, unclaimed } from './first-admin.ts';
import { firstPasswordFile, readFirstPassword } from './first-password.ts';

const GRACE = { username: 'grace', password: 'a brighter window' };

async function aNewShop(env: Partial<Env> = {}) {
  const dataDir = tempFolder();
  const app = await startTestApp({ env: { dataDir, ...env } });
  await createFirstAdmin(app.context);
  const first = readFirstPassword(dataDir) ?? expect.fail('There is no first password.');
  const { code = '' } = unclaimed(app.context) ?? {};
  return { app, dataDir, first, claim: () => app.post('/api/claim', { ...GRACE, code }) };
}
type Shop = Awaited<ReturnType<typeof aNewShop>>;

test('a new shop whose first account nobody used can be claimed', async () => {
  const { app, claim } = await aNewShop();
  expect((await app.get('/api/admin/auth-status')).body.isUnclaimed).toBe(true);
  expect((await claim()).status).toBe(200);
});

// Names before and after "admin" in the list of people.
const USED: [string, (shop: Shop) => unknown][] = [
  ['the first account has logged in', ({ app, first }) => login(app, first)],
  ['a colleague has an account', ({ app }) => addAdmin(app, { ...GRACE, username: 'zoe' })],
  ['a colleague with an earlier name has one', ({ app }) => addAdmin(app, { ...GRACE, username: 'abe' })],
  [
    'a colleague was deactivated',
    async ({ app }) => {
      await addAdmin(app, { ...GRACE, username: 'zoe', role: 'staff' });
      adminStore.update(app.db, 2, { isActive: false }, app.clock.now);
    },
  ],
  [
    'the first account has another name',
    ({ app }) => adminStore.update(app.db, 1, { username: 'owner' }, app.clock.now),
  ],
  ['the file of the first password is gone', ({ dataDir }) => rmSync(firstPasswordFile(dataDir))],
  ['the file can’t be read', ({ dataDir }) => writeFileSync(firstPasswordFile(dataDir), 'Username: admin\n')],
];

test.each(USED)('nobody can claim a shop where %s', async (_what, use) => {
  const shop = await aNewShop();
  await use(shop);
  expect((await shop.app.get('/api/admin/auth-status')).body).toEqual({ isAuthenticated: false });
  expect(await shop.claim()).toMatchObject({ status: 409, body: { code: 'already_claimed' } });
  expect(adminStore.byUsername(shop.app.db, GRACE.username)).toBeUndefined();
});

const production = { variables: { NODE_ENV: 'production' } };
const logIn = ({ app, first }: Shop) => login(app, first);

test.each<[string, Partial<Env>, (shop: Shop) => unknown, boolean]>([
  ['new', {}, () => {}, false],
  ['new, in production', production, () => {}, false],
  ['used at home', {}, logIn, false],
  ['used in production', production, logIn, true],
  ['used by a colleague alone, in production', production, ({ app }) => colleague(app), true],
  ['claimed', {}, ({ claim }) => claim(), true],
  [
    'marked as claimed',
    {},
    ({ app }) => saveShopSettings(app.db, { isClaimed: true }, null, app.clock.now),
    true,
  ],
  ['published with a business', {}, ({ app }) => publishBusiness(app, 'published'), true],
  ['edited with a business, as a draft', {}, ({ app }) => publishBusiness(app, 'draft'), false],
])('whether a shop is somebody’s: %s', async (_what, env, work, expected) => {
  const shop = await aNewShop(env);
  await work(shop);
  expect(isClaimed(shop.app.context)).toBe(expected);
});

test.each([
  ['sk_test_1', false],
  ['sk_live_1', true],
])('a shop whose payments go by the key %s is somebody’s: %s', async (secretKey, expected) => {
  const { app } = await aNewShop();
  const stripe = { secretKey, publishableKey: 'pk', webhookSecret: 'whsec', apiBase: '', jsUrl: undefined };
  const payments = { mode: 'live' as const, stripe, paypal: null };
  expect(isClaimed({ ...app.context, settings: { ...app.context.settings, payments } })).toBe(expected);
});

function publishBusiness({ db, clock }: Shop['app'], state: 'published' | 'draft'): void {
  const before = db.select().from(shopVersions).get() ?? expect.fail('There is no version.');
  const { name, email } = testEnv().business;
  const values = { ...before.values, business: { name, email } as BusinessSettings };
  const publishedAt = state === 'published' ? new Date(clock.now.getTime() + 1) : null;
  db.insert(shopVersions).values({ values, state, adminId: 1, createdAt: clock.now, publishedAt }).run();
}
