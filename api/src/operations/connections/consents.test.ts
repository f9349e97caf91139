import { expect, onTestFinished, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { startFakeImap } from '../../../test/imap/fake-imap.ts';
import { startInbox } from '../../work/inbox/mailbox.ts';
import { checkInbox } from '../doctor/email-checks.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startMailLogin } from '../../../test/mail-login/fake-mail-login.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { currentTransport } from '../../email/current-transport.ts';
import { checkSmtp } from '../doctor/email-checks.ts';

const SCOPES = { microsoft: /SMTP\.Send/, google: /^https:\/\/mail\.google\.com\/$/ };

async function open(provider: 'microsoft' | 'google' = 'microsoft') {
  const login = await startMailLogin();
  const smtp = await startSmtpServer({
    accepts: (user, token) => login.accepts(user, token, SCOPES[provider]),
  });
  const app = await startTestApp({
    env: {
      variables: { MAIL_LOGIN_BASE: login.base },
      publicUrl: 'https://shop.example.com',
      dataDir: tempFolder(),
    },
  });
  app.clock.now = new Date();
  await addAdmin(app);
  const cookie = await loggedIn(app);
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
  const save = (changes: object = {}) =>
    app.post('/api/json/connections/email', { ...form, ...changes }, cookie);
  const back = async (url: string) => {
    const { pathname, search } = new URL(url);
    const answer = await fetch(app.base + pathname + search, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin#/settings/connections']);
  };
  const card = async () =>
    (await app.get('/api/json/connections', cookie)).body.connections.find(
      ({ id }: { id: string }) => id === 'email',
    );
  const connect = async () => {
    const { body } = await save();
    await back(login.consent(body.continueAt.url));
    expect(await card()).toMatchObject({ state: 'works', reason: null });
  };
  const transport = currentTransport(app.context);
  onTestFinished(() => transport.close());
  const send = () =>
    transport.send(
      {
        from: 'hello@shop.example',
        to: 'customer@example.com',
        replyTo: 'hello@shop.example',
        subject: 'Hello',
        html: '<p>Hi</p>',
        text: 'Hi',
        messageId: `<${Math.random()}@shop.example>`,
      },
      'test',
    );
  return { login, smtp, app, cookie, save, back, card, connect, send };
}

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
    for (const end of [
      () => void (app.clock.now = new Date(app.clock.now.getTime() + 3_600_000)),
      login.endAccess,
    ]) {
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
  const { login, smtp, app, cookie, save, back, card, connect, send } = await open();
  await connect();
  login.revoke();
  smtp.state.fault = 'closing';
  await send().catch(() => {});
  app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
  smtp.state.fault = 'takes';
  await expect(send()).rejects.toMatchObject({ retryPolicy: 'outage' });
  expect(await card()).toMatchObject({ state: 'fails', reason: expect.stringMatching(/consent.*has ended/) });
  expect(await checkSmtp(app.context)).toMatchObject({
    state: 'failure',
    message: expect.stringMatching(/has ended/),
    advice: expect.stringMatching(/Settings, Connections/),
  });
  const check = await app.post('/api/json/connections/email', { action: 'check' }, cookie);
  expect(check.body.message).toBe('Outgoing email doesn’t work');
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
  const { login, app, cookie, connect, save, send } = await open();
  await connect();
  const first = app.context.settings.consents.email?.refreshToken;
  app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
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
  expect((await app.post('/api/json/connections/email', { action: 'disconnect' }, cookie)).status).toBe(200);
  expect(app.context.settings.consents.email).toBeUndefined();
});

test('a mailbox is read with a consent, also after its token ended, and a revoked one is told', async () => {
  const { login, app, cookie, back } = await open();
  const imap = await startFakeImap();
  imap.state.accepts = (user, token) => login.accepts(user, token, /IMAP\.AccessAsUser/);
  const form = {
    host: '127.0.0.1',
    port: String(imap.inbox.port),
    user: login.state.user,
    login: 'microsoft',
    tenant: login.state.tenant,
    clientId: login.state.clientId,
    clientSecret: login.state.clientSecret,
  };
  const save = () => app.post('/api/json/connections/replies', form, cookie);
  const consent = async (options = {}) => back(login.consent((await save()).body.continueAt.url, options));
  const card = async () =>
    (await app.get('/api/json/connections', cookie)).body.connections.find(
      ({ id }: { id: string }) => id === 'replies',
    );
  await consent({ granted: 'https://outlook.office.com/SMTP.Send' });
  expect(await card()).toMatchObject({
    state: 'not-connected',
    reason: expect.stringMatching(/IMAP\.AccessAsUser\.All/),
  });
  await consent();
  expect(await card()).toMatchObject({ state: 'works', reason: null });
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
  app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
  imap.hangUp();
  await expect.poll(async () => (await card()).reason, { timeout: 20_000 }).toMatch(/has ended/);
  expect(await checkInbox(app.context)).toMatchObject({
    state: 'failure',
    message: expect.stringMatching(/has ended/),
    advice: expect.stringMatching(/consent again/),
  });
});
