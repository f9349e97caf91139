import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { checkOut } from '../../test/shop/purchase-steps.ts';
import { counterValue, rows } from '../../test/fixtures/rows.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { startTestApp, testDatabase, TEST_NOW, testEnv } from '../../test/shop/test-app.ts';
import { openDatabase, type Db } from './client.ts';
import { COPIES, MIGRATIONS, migrateDatabase } from './migrate.ts';
import { sequenceCounter } from './schema/orders.ts';
import { promoCodes } from './schema/sales.ts';
import { checkTallies } from '../../test/shop/check-tallies.ts';
import { keepTallies, readTallies } from './tallies.ts';
import { inTransaction } from './transaction.ts';
import { backupState } from './upkeep-store.ts';
import * as upkeepStore from './upkeep-store.ts';

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
  expect(app.db.select().from(sequenceCounter).all()).toHaveLength(6);
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

test.each([
  ['from before the first release', 'UPDATE __drizzle_migrations SET created_at = rowid'],
  ['a newer version of Northlight', `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9e12)`],
])('a database that is of %s is refused and stays as it is', (reason, change) => {
  const { db } = withNextVersion();
  db.$client.exec(change);
  const before = db.$client.serialize();
  expect(() => migrateDatabase(db)).toThrow(new RegExp(`${reason}.*Nothing was changed`));
  expect(db.$client.serialize().equals(before)).toBe(true);
});

test('a query is compiled once, also when its table changes', () => {
  const db = openDatabase(':memory:');
  migrateDatabase(db);
  const prepare = vi.spyOn(db.$client, 'prepare');
  const find = (name: string) =>
    db.select().from(sequenceCounter).where(eq(sequenceCounter.name, name)).get()?.name;
  const [first = ''] = db
    .select({ name: sequenceCounter.name })
    .from(sequenceCounter)
    .all()
    .map(({ name }) => name);
  const compiled = prepare.mock.calls.length;
  expect(find(first)).toBe(first);
  expect(find('something else')).toBeUndefined();
  db.$client.exec('ALTER TABLE sequence_counter ADD COLUMN extra TEXT');
  expect(find(first)).toBe(first);
  expect(prepare.mock.calls.length - compiled).toBe(1);
});

test('only the latest 500 queries are kept', () => {
  const db = openDatabase(':memory:');
  const prepare = vi.spyOn(db.$client, 'prepare');
  const ask = (number: number) => db.get<{ answer: number }>(sql.raw(`SELECT ${number} AS answer`)).answer;
  for (let number = 0; number < 1_200; number += 1) expect(ask(number)).toBe(number);
  expect(prepare).toHaveBeenCalledTimes(1_200);
  expect(ask(1_199)).toBe(1_199);
  expect(prepare).toHaveBeenCalledTimes(1_200);
  expect(ask(0)).toBe(0);
  expect(prepare).toHaveBeenCalledTimes(1_201);
});

test('a migration that dropped a trigger loses no count: the next start counts again', async () => {
  const app = await startTestApp();
  const { db } = app;
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  db.$client.exec('DROP TRIGGER tally_orders_insert');
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'voice'] }));
  expect(() => checkTallies(db)).toThrow();
  keepTallies(db);
  expect(readTallies(db, 'orders')).toEqual(
    new Map([
      ['all', 2],
      ['missing forms', 2],
      ['unassigned', 2],
    ]),
  );
});

test('deleted rows no longer count', async () => {
  const app = await startTestApp();
  const { db } = app;
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  expect(readTallies(db, 'agreements')).toEqual(new Map([['all', 1]]));
  db.$client.exec('DELETE FROM agreements');
  expect(readTallies(db, 'agreements')).toEqual(new Map([['all', 0]]));
});

const MINUTE = 60_000;
const at = (minutes: number) => new Date(TEST_NOW.getTime() + minutes * MINUTE);

function aShop(to: { folder: string } | null) {
  const db = testDatabase();
  const settings = testEnv();
  settings.backup = { ...settings.backup, to };
  return {
    record: (failure: string | null, minutes: number) =>
      inTransaction(db, () => upkeepStore.record(db, 'backup', failure, at(minutes))),
    state: (minutes: number) => backupState({ db, settings, now: () => at(minutes) }),
  };
}

test('the state of backups names the last success and the last failure, and is late after two hours', async () => {
  const { record, state } = aShop({ folder: '/somewhere' });
  const start = { isConfigured: true, lastSuccess: null, failure: null, isLate: false };
  expect(state(0)).toEqual(start);
  await record('The disk is full.', 0);
  expect(state(0)).toEqual({ ...start, failure: 'The disk is full.' });
  await record(null, 5);
  expect(state(125)).toEqual({ ...start, lastSuccess: at(5) });
  expect(state(126)).toEqual({ ...start, lastSuccess: at(5), isLate: true });
  await record('The disk is full.', 130);
  expect(state(130)).toEqual({ ...start, lastSuccess: at(5), failure: 'The disk is full.', isLate: true });
});

test('without BACKUP_TO nothing is late or failing', async () => {
  const { record, state } = aShop(null);
  await record('The disk is full.', 0);
  expect(state(500)).toEqual({ isConfigured: false, lastSuccess: null, failure: null, isLate: false });
});
