import { expect, test } from 'vitest';
import * as sessionStore from './session-store.ts';
import { cookieOf, isLoggedIn, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { appWithAdmin, openConsole } from '../../../test/shop/admin-client.ts';

test('logout ends the session on the server and removes the cookie, and a new login works', async () => {
  const { app, cookie: ada } = await openConsole();
  const { status, body, headers } = await app.post('/api/admin/logout', {}, ada);
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true });
  expect(headers.getSetCookie()).toHaveLength(2);
  for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/expires=Thu, 01 Jan 1970/i);
  expect(await isLoggedIn(app, ada)).toBe(false);
  expect((await app.post('/api/admin/logout', {}, ada)).status).toBe(401);
  expect(await isLoggedIn(app, await loggedIn(app))).toBe(true);
});

test('logout ends only this session', async () => {
  const app = await appWithAdmin();
  const [here, there] = [await loggedIn(app), await loggedIn(app)];
  await app.post('/api/admin/logout', {}, here);
  expect(await isLoggedIn(app, there)).toBe(true);
});

test('requests in flight during logout cannot restore the session, even when they write it', async () => {
  const app = await appWithAdmin();
  const gate = Promise.withResolvers<void>();
  const inside = { count: 0 };
  app.router.post('/api/admin/slow', async (ctx) => {
    inside.count += 1;
    await gate.promise;
    ctx.session = { credential: '', ...ctx.session, adminId: 1, device: 'changed' };
    await ctx.session?.manuallyCommit();
    ctx.body = { success: true };
  });
  const ada = await loggedIn(app);
  const slow = Array.from({ length: 20 }, () => app.post('/api/admin/slow', {}, ada));
  await expect.poll(() => inside.count).toBe(20);
  await app.post('/api/admin/logout', {}, ada);
  gate.resolve();
  for (const { status, headers } of await Promise.all(slow)) {
    expect(status).toBe(200);
    expect(await isLoggedIn(app, { cookie: cookieOf(headers) })).toBe(false);
  }
  expect(await isLoggedIn(app, ada)).toBe(false);
});

test('the store permanently refuses the ID of an ended session', async () => {
  const app = await appWithAdmin();
  const { db, clock } = app;
  const { cookie } = await loggedIn(app);
  const id = /northlight-session=([\w-]+)/.exec(cookie)?.[1] ?? '';
  const data = sessionStore.find(db, clock.now, id);
  if (!data) throw new Error('The session should be there.');
  sessionStore.end(db, clock.now, id);
  sessionStore.insert(db, clock.now, id, data, 60_000);
  expect(sessionStore.find(db, clock.now, id)).toBeUndefined();
});
