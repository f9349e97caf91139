import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { connectionShop as open } from '../../../test/shop/connection-shop.ts';
import { projectRoot } from '../../base/paths.ts';
import * as store from '../../db/connection-store.ts';

const portOf = (url: string) => /\d+$/.exec(url)?.[0] ?? '';
const KEY = '01234567-89abcdef-01234567';
const STORE = { accessKeyId: 'id', secretAccessKey: 'secret-of-the-store', region: 'us-east-1' };

test('a saved password goes only to the server, the port, and the user it was saved for', async () => {
  const server = await startSmtpServer({ login: { user: 'shop', password: 'the-password' } });
  const other = await startSmtpServer({ login: { user: 'shop', password: 'the-password' } });
  const { app, save } = await open();
  const form = { host: '127.0.0.1', port: portOf(server.url), user: 'shop', from: 'hi@shop.test' };
  expect((await save('email', { ...form, password: 'the-password' })).status).toBe(200);
  const sent = other.received.length;
  for (const changes of [{ host: 'localhost' }, { port: portOf(other.url) }, { user: 'shop2' }])
    for (const saveAnyway of [false, true]) {
      const { status, body } = await save('email', { ...form, ...changes, password: '', saveAnyway });
      expect([status, body.fields.password[0]]).toEqual([400, 'Enter the password of this user.']);
    }
  expect(other.received).toHaveLength(sent);
  expect((await save('email', { ...form, from: 'new@shop.test', password: '' })).status).toBe(200);
  expect(app.context.settings.smtpUrl).toContain(':the-password@');
});

test('the saved secret of a store goes only to the address, the region, and the key it was saved for', async () => {
  const { app, save } = await open();
  const form = { to: 's3://bucket', key: KEY, keyEnd: KEY.slice(-6), endpoint: 'http://127.0.0.1:9' };
  expect((await save('backups', { ...form, ...STORE, saveAnyway: true })).status).toBe(200);
  const { secretAccessKey: _, ...known } = STORE;
  for (const changes of [{ endpoint: 'http://127.0.0.1:10' }, { region: 'eu' }, { accessKeyId: 'other' }]) {
    const { status, body } = await save('backups', {
      ...form,
      ...known,
      ...changes,
      key: '',
      saveAnyway: true,
    });
    expect([status, body.fields.secretAccessKey?.[0]]).toEqual([
      400,
      'Enter the secret of this access key. A saved one is only sent to the store it was saved for.',
    ]);
  }
  const same = { ...form, ...known, key: '', to: 's3://bucket/shop', saveAnyway: true };
  expect((await save('backups', same)).status).toBe(200);
  expect(app.context.settings.backup.to).toMatchObject({ s3: { secretAccessKey: STORE.secretAccessKey } });
});

test('backups go to a folder of their own, and not into the system, the program, the data, or a file', async () => {
  const { app, save } = await open();
  const folder = tempFolder();
  const form = { key: KEY, keyEnd: KEY.slice(-6), saveAnyway: true };
  const faultOf = async (to: string) => (await save('backups', { ...form, to })).body.fields?.to[0];
  for (const to of ['/', '/etc', '/usr/local', '/etc/../etc', projectRoot, join(projectRoot, 'api')])
    expect(await faultOf(to), to).toMatch(/belongs to the system or to the shop’s program/);
  const { dataDir } = app.context.settings;
  mkdirSync(join(dataDir, 'copies'));
  for (const to of [dataDir, join(dataDir, 'copies')]) expect(await faultOf(to)).toMatch(/outside/);
  writeFileSync(join(folder, 'file'), '');
  expect(await faultOf(join(folder, 'file'))).toMatch(/is a file/);
  expect(await faultOf('backups')).toMatch(/^Write a bucket as s3:\/\/NAME/);
  expect(app.context.settings.backup.to).toBeNull();
  expect(await faultOf(folder)).toBeUndefined();
});

test('the bare name of a bucket is enough with an access key', async () => {
  const { app, save } = await open();
  const form = { key: KEY, keyEnd: KEY.slice(-6), saveAnyway: true, ...STORE };
  const endpoint = 'https://s3.us-west-004.backblazeb2.com';
  expect((await save('backups', { ...form, endpoint: 'http://127.0.0.1:9', to: 'my-studio' })).status).toBe(
    200,
  );
  expect(app.context.settings.backup.to).toMatchObject({ s3: { endpoint: 'http://127.0.0.1:9/my-studio' } });
  const bare = { to: 'my-studio', endpoint, accessKeyId: '' };
  const { body } = await save('backups', { key: KEY, keyEnd: KEY.slice(-6), ...bare });
  expect(body.fields.accessKeyId[0]).toMatch(/needs an access key/);
});

/** A mail server that repeats a password in its refusal. */
async function quotingServer(password: string): Promise<string> {
  const answers: Record<string, string> = {
    EHLO: '250-here\r\n250 AUTH PLAIN',
    AUTH: '235 Welcome',
    MAIL: `550 The password ${password} may not send`,
  };
  const server = createServer((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (line) => {
      const [verb = ''] = line.toString().split(/[ \r\n]/);
      socket.write(`${answers[verb.toUpperCase()] ?? '250 Yes'}\r\n`);
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

test('what a service says keeps no secret, neither in the answer nor in what is stored', async () => {
  const { app, save, card } = await open();
  const password = 'a-password-that-is-quoted';
  const form = { host: '127.0.0.1', port: await quotingServer(password), user: 'shop', password };
  const refused = await save('email', { ...form, from: 'hi@shop.test' });
  expect(refused.body.fields.from[0]).toMatch(/The password \*\*\*\* may not send/);
  expect(JSON.stringify(refused.body)).not.toContain(password);
  expect((await save('email', { ...form, from: 'hi@shop.test', saveAnyway: true })).status).toBe(200);
  const stored = () => store.rowOf(app.db, 'email')?.failure;
  expect(stored()).toMatch(/The password \*\*\*\* may not send/);
  await save('email', { action: 'check' });
  expect(stored()).toMatch(/The password \*\*\*\* may not send/);
  expect(JSON.stringify(await card('email'))).not.toContain(password);
});

test('only owners are asked whether the test email arrived', async () => {
  const server = await startSmtpServer();
  const { app, save, card } = await open();
  await save('email', { host: '127.0.0.1', port: portOf(server.url), from: 'hi@shop.test' });
  expect((await card('email')).asks).toMatch(/Did the test email/);
  const login = { username: 'sam', password: 'a quiet north window' };
  await addAdmin(app, { ...login, role: 'staff' });
  const { connections } = (await app.get('/api/json/connections', await loggedIn(app, login))).body;
  const seen = connections.find(({ id }: { id: string }) => id === 'email');
  expect(seen).toMatchObject({ asks: null, fields: [], presets: [] });
});
