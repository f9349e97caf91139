import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { expect, onTestFinished, test } from 'vitest';
import { aDraft } from '../../test/fixtures/factories.ts';
import { checkOut } from '../../test/shop/purchase-steps.ts';
import { counterValue, rows } from '../../test/fixtures/rows.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { startTestApp, testDatabase } from '../../test/shop/test-app.ts';
import { openDatabase, type Db } from './client.ts';
import { migrateDatabase } from './migrate.ts';
import { promoCodes, sequenceCounter } from './schema.ts';

const FULL = 2;

function open(file: string): Db {
  const db = openDatabase(file);
  onTestFinished(() => void db.$client.close());
  return db;
}

const pragma = (db: Db, name: string) => db.$client.pragma(name, { simple: true });

test('what is acknowledged survives a power cut: synchronous is FULL on every open', () => {
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

test('migrating twice changes nothing: the counter, switched-off codes and orders stay', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  app.db.update(promoCodes).set({ isActive: false }).run();
  migrateDatabase(app.db);
  expect(counterValue(app.db)).toBe(10_001);
  expect(app.db.select().from(sequenceCounter).all()).toHaveLength(1);
  expect(app.db.select().from(promoCodes).all()).toMatchObject([{ code: 'SAVE50', isActive: false }]);
  expect(rows.orders(app.db)).toHaveLength(1);
});

test('a new database has SAVE50 and a counter at 10000', () => {
  const db = open(join(tempFolder(), 'new.db'));
  migrateDatabase(db);
  expect(db.select().from(promoCodes).all()).toEqual([
    { code: 'SAVE50', amountOffCents: 5_000, isActive: true },
  ]);
  expect(counterValue(db)).toBe(10_000);
});

test('the schema file and the migrations say the same: every table can be read', () => {
  const db = testDatabase();
  onTestFinished(() => void db.$client.close());
  for (const read of Object.values(rows)) expect(read(db)).toEqual([]);
});

test('health is ok only while the database can be written', async () => {
  const file = join(tempFolder(), 'northlight.db');
  const db = openDatabase(file);
  migrateDatabase(db);
  db.$client.pragma('busy_timeout = 0');
  const app = await startTestApp({ db });
  expect(await app.get('/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  const other = open(file);
  other.$client.exec('BEGIN IMMEDIATE');
  const busy = await app.get('/api/health');
  expect(busy).toMatchObject({ status: 503, body: { code: 'database_unavailable' } });
  other.$client.exec('ROLLBACK');
  expect((await app.get('/api/health')).status).toBe(200);
});

/** A database as an older version left it: with its first so many migrations. */
function openOlder(count: number): Db {
  const folder = tempFolder();
  cpSync(fileURLToPath(new URL('./migrations', import.meta.url)), folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  const db = open(join(folder, 'older.db'));
  migrate(db, { migrationsFolder: folder });
  return db;
}

test('mail that an older version wrote is all there after the upgrade, and what waited still leaves', () => {
  const db = openOlder(5);
  const insert = db.$client.prepare(
    `INSERT INTO outbox (kind, key, order_number, recipient, status, attempts, next_attempt_at, last_error, created_at, sent_at)
     VALUES ('order-confirmation', ?, 'ORD-10001', 'ada@x.example', ?, 2, 3000, 'why', 1000, NULL)`,
  );
  const states = ['waiting', 'sent', 'given-up', 'replaced'];
  for (const state of states) insert.run(`key-${state}`, state);
  migrateDatabase(db);
  expect(rows.outbox(db)).toMatchObject(
    states.map((status) => ({
      status,
      key: `key-${status}`,
      attempts: 2,
      lastError: 'why',
      createdAt: new Date(1_000),
      dueAt: new Date(1_000),
      nextAttemptAt: new Date(3_000),
    })),
  );
  expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.$client.pragma('foreign_key_check')).toEqual([]);
});
