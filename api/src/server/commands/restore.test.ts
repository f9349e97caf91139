import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { runCommand } from '../../../test/fixtures/run-command.ts';
import { anOrder } from '../../../test/fixtures/outbox-fixtures.ts';
import { shopFolder } from '../../../test/fixtures/shop-folder.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startS3 } from '../../../test/s3/s3-server.ts';
import { freePort } from '../../../test/shop/free-port.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { openDatabase } from '../../db/client.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';

const KEY = { BACKUP_KEY: 'correct horse battery staple' };
const INSTALLED = { NORTHLIGHT_COMMAND: 'northlight shop', PUBLIC_URL: 'https://shop.example.com' };

/** A store with a backup of a shop that took real money. */
async function aStore() {
  const { variables } = await startS3();
  const shop = shopFolder(1);
  shop.withShop((db) => {
    const ada = { username: 'ada', password: 'x', email: 'ada@x.example', role: 'owner' as const };
    adminStore.insert(db, ada, new Date());
    orderStore.insert(db, anOrder({ paymentMode: 'live' }), []);
  });
  const sheet = { ...INSTALLED, ...variables, ...KEY };
  expect((await runCommand('backup', [], { dataDir: shop.folder, settings: sheet })).code).toBe(0);
  return sheet;
}

test('on an empty machine, the values of the recovery sheet bring the shop back, and say what to do next', async () => {
  const sheet = await aStore();
  const dataDir = join(tempFolder(), 'data');
  const restored = await runCommand('restore', ['latest'], { dataDir, settings: sheet });
  expect([restored.code, restored.error]).toEqual([0, '']);
  for (const line of [
    'Restored 2 orders. The last one is ORD-10002. The next one will be ORD-11003.',
    'Address: https://shop.example.com. Owner: ada.',
    'Erase them again: northlight shop person-erase EMAIL',
    'its old machine may still run',
    'A link to set a new password: northlight shop admin',
  ])
    expect(restored.out).toContain(line);
  // The next backups go to the same place, without settings of the server, once an owner has answered.
  const listed = await runCommand('restore', [], { dataDir, settings: INSTALLED });
  expect(listed.out).toMatch(/^northlight-\S+\.age .*\n.*northlight shop restore latest/);
  const waiting = await runCommand('backup', [], { dataDir, settings: INSTALLED });
  expect(waiting).toMatchObject({
    code: 1,
    error: expect.stringContaining('say that the old machine is off'),
  });
});

test('the first backup after a restore is one that was made and read back, without anybody asking for it', async () => {
  const sheet = await aStore();
  const dataDir = join(tempFolder(), 'data');
  expect((await runCommand('restore', ['latest'], { dataDir, settings: sheet })).code).toBe(0);
  const db = openDatabase(join(dataDir, 'northlight.db'));
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8');
  const app = await startTestApp({ db, env: { secret, dataDir, publicUrl: INSTALLED.PUBLIC_URL } });
  app.clock.now = new Date();
  const bea = { username: 'bea', password: 'a quiet south window' };
  await addAdmin(app, bea);
  const cookie = await loggedIn(app, bea);
  const setup = async () => (await app.get('/api/json/overview', cookie)).body.setup;
  await inTransaction(db, () => saveShopSettings(db, { restoredAt: null }, null, app.clock.now));
  expect(await setup()).toContain('backups');
  const made = await runCommand('backup', ['--if-due'], { dataDir, settings: INSTALLED });
  expect([made.code, made.error]).toEqual([0, '']);
  expect(await setup()).not.toContain('backups');
  const { connections } = (await app.get('/api/json/connections', cookie)).body;
  expect(connections.find(({ id }: { id: string }) => id === 'backups')).toMatchObject({
    state: 'works',
    facts: ['The first backup was made, read back, and checked: 2 orders.'],
  });
});

test('each wrong value is told with its line of the recovery sheet, and nothing is half done', async () => {
  const sheet = await aStore();
  const wrong: [object, RegExp][] = [
    [{ BACKUP_KEY: 'x'.repeat(20) }, /not the key that this backup was encrypted with.* “Backup key”/],
    [{ BACKUP_KEY: 'short' }, /at least 20 characters.* “Backup key”/],
    [{ AWS_ACCESS_KEY_ID: 'OTHER' }, /does not know AWS_ACCESS_KEY_ID.* “Key ID”/],
    [{ AWS_SECRET_ACCESS_KEY: 'other' }, /isn’t on the recovery sheet\. Your store can make a new one/],
    [{ BACKUP_TO: 's3://nobody/northlight' }, /the bucket does not exist.* “Place”/],
    [{ BACKUP_TO: 's3://studio/elsewhere' }, /There are no backups.* “Place”/],
    [{ BACKUP_TO: '/nowhere/at/all' }, /does not exist.* “Place”/],
    [{ BACKUP_S3_ENDPOINT: 'no address' }, /BACKUP_S3_ENDPOINT.* “Endpoint”/],
    [{ BACKUP_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` }, /nothing answers there.* “Endpoint”/],
  ];
  // As Amazon answers for a bucket in another region.
  const elsewhere = createServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/xml' });
    response.end('<Error><Code>AuthorizationHeaderMalformed</Code><Message>Wrong region</Message></Error>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void elsewhere.close());
  const { port } = elsewhere.address() as AddressInfo;
  wrong.push([{ BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}` }, /in another region.* “Region”/]);
  const dataDir = join(tempFolder(), 'data');
  for (const [change, reason] of wrong) {
    const refused = await runCommand('restore', ['latest'], { dataDir, settings: { ...sheet, ...change } });
    expect([change, refused.code, refused.out, refused.error.trim().split('\n').length]).toEqual([
      change,
      1,
      '',
      1,
    ]);
    expect(refused.error).toMatch(reason);
  }
  const left = readdirSync(dataDir).filter((name) => /northlight\.db|^before-|restor|download/.test(name));
  expect(left).toEqual([]);
});
