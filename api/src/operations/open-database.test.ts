import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withBuiltScripts } from '../../test/fixtures/built-server.ts';
import { anOrder } from '../../test/fixtures/outbox-fixtures.ts';
import { counterValue } from '../../test/fixtures/rows.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { inTransaction } from '../db/transaction.ts';
import { openShopDatabase } from './open-database.ts';
import { keepMark, markFile, readMark } from '../db/order-number-mark.ts';
import * as orderStore from '../work/orders/order-store.ts';
import { checkDatabase } from './upkeep/database-checks.ts';

withBuiltScripts();

/** A shop's folder with some orders, as a stopped server leaves it. */
async function aFolder(orders: number): Promise<{ dataDir: string; file: string }> {
  const dataDir = tempFolder();
  const db = openShopDatabase({ dataDir });
  keepMark(db, dataDir);
  for (let index = 0; index < orders; index += 1)
    await inTransaction(db, () => orderStore.insert(db, anOrder(), []));
  db.$client.close();
  return { dataDir, file: join(dataDir, 'northlight.db') };
}

function open(dataDir: string) {
  const db = openShopDatabase({ dataDir });
  onTestFinished(() => void db.$client.close());
  keepMark(db, dataDir);
  return db;
}

test('the highest order number is written down after each order', async () => {
  const { dataDir } = await aFolder(3);
  expect(readMark(dataDir)).toBe(10_003);
  expect(readFileSync(markFile(dataDir), 'utf8')).toBe('10003\n');
});

test('an order that is rolled back is not written down', async () => {
  const { dataDir } = await aFolder(1);
  const db = open(dataDir);
  const refused = inTransaction(db, () => {
    orderStore.insert(db, anOrder(), []);
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  await inTransaction(db, () => {});
  expect(readMark(dataDir)).toBe(10_001);
});

test('an older database that is put back continues after the highest number that was given out', async () => {
  const { dataDir, file } = await aFolder(2);
  const copy = join(tempFolder(), 'monday.db');
  copyFileSync(file, copy);
  const busy = open(dataDir);
  for (let index = 0; index < 5; index += 1)
    await inTransaction(busy, () => orderStore.insert(busy, anOrder(), []));
  busy.$client.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  copyFileSync(copy, file);
  const db = open(dataDir);
  expect(counterValue(db)).toBe(10_007);
  expect((await inTransaction(db, () => orderStore.insert(db, anOrder(), []))).orderNumber).toBe('ORD-10008');
});

test.each(['', 'nonsense', '-5', '99', '10001.5', '1'.repeat(40)])(
  'a mark file that says %o is ignored and written anew',
  async (text) => {
    const { dataDir } = await aFolder(1);
    writeFileSync(markFile(dataDir), text);
    open(dataDir);
    expect(readMark(dataDir)).toBe(10_001);
  },
);

test.each([
  ['empty', (file: string) => writeFileSync(file, '')],
  ['missing', (file: string) => rmSync(file)],
])('a database file that is %s is refused once orders were numbered', async (_, lose) => {
  const { dataDir, file } = await aFolder(1);
  lose(file);
  expect(() => openShopDatabase({ dataDir })).toThrow(
    /is missing or empty, but this shop has already used order numbers up to ORD-10001\. If you moved it/,
  );
});

test('a moved database can be put back: a start without it leaves its write-ahead log alone', async () => {
  const { dataDir, file } = await aFolder(1);
  const db = openShopDatabase({ dataDir });
  await inTransaction(db, () => orderStore.insert(db, anOrder(), []));
  // As a crash leaves it: the newest order is only in the log.
  const [main, log] = [readFileSync(file), readFileSync(`${file}-wal`)];
  db.$client.close();
  writeFileSync(`${file}-wal`, log);
  rmSync(file);
  expect(() => openShopDatabase({ dataDir })).toThrow(/is missing or empty/);
  writeFileSync(file, main);
  expect(counterValue(open(dataDir))).toBe(10_002);
});

test.each([
  ['the beginning', 0],
  ['the middle', 40],
])('a file with garbage in %s is refused with what to do, and not changed', async (_, page) => {
  const { dataDir, file } = await aFolder(20);
  const bytes = readFileSync(file);
  bytes.fill(0xa5, page * 4_096, page * 4_096 + 4_096);
  writeFileSync(file, bytes);
  expect(() => openShopDatabase({ dataDir })).toThrow(
    /is damaged \(.+\)\. Keep the file, and restore the latest backup with "pnpm restore"/,
  );
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('the check in a thread of its own finds a damaged page, and passes a whole file', async () => {
  const { file } = await aFolder(20);
  expect(await checkDatabase(file, 'integrity_check')).toBe(null);
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 40 * 4_096, 41 * 4_096);
  writeFileSync(file, bytes);
  expect(await checkDatabase(file, 'quick_check')).toMatch(/page 41/);
  rmSync(file);
  await expect(checkDatabase(file, 'quick_check')).rejects.toThrow(/SQLITE_CANTOPEN/);
});
