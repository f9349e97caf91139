import { expect, test } from 'vitest';
import {
  ADMIN,
  colleague,
  cookieOf,
  isLoggedIn,
  loggedIn,
  login,
} from '../../../test/fixtures/admin-fixtures.ts';
import { jsonPost, pipelined } from '../../../test/shop/pipeline.ts';
import { type TestApp } from '../../../test/shop/test-app.ts';
import { appWithAdmin, openConsole } from '../../../test/shop/admin-client.ts';

const NEW_PASSWORD = 'a brighter window';

const change = (
  app: TestApp,
  headers: { cookie: string },
  passwords: { currentPassword?: string; newPassword?: string } = {},
) =>
  app.post(
    '/api/admin/reset-password',
    { currentPassword: ADMIN.password, newPassword: NEW_PASSWORD, ...passwords },
    headers,
  );

test('the new password works, the old one does not', async () => {
  const app = await appWithAdmin();
  const { status, body } = await change(app, await loggedIn(app));
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, message: 'Password Updated' });
  expect((await login(app)).status).toBe(401);
  expect((await login(app, { ...ADMIN, password: NEW_PASSWORD })).status).toBe(200);
});

test('a password change ends every other session and gives this one a new ID', async () => {
  const app = await appWithAdmin();
  const [here, there] = [await loggedIn(app), await loggedIn(app)];
  const { headers } = await change(app, here);
  expect(await isLoggedIn(app, { cookie: cookieOf(headers) })).toBe(true);
  expect(await isLoggedIn(app, there)).toBe(false);
  expect(await isLoggedIn(app, here)).toBe(false);
});

test('a password change ends the API tokens and the link to set a new password', async () => {
  const { app, cookie } = await openConsole();
  const { headers: bo, credentials } = await colleague(app);
  const { body } = await app.post('/api/admin/tokens', { name: 'Mine', role: 'staff', lastDay: null }, bo);
  const link = await app.post('/api/admin/people/2/invite', {}, cookie);
  const [, id, key] = /#password=(\d+)\.([\w-]+)/.exec(link.body.link) ?? [];
  const states = async () => [
    (await app.get('/api/json/orders', { Authorization: `Bearer ${body.token}` })).status,
    (await app.post('/api/admin/invitation', { id: Number(id), key })).status,
  ];
  expect(await states()).toEqual([200, 200]);
  await change(app, bo, { currentPassword: credentials.password });
  expect(await states()).toEqual([401, 404]);
});

test('another administrator stays logged in', async () => {
  const app = await appWithAdmin();
  const { headers } = await colleague(app);
  await change(app, await loggedIn(app));
  expect(await isLoggedIn(app, headers)).toBe(true);
});

test('a login with the old password that is in flight during the change does not succeed', async () => {
  const { app, cookie: ada } = await openConsole();
  const isRight = app.passwords.isRight;
  const checked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  app.passwords.isRight = async (...given) => {
    app.passwords.isRight = isRight;
    const answer = await isRight(...given);
    checked.resolve();
    await gate.promise;
    return answer;
  };
  const late = login(app);
  await checked.promise;
  await change(app, ada);
  gate.resolve();
  expect(await isLoggedIn(app, { cookie: cookieOf((await late).headers) })).toBe(false);
});

test('of two simultaneous changes, one succeeds', async () => {
  const app = await appWithAdmin();
  const [here, there] = [await loggedIn(app), await loggedIn(app)];
  const changeTo = (newPassword: string, headers: { cookie: string }) =>
    jsonPost('/api/admin/reset-password', { currentPassword: ADMIN.password, newPassword }, headers);
  const answers = await pipelined(app.base, [
    changeTo('the first window', here),
    changeTo('the second window', there),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('a wrong current password changes nothing and ends no sessions', async () => {
  const { app, cookie: ada } = await openConsole();
  const { status, body } = await change(app, ada, { currentPassword: 'wrong' });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    success: false,
    message: 'Your current password is incorrect',
    fields: { currentPassword: ['Your current password is incorrect'] },
  });
  expect(await isLoggedIn(app, ada)).toBe(true);
  expect((await login(app)).status).toBe(200);
});

test('the new password has at least eight characters', async () => {
  const { app, cookie: ada } = await openConsole();
  const { status, body } = await change(app, ada, { newPassword: '1234567' });
  expect(status).toBe(400);
  expect(body.fields).toEqual({ newPassword: ['New password must be at least 8 characters'] });
  expect((await change(app, ada, { newPassword: 'w1nd0w-4' })).status).toBe(200);
});

test.each([
  ['a common password', 'Password1', /too common/],
  ['the user’s own name', 'ada-1234', /too similar to your name/],
  ['the business’s name', 'Northlight2026!', /too similar to your name or your business/],
])('%s is rejected as a new password, with the reason', async (_name, newPassword, reason) => {
  const { app, cookie: ada } = await openConsole();
  const { status, body } = await change(app, ada, { newPassword });
  expect([status, body.fields]).toEqual([400, { newPassword: [expect.stringMatching(reason)] }]);
  expect((await login(app)).status).toBe(200);
});
