import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { create } from 'tar';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { shopFolder } from '../../../test/fixtures/shop-folder.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { testEnv, TEST_NOW } from '../../../test/shop/test-app.ts';
import { anOrder } from '../../../test/fixtures/outbox-fixtures.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import * as sessionStore from '../../people/session/session-store.ts';
import { nextNumber } from '../../db/next-number.ts';
import * as invoiceStore from '../../money/invoices/invoice-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { decideRestore, finishRestore } from '../../base/data-folder.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { folderStore } from './store.ts';

const KEY = 'correct horse battery staple';
const UNENCRYPTED = 'This backup is not encrypted with BACKUP_KEY, so anyone could have made it.';

async function backUp(dataDir: string, key?: string): Promise<string> {
  const folder = tempFolder();
  await makeBackup({ dataDir, store: folderStore(folder), name: 'backup', key });
  return join(folder, 'backup');
}

let restores = 0;

const restore = (dataDir: string, file: string, key?: string) =>
  restoreBackup({ dataDir, file, key, env: testEnv(), now: new Date(TEST_NOW.getTime() + (restores += 1)) });

/** The contents of each file, by path. */
function filesIn(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'latin1')]));
}

test.each([undefined, KEY])(
  'a backup of a running shop is complete, and a restore brings back the whole data folder (key: %s)',
  async (key) => {
    const { folder, file, orders } = shopFolder(3);
    mkdirSync(join(folder, 'files', 'ab'), { recursive: true });
    writeFileSync(join(folder, 'files', 'ab', 'abcd'), 'a logo');
    const busy = openDatabase(file);
    const timer = setInterval(() => orderStore.insert(busy, anOrder(), []), 5);
    const backup = await backUp(folder, key);
    clearInterval(timer);
    orderStore.insert(busy, anOrder(), []);
    const latest = rows.orders(busy).length;
    busy.$client.close();
    for (const name of ['secret', 'mail', 'files']) rmSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'secret'), 'another secret');
    writeFileSync(join(folder, 'first-password.txt'), 'of another administrator');
    const { kept, orders: then } = await restore(folder, backup, key);
    expect(then).toBeGreaterThanOrEqual(3);
    expect(then).toBeLessThan(latest);
    expect(orders()).toBe(then);
    expect(filesIn(folder)).toMatchObject({
      secret: 'the secret of this shop, thirty-two',
      'mail/1.eml': 'Thank you, Ada.',
      'files/ab/abcd': 'a logo',
    });
    expect(existsSync(join(folder, 'first-password.txt'))).toBe(false);
    expect(kept).toMatch(/before-2026-11-21T10-00-00-\d{3}Z$/);
    expect(filesIn(kept)).toMatchObject({
      secret: 'another secret',
      'first-password.txt': 'of another administrator',
    });
    const before = new Database(join(kept, 'northlight.db'), { readonly: true });
    expect(before.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(latest);
    before.close();
    expect(readdirSync(folder).filter((name) => /^\.(back.*work|rest)|unfinished/.test(name))).toEqual([]);
    expect((statSync(file).mode & 0o77).toString(8)).toBe('0');
  },
);

test('a backup holds no copies, no older data, no work files and no unfinished uploads', async () => {
  const { folder } = shopFolder(1);
  for (const name of ['copies', 'before-2026', '.download', '.uploads']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'large'), 'x');
  }
  writeFileSync(join(folder, 'northlight.db.before-2026'), 'x');
  const empty = tempFolder();
  await restore(empty, await backUp(folder));
  expect(Object.keys(filesIn(empty)).toSorted()).toEqual([
    'highest-order-number',
    'mail/1.eml',
    'northlight.db',
    'secret',
  ]);
});

test('a restore ends all logins', async () => {
  const { folder, withShop } = shopFolder(1);
  const now = new Date();
  withShop((db) => {
    adminStore.insert(db, { username: 'ada', password: 'hash', email: 'ada@x.example', role: 'owner' }, now);
    const credential = sessionStore.credentialOf({ password: 'hash' });
    sessionStore.insert(db, now, 'since logged out', { adminId: 1, credential }, 60_000);
  });
  await restore(folder, await backUp(folder));
  withShop((db) => expect(sessionStore.find(db, now, 'since logged out')).toBeUndefined());
});

test('order numbers given out after the backup are not given out again', async () => {
  const { folder, addOrders } = shopFolder(2);
  const backup = await backUp(folder);
  expect(addOrders(3)).toEqual(['ORD-10003', 'ORD-10004', 'ORD-10005']);
  expect(await restore(folder, backup)).toMatchObject({ lastOrder: 'ORD-10002', nextOrder: 'ORD-11003' });
  expect(addOrders(1)).toEqual(['ORD-11003']);
  // Repeating a restore skips no further numbers than necessary.
  await restore(folder, backup);
  expect(addOrders(1)).toEqual(['ORD-11004']);
  // The database is lost, but the mark of the highest number is not.
  writeFileSync(join(folder, 'highest-order-number'), '20042\n');
  rmSync(join(folder, 'northlight.db'));
  await restore(folder, backup);
  expect(addOrders(1)).toEqual(['ORD-20043']);
});

test('numbers of test orders given out after the backup are not given out again', async () => {
  const { folder, withShop } = shopFolder(1);
  const next = (name: string) => withShop((db) => nextNumber(db, name, new Date()));
  const both = () => [next('test orders'), next('test documents')];
  expect(both()).toEqual([1, 1]);
  const backup = await backUp(folder);
  expect(both()).toEqual([2, 2]);
  await restore(folder, backup);
  expect(both()).toEqual([1_002, 1_002]);
});

test('invoice numbers given out after the backup are not given out again', async () => {
  const { folder, withShop } = shopFolder(4);
  const give = (orderId: number) =>
    withShop((db) => {
      invoiceStore.give(db, { orderId }, new Date());
      return invoiceStore.ofOrder(db, orderId)[0]?.invoice.number;
    });
  expect(give(1)).toBe(1_001);
  const backup = await backUp(folder);
  expect(give(2)).toBe(1_002);
  await restore(folder, backup);
  expect(give(3)).toBe(2_002);
  // Numbers that were given out between two restores count, too.
  await restore(folder, backup);
  expect(give(4)).toBe(2_003);
});

test.each(['an empty machine', 'a machine where a new shop was started by mistake'])(
  'on %s, a restore skips a thousand order numbers',
  async (machine) => {
    const backup = await backUp(shopFolder(2).folder);
    const { folder, file, addOrders } = shopFolder(1);
    if (machine === 'an empty machine') rmSync(file);
    await restore(folder, backup);
    expect(addOrders(1)).toEqual(['ORD-11003']);
    expect(readFileSync(join(folder, 'highest-order-number'), 'utf8')).toBe('11002');
  },
);

test('an earlier restore on the same machine does not count as knowing the numbers of the lost one', async () => {
  const lost = shopFolder(2);
  const standby = shopFolder(0);
  await restore(standby.folder, await backUp(lost.folder));
  // The shop goes on for almost as many numbers as that restore skipped, is backed up, sells more, and is lost.
  lost.withShop((db) => db.$client.exec('UPDATE sequence_counter SET current_value = 10990'));
  const backup = await backUp(lost.folder);
  const sold = lost.addOrders(30);
  await restore(standby.folder, backup);
  expect(sold).not.toContain(standby.addOrders(1)[0]);
});

test('order numbers go on after 99999', async () => {
  const { folder, addOrders, withShop } = shopFolder(1);
  withShop((db) => db.$client.exec('UPDATE sequence_counter SET current_value = 99999'));
  await restore(folder, await backUp(folder));
  expect(addOrders(2)).toEqual(['ORD-101000', 'ORD-101001']);
});

test('a bare database from an earlier version is restored, and the rest of the folder stays', async () => {
  const { folder, withShop, orders, addOrders } = shopFolder(2);
  const bare = join(tempFolder(), 'monday.db');
  withShop((db) => db.$client.exec(`VACUUM INTO '${bare}'`));
  // As Litestream writes it.
  const written = new Database(bare);
  written.pragma('journal_mode = WAL');
  written.close();
  addOrders(1);
  await restore(folder, bare);
  expect(orders()).toBe(2);
  expect(readdirSync(folder).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  expect(filesIn(folder)).toMatchObject({ secret: expect.stringContaining('this shop') });
});

test('a write-ahead log left by a lost database is not applied to the restored one', async () => {
  const { folder, file, orders } = shopFolder(2);
  const backup = await backUp(folder);
  const db = openDatabase(file);
  orderStore.insert(db, anOrder(), []);
  const log = readFileSync(`${file}-wal`);
  db.$client.close();
  rmSync(file);
  writeFileSync(`${file}-wal`, log);
  await restore(folder, backup);
  expect(orders()).toBe(2);
});

test('a damaged database does not keep a backup from being restored, and is kept', async () => {
  const { folder, file, orders } = shopFolder(2);
  const backup = await backUp(folder);
  writeFileSync(file, 'damaged '.repeat(1_000));
  const { kept } = await restore(folder, backup);
  expect(orders()).toBe(2);
  expect(readFileSync(join(kept, 'northlight.db'), 'utf8')).toContain('damaged');
});

test('a restore is refused while the shop is running, and changes nothing', async () => {
  const { folder, file } = shopFolder(2);
  const backup = await backUp(folder);
  const server = openDatabase(file);
  onTestFinished(() => void server.$client.close());
  orderStore.insert(server, anOrder(), []);
  const before = readdirSync(folder).toSorted();
  await expect(restore(folder, backup)).rejects.toThrow(
    'The shop is running. Stop the server, then restore.',
  );
  expect(rows.orders(server)).toHaveLength(3);
  expect(readdirSync(folder).toSorted()).toEqual(before);
});

test.each<[string, (outside: string) => string]>([
  ['a path outside', () => '../evil.txt'],
  ['an absolute path', (outside) => join(outside, 'evil.txt')],
  ['a link', () => 'link'],
])('an archive with %s is refused, and writes nothing', async (_what, entry) => {
  const { folder } = shopFolder(1);
  const outside = tempFolder();
  writeFileSync(join(outside, 'evil.txt'), 'evil');
  const inside = join(outside, 'inside');
  mkdirSync(inside);
  symlinkSync(tempFolder(), join(inside, 'link'));
  const file = join(outside, 'evil.tar.gz');
  await create({ cwd: inside, file, gzip: true, preservePaths: true }, [entry(outside)]);
  const before = [filesIn(folder), filesIn(dirname(file))];
  await expect(restore(folder, file)).rejects.toThrow('is not a shop backup, or it is damaged');
  expect([filesIn(folder), filesIn(dirname(file))]).toEqual(before);
});

test('a wrong key, a missing key and damaged backups are refused in words, and change nothing', async () => {
  const { folder, file: bare, addOrders } = shopFolder(20);
  const encrypted = await backUp(folder, KEY);
  const plain = await backUp(folder);
  addOrders(1);
  const before = filesIn(folder);
  const damage = (file: string, change: (bytes: Buffer) => Buffer) => {
    const damaged = join(tempFolder(), 'damaged');
    writeFileSync(damaged, change(readFileSync(file)));
    return damaged;
  };
  const flipped = (bytes: Buffer) => {
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = Number(bytes[middle]) ^ 0xff;
    return bytes;
  };
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.9));
  const letter = join(tempFolder(), 'letter.txt');
  writeFileSync(letter, 'Dear Ada, '.repeat(1_000));
  const wrong = 'is not a shop backup, or it is damaged';
  for (const [file, key, message] of [
    [encrypted, undefined, 'This backup is encrypted. Set BACKUP_KEY.'],
    [encrypted, 'x'.repeat(20), 'BACKUP_KEY is not the key that this backup was encrypted with.'],
    [damage(encrypted, flipped), KEY, wrong],
    [damage(encrypted, cut), KEY, wrong],
    [damage(plain, flipped), undefined, wrong],
    [damage(plain, cut), undefined, wrong],
    [damage(plain, () => Buffer.alloc(0)), undefined, wrong],
    [letter, undefined, wrong],
    [letter, KEY, UNENCRYPTED],
    [plain, KEY, UNENCRYPTED],
    [bare, KEY, UNENCRYPTED],
    [join(folder, 'nowhere'), KEY, 'File not found'],
  ] as const) {
    await expect(restore(folder, file, key), message).rejects.toThrow(message);
  }
  expect(filesIn(folder)).toEqual(before);
});

test('a restore that was interrupted at any step is finished at the next start', async () => {
  const { folder } = shopFolder(2);
  const backup = await backUp(folder);
  for (const step of [0, 1, 2, 3, 4]) {
    const { folder: dataDir, orders } = shopFolder(5);
    const restored = tempFolder();
    await restore(restored, backup);
    const staged = join(dataDir, '.restoring');
    cpSync(restored, staged, { recursive: true });
    decideRestore(dataDir, staged, 'now');
    // As if it had stopped after some of the entries, and a start then had made a secret.
    const decided = join(dataDir, '.restored-now');
    for (const name of readdirSync(decided).slice(0, step)) {
      mkdirSync(join(dataDir, 'before-now'), { recursive: true });
      for (const [from, to] of [
        [join(dataDir, name), join(dataDir, 'before-now', name)],
        [join(decided, name), join(dataDir, name)],
      ] as const) {
        if (existsSync(from)) cpSync(from, to, { recursive: true });
        rmSync(from, { recursive: true, force: true });
      }
    }
    finishRestore(dataDir);
    finishRestore(dataDir);
    expect(orders(), `step ${step}`).toBe(2);
    expect(filesIn(dataDir)).toMatchObject({ secret: expect.any(String), 'mail/1.eml': 'Thank you, Ada.' });
    expect(existsSync(join(dataDir, 'before-now', 'northlight.db'))).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('.rest'))).toEqual([]);
  }
});

test('with a key, an unencrypted backup is restored only when told to', async () => {
  const { folder, addOrders, orders } = shopFolder(2);
  const file = await backUp(folder);
  addOrders(1);
  const job = { dataDir: folder, file, key: KEY, env: testEnv(), now: TEST_NOW };
  await expect(restoreBackup(job)).rejects.toThrow(UNENCRYPTED);
  expect(orders()).toBe(3);
  await restoreBackup({ ...job, takesUnencrypted: true });
  expect(orders()).toBe(2);
});

test.each(['short', 'a'.repeat(64)])('a backup whose secret is "%s" is refused', async (weak) => {
  const { folder, orders, addOrders } = shopFolder(1);
  writeFileSync(join(folder, 'secret'), weak);
  const backup = await backUp(folder, KEY);
  writeFileSync(join(folder, 'secret'), 'the secret of this shop, thirty-two');
  addOrders(1);
  const before = readdirSync(folder).toSorted();
  await expect(restore(folder, backup, KEY)).rejects.toThrow('anyone could log in with it');
  expect(orders()).toBe(2);
  expect(readdirSync(folder).toSorted()).toEqual(before);
});
