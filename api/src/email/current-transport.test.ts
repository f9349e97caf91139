import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anEmail } from '../../test/fixtures/email-fixtures.ts';
import { startSmtpServer } from '../../test/fixtures/smtp-fixture.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { startMailLogin } from '../../test/mail-login/fake-mail-login.ts';
import { startTestApp } from '../../test/shop/test-app.ts';
import { currentTransport } from './current-transport.ts';

async function open() {
  const app = await startTestApp({ env: { dataDir: tempFolder() } });
  const { settings } = app.context;
  const transport = currentTransport(app.context);
  onTestFinished(() => transport.close());
  return {
    settings,
    saved: () => readdirSync(join(settings.dataDir, 'mail')),
    send: () => transport.send(anEmail(), 'test'),
  };
}

test('the next email goes out as the settings say by then', async () => {
  const { settings, saved, send } = await open();
  const [first, second] = [await startSmtpServer(), await startSmtpServer()];
  const counts = () => [first.received.length, second.received.length];
  expect(await send()).toBe('Saved as test.eml');
  expect(saved()).toEqual(['test.eml']);
  settings.smtpUrl = first.url;
  await send();
  await send();
  expect([counts(), first.state.connections]).toEqual([[2, 0], 1]);
  settings.smtpUrl = second.url;
  await send();
  expect(counts()).toEqual([2, 1]);
  delete settings.smtpUrl;
  expect(await send()).toBe('Saved as test.eml');
  expect(counts()).toEqual([2, 1]);
});

test('another password at the same server is used for the next email', async () => {
  const { settings, send } = await open();
  const server = await startSmtpServer({ login: { user: 'shop', password: 'new' } });
  const urlWith = (password: string) =>
    Object.assign(new URL(server.url), { username: 'shop', password }).href;
  settings.smtpUrl = urlWith('old');
  await expect(send()).rejects.toMatchObject({ retryPolicy: 'outage' });
  settings.smtpUrl = urlWith('new');
  await send();
  expect(server.received).toHaveLength(1);
});

test('a renewed refresh token keeps the connection, and another consent opens a new one', async () => {
  const { settings, send } = await open();
  const login = await startMailLogin();
  const server = await startSmtpServer({ accepts: (user, token) => login.accepts(user, token, /SMTP/) });
  const { tenant, clientId, clientSecret, user } = login.state;
  const scope = 'https://outlook.office.com/SMTP.Send';
  const use = (refreshToken: string, changes: object = {}) => {
    login.refreshTokens.set(refreshToken, { user, scope });
    const consent = {
      provider: 'microsoft' as const,
      tenant,
      clientId,
      clientSecret,
      refreshToken,
      base: login.base,
    };
    settings.consents = { email: { ...consent, ...changes } };
  };
  settings.smtpUrl = server.url.replace('://', `://${encodeURIComponent(user)}@`);
  use('first');
  await send();
  use('second');
  await send();
  expect([server.received.length, server.state.connections]).toEqual([2, 1]);
  login.state.clientSecret = 'another';
  use('third', { clientSecret: 'another' });
  await send();
  expect([server.received.length, server.state.connections]).toEqual([3, 2]);
});
