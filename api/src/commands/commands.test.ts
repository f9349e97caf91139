import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import * as sessionStore from '../session/session-store.ts';
import * as adminStore from '../session/admin-store.ts';
import * as orderStore from '../orders/order-store.ts';
import { openDatabase } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { firstPasswordFile, keepFirstPassword } from '../session/first-password.ts';
import { createPasswords } from '../session/passwords.ts';
import { credentialOf } from '../session/session-store.ts';
import { anOrder } from '../../test/fixtures/outbox-fixtures.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { TEST_NOW } from '../../test/shop/test-app.ts';
import { aheadMs } from '../payments/demo/demo-clock.ts';
import { backupShop, restoreShop } from './backup-shop.ts';

/** Each command runs in its own process. */
const SLOW = { timeout: 60_000 };

function aShop(orders: number): { folder: string; file: string } {
  const folder = tempFolder();
  const file = join(folder, 'northlight.db');
  withShop(file, (db) => {
    migrateDatabase(db);
    for (let index = 0; index < orders; index += 1) orderStore.insert(db, anOrder(), []);
  });
  return { folder, file };
}

function withShop<Result>(file: string, look: (db: ReturnType<typeof openDatabase>) => Result): Result {
  const db = openDatabase(file);
  try {
    return look(db);
  } finally {
    db.$client.close();
  }
}

const countOrders = (file: string) => withShop(file, (db) => rows.orders(db).length);

async function run(command: string, args: string[], { dataDir = '', input = '', settings = {} }) {
  const script = fileURLToPath(new URL(`./${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PAYMENTS: 'demo', INIT_CWD: dataDir, ...settings },
  });
  child.stdin.end(input);
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { out, error, code };
}

test('a backup of a running shop is complete, and restoring it brings back the shop as it was then', async () => {
  const { folder, file } = aShop(3);
  const busy = openDatabase(file);
  const timer = setInterval(() => orderStore.insert(busy, anOrder(), []), 5);
  const backup = join(folder, 'monday.db');
  await backupShop(file, backup);
  clearInterval(timer);
  orderStore.insert(busy, anOrder(), []);
  const latest = rows.orders(busy).length;
  busy.$client.close();
  const then = countOrders(backup);
  expect(then).toBeGreaterThanOrEqual(3);
  expect(then).toBeLessThan(latest);
  const kept = restoreShop(file, backup, TEST_NOW);
  expect(countOrders(file)).toBe(then);
  expect(kept).toBe(`${file}.before-2026-11-21T10-00-00-000Z`);
  expect(countOrders(kept ?? '')).toBe(latest);
  expect(readdirSync(folder).filter((name) => /unfinished|arriving/.test(name))).toEqual([]);
});

test('only the owner can read a backup, and a restore ends all logins', async () => {
  const { folder, file } = aShop(1);
  const backup = join(folder, 'monday.db');
  withShop(file, (db) => {
    const now = new Date();
    adminStore.insert(db, { username: 'ada', password: 'hash', email: 'ada@x.example' }, now);
    const session = { adminId: 1, credential: credentialOf({ password: 'hash' }) };
    sessionStore.insert(db, now, 'since logged out', session, 60_000);
  });
  await backupShop(file, backup);
  expect((statSync(backup).mode & 0o777).toString(8)).toBe('600');
  restoreShop(file, backup, TEST_NOW);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  withShop(file, (db) => {
    expect(sessionStore.find(db, new Date(), 'since logged out')).toBeUndefined();
  });
});

test('a write-ahead log left by a lost database is not applied to the restored one', async () => {
  const { folder, file } = aShop(2);
  const backup = join(folder, 'monday.db');
  await backupShop(file, backup);
  const db = openDatabase(file);
  orderStore.insert(db, anOrder(), []);
  const log = readFileSync(`${file}-wal`);
  db.$client.close();
  rmSync(file);
  writeFileSync(`${file}-wal`, log);
  restoreShop(file, backup, TEST_NOW);
  expect(countOrders(file)).toBe(2);
});

test('a restore is rejected while the shop is running, and changes nothing', async () => {
  const { folder, file } = aShop(2);
  const backup = join(folder, 'monday.db');
  await backupShop(file, backup);
  const server = openDatabase(file);
  onTestFinished(() => void server.$client.close());
  orderStore.insert(server, anOrder(), []);
  expect(() => restoreShop(file, backup, TEST_NOW)).toThrow('The shop is running');
  expect(rows.orders(server)).toHaveLength(3);
  expect(readdirSync(folder).some((name) => name.includes('arriving'))).toBe(false);
});

test('a file that is not a backup is rejected with a message, and no file is overwritten', async () => {
  const { folder, file } = aShop(1);
  const letter = join(folder, 'letter.txt');
  writeFileSync(letter, 'Dear Ada, '.repeat(1_000));
  const empty = join(folder, 'empty.db');
  writeFileSync(empty, '');
  for (const source of [letter, empty]) {
    expect(() => restoreShop(file, source, TEST_NOW)).toThrow('is not a shop backup, or it is damaged');
  }
  expect(() => restoreShop(file, join(folder, 'nowhere.db'), TEST_NOW)).toThrow('File not found');
  await expect(backupShop(file, letter)).rejects.toThrow('already exists. Choose another name');
  await expect(backupShop(join(folder, 'none.db'), join(folder, 'x.db'))).rejects.toThrow(
    'No shop database found at',
  );
  expect(countOrders(file)).toBe(1);
  expect(existsSync(join(folder, 'x.db'))).toBe(false);
});

test('pnpm backup and pnpm restore work from the command line', SLOW, async () => {
  const { folder, file } = aShop(2);
  expect(await run('backup', ['monday.db'], { dataDir: folder })).toMatchObject({ code: 0, error: '' });
  withShop(file, (db) => orderStore.insert(db, anOrder(), []));
  const restored = await run('restore', ['monday.db'], { dataDir: folder });
  expect(restored).toMatchObject({ code: 0, error: '', out: expect.stringContaining('Restored.') });
  expect(countOrders(file)).toBe(2);
  expect(await run('restore', [], { dataDir: folder })).toMatchObject({
    code: 1,
    error: 'Missing file name. Example: pnpm restore monday.db\n',
  });
});

test('pnpm admin:create creates an administrator, or sets a new password', SLOW, async () => {
  const { folder, file } = aShop(0);
  const passwords = createPasswords();
  const matches = async (username: string, password: string) => {
    const hash = withShop(file, (db) => adminStore.byUsername(db, username)?.password);
    return hash !== undefined && passwords.isRight(password, hash);
  };
  const made = await run('admin-create', ['grace'], { dataDir: folder, input: 'a calm north light\n' });
  expect(made).toMatchObject({ code: 0, error: '', out: 'Created grace. You can log in now.\n' });
  expect(await matches('grace', 'a calm north light')).toBe(true);
  keepFirstPassword(folder, 'grace', 'a calm north light');
  const again = await run('admin-create', ['grace'], { dataDir: folder, input: 'another window\n' });
  expect(again.out).toContain('Password changed for grace');
  expect(existsSync(firstPasswordFile(folder))).toBe(false);
  expect(await matches('grace', 'another window')).toBe(true);
  expect(await matches('grace', 'a calm north light')).toBe(false);
  await run('admin-create', ['hugo'], { dataDir: folder, input: 'a calm north light\n' });
  expect(await matches('hugo', 'a calm north light')).toBe(true);
  const short = await run('admin-create', ['ida'], { dataDir: folder, input: 'short\n' });
  expect(short).toMatchObject({ code: 1, error: 'The password must be at least 8 characters.\n' });
  const common = await run('admin-create', ['ida'], { dataDir: folder, input: 'password1\n' });
  expect(common).toMatchObject({ code: 1, error: expect.stringContaining('too common') });
});

test('pnpm seed fills a demo shop, but never one with real payments', SLOW, async () => {
  const { folder, file } = aShop(0);
  expect(await run('seed', ['40'], { dataDir: folder })).toMatchObject({ code: 0, error: '' });
  expect(countOrders(file)).toBe(40);
  withShop(file, (db) => orderStore.insert(db, anOrder({ paymentMode: 'live' }), []));
  expect(await run('seed', ['40'], { dataDir: folder })).toMatchObject({
    code: 1,
    error: expect.stringContaining('real money'),
  });
  expect(countOrders(file)).toBe(41);
});

test('pnpm demo:advance moves the clock of a demo shop, and never one with real payments', SLOW, async () => {
  const { folder, file } = aShop(0);
  const ahead = () => withShop(file, (db) => aheadMs(db) / (24 * 60 * 60_000));
  const first = await run('demo-advance', ['35d'], { dataDir: folder });
  expect(first).toMatchObject({ code: 0, error: '', out: expect.stringMatching(/now \d{4}-\d\d-\d\d\./) });
  await run('demo-advance', ['1d'], { dataDir: folder });
  expect(ahead()).toBe(36);
  for (const wrong of ['', '35', '-1d', '0d', '9999d'])
    expect(await run('demo-advance', [wrong], { dataDir: folder })).toMatchObject({
      code: 1,
      error: expect.stringContaining('Example: pnpm demo:advance 35d'),
    });
  const live = { PAYMENTS: 'live', ...STRIPE_KEYS };
  expect(await run('demo-advance', ['35d'], { dataDir: folder, settings: live })).toMatchObject({
    code: 1,
    error: expect.stringContaining('real payments'),
  });
  expect(ahead()).toBe(36);
});

const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
