import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { adminUsers, sessions } from '../../db/schema/people.ts';
import {
  addAdmin,
  ADMIN,
  cookieOf,
  isLoggedIn,
  loggedIn,
  login,
} from '../../../test/fixtures/admin-fixtures.ts';
import { startTestApp, TEST_NOW, type TestApp, testEnv } from '../../../test/shop/test-app.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/units.ts';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { createFirstAdmin } from './first-admin.ts';
import { firstPasswordFile } from './first-password.ts';
import { appWithAdmin, openConsole } from '../../../test/shop/admin-client.ts';

test('the right name and password log in, and the time is stored', async () => {
  const app = await appWithAdmin();
  const { status, body, headers } = await login(app);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    message: 'Login successful',
    user: {
      id: 1,
      name: 'ada',
      role: 'owner',
      staffSeesRevenue: false,
      timeZone: 'America/New_York',
      hasPasskey: false,
      businessName: 'Northlight Studio',
    },
  });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await isLoggedIn(app, { cookie: cookieOf(headers) })).toBe(true);
  expect(app.db.select().from(adminUsers).get()).toMatchObject({ lastLogin: TEST_NOW, role: 'owner' });
});

test('spaces around the name are ignored, those in the password are not', async () => {
  const app = await appWithAdmin();
  expect((await login(app, { ...ADMIN, username: ' ada ' })).status).toBe(200);
  expect((await login(app, { ...ADMIN, password: `${ADMIN.password} ` })).status).toBe(401);
});

test('the email address logs in like the username, and the failures of both count together', async () => {
  const app = await appWithAdmin({ env: { isRateLimited: true, trustProxyHops: 1 } });
  const { email = '' } = app.db.select().from(adminUsers).get() ?? {};
  expect((await login(app, { ...ADMIN, username: email.toUpperCase() })).status).toBe(200);
  const wrong = async (username: string, address: string) => {
    const body = { username, password: 'wrong' };
    const answer = await app.post('/api/admin/login', body, { 'x-forwarded-for': address });
    return [answer.status, answer.body.message];
  };
  // Nobody learns which addresses exist.
  expect(await wrong(email, '203.0.113.1')).toEqual([401, 'Invalid credentials']);
  expect(await wrong('nobody@studio.example', '203.0.113.2')).toEqual([401, 'Invalid credentials']);
  const counts = app.db.$client
    .prepare(`SELECT key FROM limit_times WHERE key LIKE 'login-user %' ORDER BY key`)
    .pluck()
    .all();
  expect(counts).toEqual(['login-user ada', 'login-user nobody@studio.example']);
});

test.each([
  ['a wrong password', { ...ADMIN, password: 'wrong' }],
  ['an unknown name', { ...ADMIN, username: 'nobody' }],
  ['another spelling of the name', { ...ADMIN, username: 'Ada' }],
  ['nonsense', { username: "' OR 1=1 --", password: '\0' }],
])('%s gets the same message and no cookie', async (_name, credentials) => {
  const app = await appWithAdmin();
  const { status, body, headers } = await login(app, credentials);
  expect(status).toBe(401);
  expect(body).toMatchObject({
    success: false,
    message: 'Invalid credentials',
    error: 'Invalid credentials',
  });
  expect(headers.getSetCookie()).toEqual([]);
  expect(app.db.select().from(sessions).all()).toEqual([]);
});

test('an inactive administrator cannot log in, and an existing session and a token end at once', async () => {
  const { app, cookie: ada, act } = await openConsole();
  const { body } = await act('/api/admin/tokens', { name: 'Zapier', role: 'owner', lastDay: null });
  const token = { Authorization: `Bearer ${body.token}` };
  const statuses = () =>
    Promise.all([ada, token].map(async (by) => (await app.get('/api/json/orders', by)).status));
  expect(await statuses()).toEqual([200, 200]);
  app.db.update(adminUsers).set({ isActive: false }).where(eq(adminUsers.username, 'ada')).run();
  expect((await login(app)).body).toMatchObject({ message: 'Invalid credentials' });
  expect(await isLoggedIn(app, ada)).toBe(false);
  expect(await statuses()).toEqual([401, 401]);
});

test('both fields are required', async () => {
  const app = await appWithAdmin();
  const { status, body } = await app.post('/api/admin/login', { username: ' ' });
  expect(status).toBe(400);
  expect(body.fields).toEqual({ username: ['Username is required'], password: ['Password is required'] });
});

test('the session ID changes at login, even when the browser sends one', async () => {
  const app = await appWithAdmin();
  const first = await loggedIn(app);
  const { headers } = await login(app, ADMIN, first);
  const second = { cookie: cookieOf(headers) };
  expect(second.cookie).not.toBe(first.cookie);
  expect(await isLoggedIn(app, second)).toBe(true);
  expect(await isLoggedIn(app, first)).toBe(false);
});

test('a session ID chosen by someone else never becomes a session', async () => {
  const app = await appWithAdmin();
  const planted = 'northlight-session=chosen-by-a-stranger';
  const { headers } = await login(app, ADMIN, { cookie: planted });
  expect(cookieOf(headers)).not.toContain('chosen-by-a-stranger');
  expect(await isLoggedIn(app, { cookie: planted })).toBe(false);
});

test('the cookie has 32 random bytes and their signature, and a changed one is worthless', async () => {
  const app = await appWithAdmin();
  const { cookie } = await loggedIn(app);
  const [, id = '', signature] =
    /^northlight-session=([\w-]{43}); northlight-session\.sig=([\w-]+);/.exec(cookie) ?? [];
  expect(Buffer.from(id, 'base64url')).toHaveLength(32);
  const other = id.startsWith('A') ? 'B' : 'A';
  const forged = `northlight-session=${other}${id.slice(1)}; northlight-session.sig=${signature}`;
  expect(await isLoggedIn(app, { cookie: forged })).toBe(false);
  expect(await isLoggedIn(app, { cookie: `northlight-session=${id}` })).toBe(false);
});

test('the database does not contain the session ID', async () => {
  const app = await appWithAdmin();
  const { cookie } = await loggedIn(app);
  const id = /northlight-session=([\w-]+)/.exec(cookie)?.[1] ?? 'none';
  expect(app.db.$client.serialize().includes(id)).toBe(false);
});

test.each([
  ['http://localhost:3000', false],
  ['https://shop.example.com', true],
])(
  'at %s all cookies are HttpOnly and SameSite; Secure and limited to this host: %s',
  async (publicUrl, isSecure) => {
    const app = await appWithAdmin({ env: { publicUrl } });
    const { headers } = await login(app);
    const cookies = headers.getSetCookie();
    const prefix = isSecure ? '__Host-' : '';
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(
      ['northlight-session', 'northlight-session.sig', 'northlight-device'].map((name) => prefix + name),
    );
    expect(await isLoggedIn(app, { cookie: cookieOf(headers) })).toBe(true);
    for (const cookie of cookies) {
      const flags = cookie.toLowerCase().split('; ').slice(1);
      expect(flags).toEqual(expect.arrayContaining(['path=/', 'httponly', 'samesite=strict']));
      expect(flags.includes('secure'), cookie).toBe(isSecure);
      expect(flags.some((flag) => flag.startsWith('domain'))).toBe(false);
    }
  },
);

test('over https a cookie planted by another host or an unencrypted connection is ignored', async () => {
  const app = await appWithAdmin({ env: { publicUrl: 'https://shop.example.com' } });
  const planted = 'northlight-session=planted; northlight-session.sig=planted';
  const { headers } = await login(app, ADMIN, { cookie: planted });
  expect(await isLoggedIn(app, { cookie: `${planted}; ${cookieOf(headers)}` })).toBe(true);
});

const byPerson = { 'northlight-by-person': 'yes' };

test('an idle session ends after twelve hours, however often the dashboard polls', async () => {
  const { app, cookie: ada } = await openConsole();
  for (let hour = 1; hour < 12; hour += 1) {
    app.wait(HOUR_MS);
    expect((await app.get('/api/json/overview', ada)).status).toBe(200);
  }
  app.wait(HOUR_MS);
  expect(await isLoggedIn(app, ada)).toBe(false);
});

test.each([
  [
    'what the administrator reads',
    (app: TestApp, ada: { cookie: string }) => app.get('/api/json/orders', { ...ada, ...byPerson }),
  ],
  [
    'what the administrator does',
    (app: TestApp, ada: { cookie: string }) => app.post('/api/admin/cases/ORD-1/notes', { text: 'x' }, ada),
  ],
])('%s keeps a session alive, until seven days after login', async (_name, use) => {
  const { app, cookie: ada } = await openConsole();
  for (let hours = 11; hours < 7 * 24; hours += 11) {
    app.wait(11 * HOUR_MS);
    await use(app, ada);
    expect(await isLoggedIn(app, ada), `${hours}`).toBe(true);
  }
  app.clock.now = new Date(TEST_NOW.getTime() + 7 * 24 * HOUR_MS);
  expect(await isLoggedIn(app, ada)).toBe(false);
  app.wait(HOUR_MS);
  await loggedIn(app);
  expect(app.db.select().from(sessions).all()).toHaveLength(1);
});

test('an ended session cannot be revived by using it', async () => {
  const { app, cookie: ada } = await openConsole();
  app.wait(12 * HOUR_MS);
  await app.get('/api/admin/auth-status', { ...ada, ...byPerson });
  expect(await isLoggedIn(app, ada)).toBe(false);
});

test('setting the clock back ends sessions instead of extending them; a one-minute correction does not', async () => {
  const { app, cookie: ada } = await openConsole();
  app.wait(-MINUTE_MS);
  expect(await isLoggedIn(app, ada)).toBe(true);
  app.wait(-HOUR_MS);
  expect(await isLoggedIn(app, ada)).toBe(false);
});

test('a session is not extended by a use recorded before the clock was set back', async () => {
  const { app, cookie: ada } = await openConsole();
  app.wait(6 * HOUR_MS);
  await app.get('/api/admin/auth-status', { ...ada, ...byPerson });
  app.wait(-5 * HOUR_MS);
  expect(await isLoggedIn(app, ada)).toBe(false);
});

test('a login sent by another site is rejected', async () => {
  const app = await appWithAdmin();
  expect((await login(app, ADMIN, { origin: 'https://evil.example' })).status).toBe(403);
});

const RANDOM = { username: 'admin', password: undefined };

async function anEmptyShop() {
  const dataDir = tempFolder();
  const app = await startTestApp({ env: { dataDir } });
  return { app, dataDir, file: firstPasswordFile(dataDir) };
}

const create = (
  { db, passwords }: TestApp,
  dataDir: string,
  admin: { username: string; password: string | undefined },
) =>
  createFirstAdmin({
    db,
    passwords,
    settings: testEnv({ admin, dataDir }),
    now: () => TEST_NOW,
  });

/** Reads the credentials from the file. */
function readCredentials(file: string): { username: string; password: string } {
  const [, username = '', password = ''] =
    /^Username: (.+)\nPassword: ([\w-]{16})\n$/.exec(readFileSync(file, 'utf8')) ?? [];
  return { username, password };
}

test('the first administrator comes from the settings, and no password file is written', async () => {
  const { app, dataDir, file } = await anEmptyShop();
  const grace = { username: 'grace', password: 'from the settings' };
  await create(app, dataDir, grace);
  expect((await login(app, grace)).status).toBe(200);
  expect(existsSync(file)).toBe(false);
});

test('without a password a random one is saved in a file that only its owner can read', async () => {
  const { app, dataDir, file } = await anEmptyShop();
  writeFileSync(file, 'of an earlier shop');
  chmodSync(file, 0o644);
  await create(app, dataDir, RANDOM);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  expect((await login(app, readCredentials(file))).status).toBe(200);
  expect(existsSync(file)).toBe(true);
});

test('the file is deleted when that password is changed, and not when another administrator changes theirs', async () => {
  const { app, dataDir, file } = await anEmptyShop();
  await create(app, dataDir, RANDOM);
  const first = readCredentials(file);
  const change = async (credentials: { username: string; password: string }) =>
    app.post(
      '/api/admin/reset-password',
      { currentPassword: credentials.password, newPassword: 'a brighter window' },
      await loggedIn(app, credentials),
    );
  const grace = { username: 'grace', password: 'another quiet window' };
  await addAdmin(app, grace);
  expect((await change(grace)).status).toBe(200);
  expect(existsSync(file)).toBe(true);
  expect((await change(first)).status).toBe(200);
  expect(existsSync(file)).toBe(false);
});

test('a weak ADMIN_PASSWORD is rejected with the reason, and no administrator is created', async () => {
  const { app, dataDir } = await anEmptyShop();
  await expect(create(app, dataDir, { username: 'grace', password: 'password1' })).rejects.toThrow(
    /^ADMIN_PASSWORD is not accepted\. This password is too common/,
  );
  expect(app.db.select().from(adminUsers).all()).toEqual([]);
});

test('when an administrator exists, the settings change nothing, not even a weak password', async () => {
  const { app, dataDir, file } = await anEmptyShop();
  await create(app, dataDir, { username: 'grace', password: 'from the settings' });
  await create(app, dataDir, { username: 'mallory', password: 'password1' });
  await create(app, dataDir, RANDOM);
  expect(app.db.select().from(adminUsers).all()).toMatchObject([{ username: 'grace', isActive: true }]);
  expect(existsSync(file)).toBe(false);
});
