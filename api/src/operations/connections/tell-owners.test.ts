import { expect, test } from 'vitest';
import { addAdmin, ADMIN, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import { UNTIL } from '../../../test/until.ts';

const EVE = { username: 'eve', password: 'a quiet south window', email: 'eve@studio.example' };
const CHANGED = /^[\w ]+ (?:changed the settings for|disconnected) Outgoing email$/;

type Who = Record<string, string>;

/** A shop with two owners and a mail server. */
async function aShop() {
  const old = await startSmtpServer();
  const shop = await connectionShop();
  const { app, save, cookie } = shop;
  await addAdmin(app, { ...EVE, role: 'owner' });
  const eve = await loggedIn(app, EVE);
  const form = ({ url }: { url: string }) => ({
    host: '127.0.0.1',
    port: /\d+$/.exec(url)?.[0],
    from: 'hello@studio.example',
  });
  expect((await save('email', form(old))).status).toBe(200);
  const subjects = ({ received }: typeof old) =>
    received.map(({ email }) => email.subject ?? '').filter((subject) => CHANGED.test(subject));
  const byNew = async () => (await app.sentEmails()).filter(({ subject }) => CHANGED.test(subject));
  const news = async (who: Who) => (await app.get('/api/json/overview', who)).body.changedConnections;
  return { app, old, ada: cookie, eve, form, subjects, byNew, news };
}

test('the notice of another mail server goes to all owners through the one before, and not through the new one', async () => {
  const { app, old, eve, form, subjects, byNew } = await aShop();
  const other = await startSmtpServer();
  const changed = await app.post('/api/json/connections/email', form(other), eve);
  expect(changed.status).toBe(200);
  await expect.poll(() => subjects(old), UNTIL).toHaveLength(2);
  expect(old.received.flatMap(({ recipients }) => recipients)).toEqual(expect.arrayContaining([EVE.email]));
  app.wait(10 * 60_000);
  expect([await byNew(), subjects(other)]).toEqual([[], []]);
  // Also for none.
  await app.post('/api/json/connections/email', { action: 'disconnect' }, eve);
  await expect.poll(() => subjects(other), UNTIL).toHaveLength(2);
});

test('if the mail server before doesn’t take it, the notice goes out by the new one at once', async () => {
  const { app, old, eve, form, byNew } = await aShop();
  await old.goAway();
  const other = await startSmtpServer();
  await app.post('/api/json/connections/email', form(other), eve);
  await expect.poll(async () => (await byNew()).length, UNTIL).toBe(2);
});

test('a connection that was changed stands on the overview of each other owner until that owner dismisses it', async () => {
  const { app, ada, eve, form, news } = await aShop();
  // What is connected for the first time replaces nothing.
  expect(await news(ada)).toBeUndefined();
  await app.post('/api/json/connections/email', form(await startSmtpServer()), eve);
  const told = await news(ada);
  expect(told).toEqual([{ label: 'Outgoing email', news: 'changed', by: 'eve', at: expect.any(String) }]);
  expect(await news(eve)).toBeUndefined();
  const dismiss = (until: string, who: Who) => app.post('/api/admin/connection-news', { until }, who);
  // What happened after somebody read it is not dismissed with it.
  await dismiss(new Date(Date.parse(told[0].at) - 1).toISOString(), ada);
  expect(await news(ada)).toEqual(told);
  expect((await dismiss(told[0].at, ada)).status).toBe(200);
  expect(await news(ada)).toBeUndefined();
  app.wait(1_000);
  await app.post('/api/json/connections/email', { action: 'disconnect' }, eve);
  expect(await news(ada)).toMatchObject([{ news: 'disconnected' }]);
  await addAdmin(app, { username: 'sam', password: ADMIN.password, role: 'staff' });
  expect(await news(await loggedIn(app, { username: 'sam', password: ADMIN.password }))).toBeUndefined();
});
