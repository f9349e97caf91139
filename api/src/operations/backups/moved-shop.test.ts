import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anOrder } from '../../../test/fixtures/outbox-fixtures.ts';
import { shopFolder } from '../../../test/fixtures/shop-folder.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { testEnv } from '../../../test/shop/test-app.ts';
import type { Values } from '../../base/settings/connections.ts';
import * as connectionStore from '../../db/connection-store.ts';
import type { Db } from '../../db/client.ts';
import { readShopSettings, saveShopSettings, waitsForOldMachine } from '../../db/shop-settings.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { makeBackup } from './make-backup.ts';
import { connectionFrom } from './moved-shop.ts';
import { restoreBackup } from './restore-backup.ts';
import { folderStore } from './store.ts';

const KEY = 'correct horse battery staple';
const OWN_SECRET = 'the secret of this shop, thirty-two';

async function backUp(dataDir: string): Promise<string> {
  const folder = tempFolder();
  // Encrypting takes most of the time.
  const job = { key: undefined, withConnections: true };
  await makeBackup({ ...job, dataDir, store: folderStore(folder), name: 'backup' });
  return join(folder, 'backup');
}

let restores = 0;

const restore = (dataDir: string, file: string, connection?: Values) =>
  restoreBackup({
    dataDir,
    file,
    key: undefined,
    env: testEnv({
      dataDir,
      publicUrl: 'https://shop.example.com',
      variables: { PUBLIC_URL: 'https://shop.example.com' },
    }),
    now: new Date(Date.now() + (restores += 1) * 1_000),
    connection,
  });

/** Where a new shop was started, as the installer does. */
function anotherMachine() {
  const shop = shopFolder(0);
  writeFileSync(join(shop.folder, 'secret'), 'the secret of another machine, 1234');
  return shop;
}

const typed = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, by: 'Ada', at: 1 }]));

const connect = (db: Db, kind: 'live' | 'test') =>
  connectionStore.saveConnection(db, OWN_SECRET, 'stripe', {
    values: typed({
      publishableKey: `pk_${kind}_a`,
      secretKey: `sk_${kind}_a`,
      webhookSecret: 'whsec_a',
      account: `acct_1 ${kind}`,
    }),
    earlier: [],
  });

test.each<[string, boolean, (db: Db) => void]>([
  [
    'an order that was paid with real money',
    true,
    (db) => void orderStore.insert(db, anOrder({ paymentMode: 'live' }), []),
  ],
  ['live keys that take money', true, (db) => connect(db, 'live')],
  [
    'live keys that wait',
    false,
    (db) => {
      connect(db, 'live');
      saveShopSettings(db, { isLiveHeld: true, tookLive: false }, null, new Date());
    },
  ],
  ['test keys', false, (db) => connect(db, 'test')],
  ['only the demo', false, () => {}],
])(
  'a shop with %s waits on another machine: %s, and never in its own folder',
  async (_what, waits, prepare) => {
    const shop = shopFolder(1);
    shop.withShop(prepare);
    const backup = await backUp(shop.folder);
    const elsewhere = anotherMachine();
    expect(await restore(elsewhere.folder, backup)).toMatchObject({ waits });
    expect(elsewhere.withShop(waitsForOldMachine)).toBe(waits);
    const empty = join(tempFolder());
    expect(await restore(empty, backup)).toMatchObject({ waits });
    expect(await restore(shop.folder, backup)).toMatchObject({ waits: false });
  },
);

test('what an owner has not answered is asked after the next restore, too, and what was answered is not', async () => {
  const shop = shopFolder(1);
  shop.withShop((db) => connect(db, 'live'));
  const { folder, withShop } = anotherMachine();
  await restore(folder, await backUp(shop.folder));
  const asked = withShop((db) => readShopSettings(db).restoredAt);
  // A copy by hand, while it waits.
  const waiting = await backUp(folder);
  await restore(folder, await backUp(shop.folder));
  expect(withShop((db) => readShopSettings(db).restoredAt)).toBe(asked);
  withShop((db) => saveShopSettings(db, { restoredAt: null }, null, new Date()));
  await restore(folder, waiting);
  expect(withShop(waitsForOldMachine)).toBe(false);
});

test('with a secret in the settings, a shop that only has the same settings is another one', async () => {
  const shop = shopFolder(1);
  shop.withShop((db) => {
    orderStore.insert(db, anOrder({ paymentMode: 'live' }), []);
    saveShopSettings(db, {}, null, new Date());
  });
  const backup = await backUp(shop.folder);
  const { folder } = anotherMachine();
  const env = testEnv({ dataDir: folder, variables: { SESSION_SECRET: OWN_SECRET } });
  const job = { dataDir: folder, file: backup, key: undefined, env, now: new Date() };
  expect(await restoreBackup(job)).toMatchObject({ waits: true });
});

test('a backup of a newer version is refused, and changes nothing', async () => {
  const shop = shopFolder(2);
  shop.withShop((db) =>
    db.$client.exec(`INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)`),
  );
  const backup = await backUp(shop.folder);
  const { folder, orders } = anotherMachine();
  const before = readdirSync(folder).toSorted();
  await expect(restore(folder, backup)).rejects.toThrow(
    'This backup was made by a newer version of Northlight. Nothing was restored.',
  );
  expect([orders(), readdirSync(folder).toSorted()]).toEqual([0, before]);
});

const GIVEN = {
  BACKUP_TO: 's3://studio/shop',
  BACKUP_S3_ENDPOINT: 'https://s3.example.com',
  AWS_ACCESS_KEY_ID: 'NEW-ID',
  AWS_SECRET_ACCESS_KEY: 'new secret',
  BACKUP_KEY: KEY,
};
const SAVED = {
  to: 's3://studio/shop',
  endpoint: 'https://s3.example.com',
  accessKeyId: 'NEW-ID',
  secretAccessKey: 'new secret',
  key: KEY,
};

test.each<[string, Values | null, Values]>([
  ['none', null, SAVED],
  ['the same place with older keys', { ...SAVED, accessKeyId: 'OLD-ID', secretAccessKey: 'old' }, SAVED],
  ['another place', { ...SAVED, to: 's3://elsewhere' }, { ...SAVED, to: 's3://elsewhere' }],
])('the next backups go where the restored one was found, if the shop had %s', async (_what, own, then) => {
  const shop = shopFolder(1);
  if (own)
    shop.withShop((db) =>
      connectionStore.saveConnection(db, OWN_SECRET, 'backups', { values: typed(own), earlier: [] }),
    );
  const { folder, withShop } = anotherMachine();
  await restore(folder, await backUp(shop.folder), connectionFrom(GIVEN));
  expect(withShop((db) => connectionStore.savedIn(db, OWN_SECRET).backups)).toEqual(then);
});

test('people who were erased since the backup are named by their orders, where that is known', async () => {
  const shop = shopFolder(3);
  const erase = (number: string) =>
    shop.withShop((db) =>
      db.$client.prepare(`UPDATE orders SET email = '' WHERE order_number = ?`).run(number),
    );
  erase('ORD-10001');
  const backup = await backUp(shop.folder);
  erase('ORD-10002');
  expect(await restore(anotherMachine().folder, backup)).toMatchObject({ erased: null });
  expect(await restore(shop.folder, backup)).toMatchObject({ erased: ['ORD-10002'] });
});
