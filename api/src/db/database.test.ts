import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { aDraft } from '../../test/fixtures/factories.ts';
import { checkOut } from '../../test/shop/purchase-steps.ts';
import { counterValue, rows } from '../../test/fixtures/rows.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { startTestApp, testDatabase } from '../../test/shop/test-app.ts';
import { openDatabase, type Db } from './client.ts';
import { COPIES, MIGRATIONS, migrateDatabase } from './migrate.ts';
import { sequenceCounter } from './schema/orders.ts';
import { promoCodes } from './schema/sales.ts';

const FULL = 2;

function open(file: string): Db {
  const db = openDatabase(file);
  onTestFinished(() => void db.$client.close());
  return db;
}

const pragma = (db: Db, name: string) => db.$client.pragma(name, { simple: true });

test('confirmed writes survive a power cut: synchronous is FULL on every open', () => {
  const file = join(tempFolder(), 'northlight.db');
  const first = openDatabase(file);
  migrateDatabase(first);
  expect([pragma(first, 'synchronous'), pragma(first, 'journal_mode')]).toEqual([FULL, 'wal']);
  const beside = open(file);
  expect(pragma(beside, 'synchronous')).toBe(FULL);
  first.$client.close();
  for (const again of [open(file), open(file)]) {
    expect(pragma(again, 'synchronous')).toBe(FULL);
    expect(pragma(again, 'foreign_keys')).toBe(1);
    expect(pragma(again, 'busy_timeout')).toBe(5_000);
  }
});

test('migrating twice changes nothing: the counter, disabled codes and orders stay', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  app.db.update(promoCodes).set({ isActive: false }).run();
  migrateDatabase(app.db);
  expect(counterValue(app.db)).toBe(10_001);
  expect(app.db.select().from(sequenceCounter).all()).toHaveLength(4);
  expect(app.db.select().from(promoCodes).all()).toMatchObject([{ code: 'SAVE50', isActive: false }]);
  expect(rows.orders(app.db)).toHaveLength(1);
});

test('a new database has SAVE50 and a counter at 10000', () => {
  const db = open(join(tempFolder(), 'new.db'));
  migrateDatabase(db);
  const unlimited = { serviceIds: null, startsOn: null, endsOn: null, maxUses: null, maxUsesPerEmail: null };
  expect(db.select().from(promoCodes).all()).toEqual([
    { code: 'SAVE50', amountOffCents: 5_000, percentOff: null, isActive: true, ...unlimited },
  ]);
  expect(counterValue(db)).toBe(10_000);
});

test('the schema file matches the migrations: every table can be read', () => {
  const db = testDatabase();
  onTestFinished(() => void db.$client.close());
  for (const read of Object.values(rows)) expect(read(db)).toEqual([]);
});

/** A database of this version in a folder of its own, and the migrations of a next version, which has one more. */
function withNextVersion() {
  const folder = tempFolder();
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  const last = journal.entries.at(-1);
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, next] }));
  writeFileSync(join(folder, '9999_next.sql'), 'ALTER TABLE orders ADD next integer');
  const db = open(join(folder, 'older.db'));
  migrateDatabase(db);
  return { db, version: last.tag, steps: journal.entries.length, migrate: () => migrateDatabase(db, folder) };
}

const copiesOf = (db: Db) =>
  readdirSync(join(dirname(db.$client.name), COPIES)).filter((name) => !/-(wal|shm)$/.test(name));

test('an older database is copied before it is migrated; the name says which version can use the copy', () => {
  const { db, version, steps, migrate } = withNextVersion();
  db.update(sequenceCounter).set({ currentValue: 10_050 }).where(eq(sequenceCounter.name, 'orders')).run();
  migrate();
  const [name = '', ...others] = copiesOf(db);
  expect(name).toMatch(new RegExp(`^northlight-${version}-2\\S+Z\\.db$`));
  expect(others).toEqual([]);
  const file = join(dirname(db.$client.name), COPIES, name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const copy = open(file);
  expect(counterValue(copy)).toBe(10_050);
  expect(copy.$client.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()).toBe(steps);
  migrate();
  expect(copiesOf(db)).toEqual([name]);
});

test('only the five newest copies are kept, whatever versions they have', () => {
  const { db, migrate } = withNextVersion();
  const folder = join(dirname(db.$client.name), COPIES);
  mkdirSync(folder);
  const old = [
    '0009_z-2026-01-01',
    '0001_a-2026-01-02',
    '0005_c-2026-01-03',
    '0002_d-2026-01-04',
    '0003_e-2026-01-05',
  ];
  const names = old.map((version) => `northlight-${version}T00-00-00-000Z.db`);
  for (const name of [...names, 'notes.txt']) writeFileSync(join(folder, name), '');
  migrate();
  expect(copiesOf(db)).toHaveLength(6);
  expect(copiesOf(db)).toEqual(expect.arrayContaining([...names.slice(1), 'notes.txt']));
});

test('a migration that fails leaves no further copy behind, and the older ones stay', () => {
  const { db, migrate } = withNextVersion();
  const folder = join(dirname(db.$client.name), COPIES);
  mkdirSync(folder);
  const older = 'northlight-0005_mail-2026-01-03T00-00-00-000Z.db';
  writeFileSync(join(folder, older), '');
  db.$client.exec('ALTER TABLE orders ADD next integer');
  for (let starts = 0; starts < 6; starts += 1) expect(migrate).toThrow();
  expect(copiesOf(db)).toEqual([older]);
});

test('without room for the copy, nothing is migrated', () => {
  const { db, steps, migrate } = withNextVersion();
  writeFileSync(join(dirname(db.$client.name), COPIES), 'a file where the folder should be');
  expect(migrate).toThrow(/Could not copy it before the update, so nothing was changed/);
  expect(db.$client.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()).toBe(steps);
});

test('a database from before the first release is refused and stays as it is', () => {
  const { db } = withNextVersion();
  db.$client.exec('UPDATE __drizzle_migrations SET created_at = rowid');
  const before = db.$client.serialize();
  expect(() => migrateDatabase(db)).toThrow(/from before the first release.*Nothing was changed/);
  expect(db.$client.serialize().equals(before)).toBe(true);
});

test('a database of a newer version is refused and stays as it is', () => {
  const { db } = withNextVersion();
  db.$client.exec(`INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)`);
  const before = db.$client.serialize();
  expect(() => migrateDatabase(db)).toThrow(/belongs to a newer version of Northlight\. Nothing was changed/);
  expect(db.$client.serialize().equals(before)).toBe(true);
});
