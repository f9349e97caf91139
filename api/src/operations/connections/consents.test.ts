import { expect, onTestFinished, test } from 'vitest';
import { anEmail } from '../../../test/fixtures/email-fixtures.ts';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { startFakeImap } from '../../../test/imap/fake-imap.ts';
import * as store from '../../db/connection-store.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { startInbox } from '../../work/inbox/mailbox.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/units.ts';
import { startMailLogin } from '../../../test/mail-login/fake-mail-login.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import { currentTransport } from '../../email/current-transport.ts';
import { checkInbox, checkSmtp } from '../doctor/email-checks.ts';

const SCOPES = { microsoft: /SMTP\.Send/, google: /^https:\/\/mail\.google\.com\/$/ };

async function open(provider: 'microsoft' | 'google' = 'microsoft') {
  const login = await startMailLogin();
  const smtp = await startSmtpServer({
    accepts: (user, token) => login.accepts(user, token, SCOPES[provider]),
  });
  const shop = await connectionShop({ MAIL_LOGIN_BASE: login.base });
  const { app, cookie } = shop;
  const { state } = login;
  const form = {
    host: '127.0.0.1',
    port: /\d+$/.exec(smtp.url)?.[0] ?? '',
    user: state.user,
    login: provider,
    ...(provider === 'microsoft' && { tenant: state.tenant }),
    clientId: state.clientId,
    clientSecret: state.clientSecret,
    from: state.user,
  };
  const save = (changes: object = {}) => shop.save('email', { ...form, ...changes });
  const back = async (url: string) => {
    const { pathname, search } = new URL(url);
    const answer = await fetch(app.base + pathname + search, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin#/settings/connections']);
  };
  const card = (id = 'email') => shop.card(id);
  const connect = async () => {
    const { body } = await save();
    await back(login.consent(body.continueAt.url));
    expect(await card()).toMatchObject({ state: 'works', reason: null });
  };
  const transport = currentTransport(app.context);
  onTestFinished(() => transport.close());
  const send = () => transport.send(anEmail({ messageId: `<${Math.random()}@shop.example>` }), 'test');
  const act = (id: string, action: string) => shop.save(id, { action });
  return { login, smtp, app, cookie, form, shop, save, act, back, card, connect, send };
}

test.each([
  ['logged out', ({ app, cookie }) => app.post('/api/admin/logout', {}, cookie)],
  ['set a new password', ({ app }) => app.db.update(adminUsers).set({ password: 'another hash' }).run()],
  ['was deactivated', ({ app }) => app.db.update(adminUsers).set({ isActive: false }).run()],
  ['is no owner any more', ({ app }) => app.db.update(adminUsers).set({ role: 'accountant' }).run()],
] satisfies [string, (shop: Awaited<ReturnType<typeof open>>) => unknown][])(
  'a consent that somebody asked for who then %s changes nothing',
  async (_what, end) => {
    const shop = await open();
    const { body } = await shop.save();
    const way = shop.login.consent(body.continueAt.url);
    const asked = shop.login.state.requests.length;
    await end(shop);
    await shop.back(way);
    expect(store.rowOf(shop.app.db, 'email')?.sealed ?? null).toBeNull();
    expect(shop.login.state.requests).toHaveLength(asked);
    expect(shop.smtp.received).toEqual([]);
  },
);

test.each(['microsoft', 'google'] as const)(
  'a consent at %s lets the shop send, and its tokens are renewed',
  async (provider) => {
    const { login, smtp, app, cookie, save, back, card, send } = await open(provider);
    const { body } = await save();
    expect(body).toMatchObject({ success: true, continueAt: { label: /Microsoft|Google/ } });
    expect(await card()).toMatchObject({ state: 'not-connected' });
    const way = login.consent(body.continueAt.url);
    await back(way);
    expect(await card()).toMatchObject({
      state: 'works',
      asks: expect.stringContaining('ada@studio.example'),
    });
    expect(smtp.received).toMatchObject([{ user: 'hello@shop.example', recipients: ['ada@studio.example'] }]);
    await send();
    expect(smtp.received).toHaveLength(2);
    // The way back works once.
    const requests = login.state.requests.length;
    await back(way);
    expect(login.state.requests).toHaveLength(requests);
    // An access token lasts for an hour, or ends with a password change.
    for (const end of [() => app.wait(HOUR_MS), login.endAccess]) {
      end();
      smtp.state.fault = 'closing';
      await send().catch(() => {});
      smtp.state.fault = 'takes';
      await send();
    }
    expect(await card()).toMatchObject({ state: 'works' });
    const audit = await app.get('/api/json/audit', cookie);
    expect(JSON.stringify(audit.body)).toContain('Outgoing email');
    expect(JSON.stringify([audit.body, await card()])).not.toContain('MARKED');
  },
);

test('a consent that was revoked is told on the card, by the doctor, and asked for again', async () => {
  const { login, smtp, app, act, save, back, card, connect, send } = await open();
  await connect();
  login.revoke();
  smtp.state.fault = 'closing';
  await send().catch(() => {});
  app.wait(HOUR_MS);
  smtp.state.fault = 'takes';
  await expect(send()).rejects.toMatchObject({ retryPolicy: 'outage' });
  expect(await card()).toMatchObject({ state: 'fails', reason: expect.stringMatching(/consent.*has ended/) });
  expect(await checkSmtp(app.context)).toMatchObject({
    state: 'failure',
    message: expect.stringMatching(/has ended/),
    advice: expect.stringMatching(/Settings, Connections/),
  });
  expect((await act('email', 'check')).body.message).toBe('Outgoing email doesn’t work');
  const { body } = await save({ clientSecret: '' });
  await back(login.consent(body.continueAt.url));
  expect(await card()).toMatchObject({ state: 'works', reason: null });
  await send();
});

test('each mistake of the registration is told at its field or on the card, and nothing is saved', async () => {
  const { login, save, back, card } = await open();
  const asked = async (changes: object = {}) => (await save(changes)).body.continueAt.url as string;
  expect((await save({ user: 'hello' })).body.fields.user[0]).toMatch(/email address of the mailbox/);
  expect((await save({ clientId: '' })).body.fields.clientId[0]).toBe('Please fill this in');
  await expect(async () => login.consent(await asked({ tenant: 'other' }))).rejects.toThrow(
    /Tenant not found/,
  );
  const reason = async (url: string) => {
    await back(url);
    const found = await card();
    expect(found.state).toBe('not-connected');
    return found.reason;
  };
  const canceled = new URL(login.consent(await asked()));
  canceled.searchParams.delete('code');
  canceled.searchParams.set('error', 'access_denied');
  expect(await reason(canceled.href)).toMatch(/Nobody consented at Microsoft/);
  expect(await reason(login.consent(await asked(), { granted: '' }))).toMatch(/permission SMTP\.Send/);
  expect(await reason(login.consent(await asked(), { user: 'ada@shop.example' }))).toMatch(
    /refused the consent for hello@shop.example/,
  );
  expect(await reason(login.consent(await asked({ clientSecret: 'wrong' })))).toMatch(
    /doesn’t accept this client/,
  );
  login.state.isSecretExpired = true;
  expect(await reason(login.consent(await asked()))).toMatch(/client secret has expired/);
  login.state.isSecretExpired = false;
  login.state.isDown = true;
  expect(await reason(login.consent(await asked()))).toMatch(/didn’t answer/);
  login.state.isDown = false;
  const swapped = new URL(login.consent(await asked()));
  swapped.searchParams.set('state', 'somebody-else');
  await back(swapped.href);
  expect(await card()).toMatchObject({ state: 'not-connected' });
});

test('a renewed refresh token is kept, and another server never gets a token', async () => {
  const { login, app, act, connect, save, send } = await open();
  await connect();
  const first = app.context.settings.consents.email?.refreshToken;
  app.wait(HOUR_MS);
  await checkSmtp(app.context);
  const next = app.context.settings.consents.email?.refreshToken;
  expect(next).not.toBe(first);
  expect(login.refreshTokens.has(next ?? '')).toBe(true);
  await send();
  expect((await app.sentEmails()).filter(({ subject }) => /changed/.test(subject))).toEqual([]);
  const requests = login.state.requests.length;
  const { body } = await save({ host: 'localhost', clientSecret: '' });
  expect(body.continueAt).toBeDefined();
  expect(login.state.requests).toHaveLength(requests);
  expect((await save({ login: 'google', clientSecret: '' })).body.fields.clientSecret[0]).toBe(
    'Please fill this in',
  );
  expect((await act('email', 'disconnect')).status).toBe(200);
  expect(app.context.settings.consents.email).toBeUndefined();
});

test('a mailbox is read with a consent, also after its token ended, and a revoked one is told', async () => {
  const { login, app, shop, back, card, form } = await open();
  const imap = await startFakeImap();
  imap.state.accepts = (user, token) => login.accepts(user, token, /IMAP\.AccessAsUser/);
  const { from: _, ...mailbox } = { ...form, port: String(imap.inbox.port) };
  const consent = async (options = {}) => {
    const { body } = await shop.save('replies', mailbox);
    await back(login.consent(body.continueAt.url, options));
  };
  await consent({ granted: 'https://outlook.office.com/SMTP.Send' });
  expect(await card('replies')).toMatchObject({
    state: 'not-connected',
    reason: expect.stringMatching(/IMAP\.AccessAsUser\.All/),
  });
  await consent();
  expect(await card('replies')).toMatchObject({ state: 'works', reason: null });
  const inbox = startInbox(app.context);
  onTestFinished(async () => inbox?.stop());
  const loginsReach = (count: number) =>
    expect.poll(() => imap.state.logins, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  await loginsReach(2);
  login.endAccess();
  imap.hangUp();
  // The refused token, and a new one.
  await loginsReach(4);
  // The reader notes its success after the login.
  await expect.poll(async () => (await checkInbox(app.context)).state, { timeout: 20_000 }).toBe('ok');
  login.revoke();
  app.wait(HOUR_MS);
  imap.hangUp();
  await expect.poll(async () => (await card('replies')).reason, { timeout: 20_000 }).toMatch(/has ended/);
  expect(await checkInbox(app.context)).toMatchObject({
    state: 'failure',
    message: expect.stringMatching(/has ended/),
    advice: expect.stringMatching(/consent again/),
  });
});

test('a consent waits for a quarter of an hour, and is over after that', async () => {
  const { login, app, save, back, card } = await open();
  const url = async () => login.consent((await save()).body.continueAt.url);
  const late = await url();
  app.wait(15 * MINUTE_MS + 1);
  const requests = login.state.requests.length;
  await back(late);
  expect(login.state.requests).toHaveLength(requests);
  expect(await card()).toMatchObject({ state: 'not-connected' });
  const inTime = await url();
  app.wait(15 * MINUTE_MS);
  await back(inTime);
  expect(await card()).toMatchObject({ state: 'works' });
});

test.each([
  ['user', { user: 'other@shop.example' }],
  ['host', { host: 'localhost' }],
  ['client', { clientId: 'another-app' }],
])('another %s needs a consent of its own: the token of before goes nowhere', async (_what, changes) => {
  const { login, app, connect, save } = await open();
  await connect();
  const token = app.context.settings.consents.email?.refreshToken;
  const requests = login.state.requests.length;
  // Even if its owner saves it unchecked.
  const { body } = await save({ ...changes, saveAnyway: true });
  expect(body.continueAt).toBeDefined();
  expect(login.state.requests).toHaveLength(requests);
  expect(app.context.settings.consents.email?.refreshToken).toBe(token);
});
