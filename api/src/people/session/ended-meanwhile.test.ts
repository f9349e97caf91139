import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ADMIN, cookieOf, isLoggedIn, loggedIn, login } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { writesSoFar } from '../../../test/fixtures/rows.ts';
import {
  codeOf,
  newPasskey,
  startPasskey,
  withPasskey,
  withTotp,
} from '../../../test/fixtures/second-factor.ts';
import { databaseWithWait } from '../../../test/shop/between.ts';
import { aQuote } from '../../../test/shop/quote-steps.ts';
import { type TestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS } from '../../base/units.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { adminUsers, apiTokens, sessions } from '../../db/schema/people.ts';
import { newTotpSecret } from './totp.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';

const ADA = eq(adminUsers.username, ADMIN.username);
const asAda = (app: TestApp, changes: Partial<typeof adminUsers.$inferSelect>) =>
  app.db.update(adminUsers).set(changes).where(ADA).run();

/** What ends somebody's right to act, and the answer of a call that waited meanwhile. */
const ENDINGS: [string, number, (app: TestApp) => unknown][] = [
  ['a new password', 401, (app) => asAda(app, { password: 'another hash' })],
  ['a deactivation', 401, (app) => asAda(app, { isActive: false })],
  ['a logout from afar', 401, (app) => app.db.update(sessions).set({ endedAt: app.clock.now }).run()],
  ['fewer rights', 403, (app) => asAda(app, { role: 'staff' })],
  [
    'a second factor that is required now',
    403,
    (app) => saveShopSettings(app.db, { requireSecondFactor: true }, null, app.clock.now),
  ],
];

const TOKEN = { name: 'Mine', role: 'owner', lastDay: null };
const INVITED = { email: 'eve@elsewhere.example', firstName: 'Eve', lastName: 'E', role: 'owner' };
const WEBHOOK = { url: 'https://93.184.216.34/hook', events: ['order.placed'], isOn: true };
const ADA_BUYS = 'ada@marlow-bicycles.example';

/** Calls that make a way in, or send a link to one. */
const WAYS_IN: [string, (app: TestApp) => object][] = [
  ['/api/admin/tokens', () => TOKEN],
  ['/api/admin/people', () => INVITED],
  ['/api/admin/people/2/invite', () => ({})],
  ['/api/admin/people/2', () => ({ role: 'owner' })],
  ['/api/admin/webhooks', () => WEBHOOK],
  ['/api/admin/webhooks/1', () => ({ ...WEBHOOK, url: 'https://93.184.216.35/hook' })],
  ['/api/admin/webhooks/1/secret', () => ({})],
  ['/api/admin/webhooks/1/test', () => ({})],
  [
    '/api/admin/security/totp',
    (app) => {
      const secret = newTotpSecret();
      return { secret, code: codeOf(app, secret) };
    },
  ],
  [
    '/api/admin/security/settings',
    () => ({ requireSecondFactor: false, confirmRefundsAbove: 9, staffQuoteLimit: 9 }),
  ],
  ['/api/admin/customers/1/people', () => ({ action: 'access', email: ADA_BUYS, sees: 'both' })],
  ['/api/json/quotes', () => aQuote({ send: true })],
  ['/api/admin/cases/ORD-10001/payment-requests', () => ({ reason: 'Extra', amount: '50.00' })],
  ['/api/admin/cases/ORD-10001/messages', () => ({ text: 'Look', key: crypto.randomUUID() })],
];

async function openShop() {
  const { db, ...wait } = databaseWithWait();
  const app = await appWithAdmin({ db });
  return { app, ada: await loggedIn(app), ...wait };
}

async function openFullShop() {
  const shop = await openShop();
  const { app, ada } = shop;
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  for (const [path, body] of [
    ['people', { ...INVITED, email: 'grace@studio.example', role: 'staff' }],
    ['webhooks', WEBHOOK],
  ] as const)
    expect((await app.post(`/api/admin/${path}`, body, ada)).status, path).toBe(200);
  return shop;
}

test.each(ENDINGS)('%s while a call waits: no call makes a way in any more', async (_, status, end) => {
  for (const [path, body] of WAYS_IN) {
    const { app, ada, beforeNext, hasHappened } = await openFullShop();
    let writes: unknown;
    beforeNext(() => {
      end(app);
      // What it told open pages is no write of the call.
      app.db.$client.exec('DELETE FROM changed');
      writes = writesSoFar(app.db);
    });
    const answer = await app.post(path, body(app), ada);
    expect({ path, status: answer.status, hasHappened: hasHappened() }).toEqual({
      path,
      status,
      hasHappened: true,
    });
    expect({ path, writes: writesSoFar(app.db) }).toEqual({ path, writes });
  }
});

test('without an ending, each of these calls works', async () => {
  for (const [path, body] of WAYS_IN) {
    const { app, ada, beforeNext } = await openFullShop();
    beforeNext(() => {});
    const { status } = await app.post(path, body(app), ada);
    expect({ path, status }).toEqual({ path, status: 200 });
  }
});

test('a passkey and recovery codes of a session that ended while they were checked are not stored', async () => {
  for (const which of ['passkeys', 'recovery-codes']) {
    const { app, ada, beforeNext, hasHappened } = await openShop();
    await withTotp(app, ada);
    const { body } = await newPasskey(app, ada);
    let writes: unknown;
    beforeNext(() => {
      asAda(app, { password: 'another hash' });
      writes = writesSoFar(app.db);
    });
    expect((await app.post(`/api/admin/security/${which}`, body, ada)).status).toBe(401);
    expect([hasHappened(), writesSoFar(app.db)]).toEqual([true, writes]);
  }
});

test('a token that was revoked or expired, or whose person lost rights, while its call waited does nothing', async () => {
  const endings: [number, (app: TestApp) => unknown][] = [
    [401, (app) => app.db.update(apiTokens).set({ revokedAt: app.clock.now }).run()],
    [401, (app) => app.wait(3 * DAY_MS)],
    [403, (app) => asAda(app, { role: 'staff' })],
  ];
  for (const [status, end] of endings) {
    const { app, ada, beforeNext } = await openShop();
    const { token } = (await app.post('/api/admin/tokens', { ...TOKEN, lastDay: '2026-11-22' }, ada)).body;
    const by = { Authorization: `Bearer ${token}` };
    // Its first use is recorded in a transaction of its own.
    await app.get('/api/json/orders', by);
    await expect.poll(() => app.db.select().from(apiTokens).get()?.lastUsedAt).not.toBeNull();
    beforeNext(() => end(app));
    expect((await app.post('/api/admin/webhooks', WEBHOOK, by)).status).toBe(status);
    expect((await app.get('/api/json/webhooks', ada)).body.webhooks ?? []).toEqual([]);
  }
});

test('a login whose person was deactivated or got another password while it waited starts no session', async () => {
  for (const changes of [{ isActive: false }, { password: 'another hash' }]) {
    const { app, beforeNext, hasHappened } = await openShop();
    const before = app.db.select().from(sessions).all().length;
    beforeNext(() => asAda(app, changes));
    const { status, headers } = await login(app);
    expect([hasHappened(), status]).toEqual([true, 410]);
    // Also not after a reactivation.
    asAda(app, { isActive: true });
    expect(await isLoggedIn(app, { cookie: cookieOf(headers) })).toBe(false);
    expect(app.db.select().from(sessions).all()).toHaveLength(before);
  }
});

test('a login that only knew the password starts no session for someone who has a second factor by now', async () => {
  const { app, beforeNext } = await openShop();
  beforeNext(() => asAda(app, { totpSecret: 'encrypted' }));
  const { status, headers } = await login(app);
  expect(status).toBe(410);
  expect(await isLoggedIn(app, { cookie: cookieOf(headers) })).toBe(false);
});

test('a login that waits for its second factor ends with a new password', async () => {
  const { app, ada } = await openShop();
  const { secret } = await withTotp(app, ada);
  const passkey = await withPasskey(app, ada);
  const stolen = (await login(app)).body.secondFactor.ticket;
  const start = await startPasskey(app, stolen);
  const change = { currentPassword: ADMIN.password, newPassword: 'another quiet north window' };
  expect((await app.post('/api/admin/reset-password', change, ada)).status).toBe(200);
  const bodies = [
    { ticket: stolen, code: codeOf(app, secret) },
    { ticket: start.ticket, passkey: passkey.sign(start.options) },
  ];
  for (const body of bodies) expect((await app.post('/api/admin/login/factor', body)).status).toBe(410);
});

test('a password can only be changed by a session that has not ended meanwhile', async () => {
  const { app, ada, beforeNext } = await openShop();
  beforeNext(() => app.db.update(sessions).set({ endedAt: app.clock.now }).run());
  const change = { currentPassword: ADMIN.password, newPassword: 'another quiet north window' };
  expect((await app.post('/api/admin/reset-password', change, ada)).status).toBe(401);
  expect((await login(app)).status).toBe(200);
});
