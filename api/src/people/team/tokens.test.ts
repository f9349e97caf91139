import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ROLES, type Role } from '@northlight/shared/contracts/rights.ts';
import { endpointOf, type Call } from '@northlight/shared/contracts/endpoints.ts';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { dashboardCalls } from '../../../test/fixtures/rights-by-call.ts';
import { withTotp } from '../../../test/fixtures/second-factor.ts';
import { rawRequest } from '../../../test/shop/raw-request.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS } from '../../base/units.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { adminUsers, apiTokens, auditLog, sessions } from '../../db/schema/people.ts';

const PASSWORD = 'a quiet north window';
const by = (token: string) => ({ Authorization: `Bearer ${token}` });

async function openShop(role: Role = 'owner') {
  const app = await startTestApp();
  await addAdmin(app, { username: role, password: PASSWORD, role });
  const cookie = await loggedIn(app, { username: role, password: PASSWORD });
  const create = (body: object = {}) =>
    app.post('/api/admin/tokens', { name: 'Zapier', role, lastDay: null, ...body }, cookie);
  return {
    app,
    cookie,
    create,
    token: async (body?: object): Promise<string> => (await create(body)).body.token,
  };
}
const statusOf = async (app: TestApp, token: string, path = '/api/json/orders') =>
  (await app.get(path, by(token))).status;

test('a token calls the API without a login, and the log names it', async () => {
  const { app, token, cookie } = await openShop();
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  const key = await token();
  expect(key).toMatch(/^northlight_[\w-]{43}$/);
  expect((await app.get('/api/json/orders', by(key))).body.orders).toHaveLength(1);
  const note = { text: 'From a program', key: crypto.randomUUID() };
  const answer = await app.post('/api/admin/cases/ORD-10001/notes', note, by(key));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('set-cookie')).toBeNull();
  const entry = app.db.select().from(auditLog).all().at(-1);
  expect(entry).toMatchObject({
    who: 'owner (API token “Zapier”)',
    action: 'POST /api/admin/cases/:orderNumber/notes',
  });
  // Its own text is stored nowhere.
  expect(JSON.stringify(app.db.select().from(apiTokens).all())).not.toContain(key);
  expect(app.db.select().from(sessions).all()).toHaveLength(1);
  const { tokens } = (await app.get('/api/json/tokens', cookie)).body;
  expect(tokens).toMatchObject([{ name: 'Zapier', by: 'owner', role: 'owner', expiresAt: null }]);
  expect(tokens[0].lastUsedAt).not.toBeNull();
});

test.each(ROLES)(
  'a token of the role %s may call what the list says, and never what a person must do',
  async (role) => {
    const { app, token } = await openShop('owner');
    app.sendEmails();
    const headers = by(await token({ role }));
    for (const { name, roles } of dashboardCalls.filter(({ name }) => name !== 'GET /api/admin/live')) {
      const { access, isForPeople } = { isForPeople: false, ...endpointOf(name as Call) };
      const isAllowed = roles.includes(role) && access !== 'self' && !isForPeople;
      const [method = '', path = ''] = name.split(' ');
      const { status } = await rawRequest(app.base, { method, path: path.replaceAll(/:\w+/g, '0'), headers });
      expect({ name, isForbidden: status === 403 }).toEqual({ name, isForbidden: !isAllowed });
      expect({ name, isLoggedOut: status === 401 }).toEqual({ name, isLoggedOut: false });
    }
  },
);

test('people, roles, and tokens are not for tokens, by a list of their own', () => {
  const isForPeople = dashboardCalls
    .map(({ name }) => name)
    .filter((name) => 'isForPeople' in endpointOf(name as Call));
  expect(isForPeople).toEqual([
    'POST /api/json/connections/:id',
    'POST /api/json/live-payments',
    'POST /api/admin/people',
    'POST /api/admin/people/:id',
    'POST /api/admin/people/:id/invite',
    'POST /api/admin/security/settings',
  ]);
});

test('a token has at most the rights of its person, also when these change later', async () => {
  const { create: asStaff, app, token } = await openShop('staff');
  expect((await asStaff({ role: 'owner' })).body.fields).toEqual({
    role: ['A token can’t have more rights than you.'],
  });
  const key = await token();
  expect(await statusOf(app, key, '/api/json/form-submissions')).toBe(200);
  expect(await statusOf(app, key, '/api/json/shop/versions')).toBe(403);
  app.db.update(adminUsers).set({ role: 'accountant' }).where(eq(adminUsers.username, 'staff')).run();
  expect(await statusOf(app, key, '/api/json/form-submissions')).toBe(403);
  expect(await statusOf(app, key)).toBe(200);
  app.db.update(adminUsers).set({ isActive: false }).where(eq(adminUsers.username, 'staff')).run();
  expect(await statusOf(app, key)).toBe(401);
});

test('a revoked, expired, unknown, or mistyped token opens nothing', async () => {
  const { app, token, create, cookie } = await openShop();
  const key = await token({ lastDay: '2026-11-23' });
  expect((await create({ lastDay: '2026-11-20' })).body.fields).toEqual({
    lastDay: ['Please choose a day in the future.'],
  });
  expect(await statusOf(app, key)).toBe(200);
  for (const wrong of [`${key}x`, key.slice(0, -1), 'northlight_', 'x', key.toUpperCase()])
    expect(await statusOf(app, wrong)).toBe(401);
  // A cookie beside a wrong token doesn't help.
  expect((await app.get('/api/json/orders', { ...cookie, ...by('x') })).status).toBe(401);
  await app.post('/api/admin/tokens/1/revoke', {}, cookie);
  expect((await app.get('/api/json/orders', by(key))).body).toMatchObject({ code: 'token_invalid' });
  const other = await token({ lastDay: '2026-11-23' });
  app.clock.now = new Date(app.clock.now.getTime() + 3 * DAY_MS);
  expect(await statusOf(app, other)).toBe(401);
});

test('others see and revoke only their own tokens; owners see all', async () => {
  const { app, token, cookie } = await openShop();
  await token();
  await addAdmin(app, { username: 'sam', password: PASSWORD, role: 'staff' });
  const sam = await loggedIn(app, { username: 'sam', password: PASSWORD });
  expect((await app.get('/api/json/tokens', sam)).body.tokens).toEqual([]);
  expect((await app.post('/api/admin/tokens/1/revoke', {}, sam)).status).toBe(404);
  await app.post('/api/admin/tokens', { name: 'Mine', role: 'staff', lastDay: null }, sam);
  expect((await app.get('/api/json/tokens', cookie)).body.tokens).toHaveLength(2);
  expect((await app.post('/api/admin/tokens/2/revoke', {}, cookie)).status).toBe(200);
});

test('public calls ignore a token, and one in the query or a form is none', async () => {
  const { app, token } = await openShop();
  const key = await token();
  expect((await app.get('/api/payment-mode', by('wrong'))).status).toBe(200);
  expect((await app.get(`/api/json/orders?token=${key}&access_token=${key}`)).status).toBe(401);
});

test('an owner who must set up a second factor first can’t make a token, and has none that works', async () => {
  const { app, cookie, token, create } = await openShop();
  const key = await token();
  saveShopSettings(app.db, { requireSecondFactor: true }, null, app.clock.now);
  expect(await statusOf(app, key)).toBe(403);
  expect((await create()).body.code).toBe('second_factor_required');
  await withTotp(app, cookie);
  expect(await statusOf(app, key)).toBe(200);
});

test('a new password and a deactivation end the tokens, also after a reactivation', async () => {
  const { app, cookie, token } = await openShop();
  await addAdmin(app, { username: 'sam', password: PASSWORD, role: 'staff' });
  const asSam = await loggedIn(app, { username: 'sam', password: PASSWORD });
  const made = await app.post('/api/admin/tokens', { name: 'Mine', role: 'staff', lastDay: null }, asSam);
  const sam = app.db.select().from(adminUsers).where(eq(adminUsers.username, 'sam')).get();
  for (const isActive of [false, true])
    expect((await app.post(`/api/admin/people/${sam?.id}`, { isActive }, cookie)).status).toBe(200);
  expect(await statusOf(app, made.body.token)).toBe(401);
  const key = await token();
  const change = { currentPassword: PASSWORD, newPassword: 'another quiet north window' };
  expect((await app.post('/api/admin/reset-password', change, cookie)).status).toBe(200);
  expect(await statusOf(app, key)).toBe(401);
});
