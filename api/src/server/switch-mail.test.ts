import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startShopProcess } from '../../chaos/shop-process.ts';
import { cookieOf } from '../../test/fixtures/admin-fixtures.ts';
import { aCheckout, aDraft } from '../../test/fixtures/factories.ts';
import { startSmtpServer } from '../../test/fixtures/smtp-fixture.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { startFakeImap } from '../../test/imap/fake-imap.ts';
import { PASSWORD, USER } from '../../test/imap/test-mailbox.ts';
import { withSeenVersion } from '../../test/shop/seen-version.ts';
import { freePort } from '../../test/shop/free-port.ts';

const portOf = (url: string) => /\d+$/.exec(url)?.[0] ?? '';

test('a running server sends by the mail server and reads the mailbox that were saved last', async () => {
  const port = await freePort();
  const dataDir = tempFolder();
  const password = 'a quiet south window';
  const server = await startShopProcess({
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const base = `http://127.0.0.1:${port}`;
  const post = async (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie };
    return fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const login = await post('/api/admin/login', { username: 'admin', password });
  const cookie = cookieOf(login.headers);
  const connect = async (id: string, form: object) => {
    const path = `/api/json/connections/${id}`;
    const get = async (seen: string) => ({
      body: await (await fetch(base + seen, { headers: { cookie } })).json(),
    });
    const answer = await post(path, Object(await withSeenVersion(path, form, get)), cookie);
    expect([id, answer.status, await answer.text()]).toEqual([id, 200, expect.any(String)]);
  };
  const buy = async () => {
    const answer = await post('/api/checkout', aCheckout(aDraft({ serviceTypes: ['voice'] })));
    return ((await answer.json()) as { order: { orderNumber: string } }).order.orderNumber;
  };
  const first = await buy();
  await expect.poll(() => existsSync(join(dataDir, 'mail', `order-confirmation-${first}.eml`))).toBe(true);
  for (const smtp of [await startSmtpServer(), await startSmtpServer()]) {
    await connect('email', { host: '127.0.0.1', port: portOf(smtp.url), from: 'hello@shop.test' });
    const orderNumber = await buy();
    const has = () => smtp.received.some(({ email }) => email.subject?.includes(orderNumber));
    await expect.poll(has, { timeout: 20_000 }).toBe(true);
  }
  const [one, other] = [await startFakeImap(), await startFakeImap()];
  for (const imap of [one, other]) {
    const form = { host: '127.0.0.1', port: String(imap.inbox.port), user: USER, password: PASSWORD };
    await connect('replies', form);
    // The check of the form, and the reader, which then waits for news.
    await expect.poll(() => imap.state.logins, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  }
  const before = one.state.logins;
  one.deliver('From: ada@studio.example\r\nSubject: Hello\r\n\r\nHello\r\n');
  other.hangUp();
  await expect.poll(() => other.state.logins, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  expect([one.state.logins, one.state.fetchedBytes]).toEqual([before, 0]);
});
