import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { testDatabase } from '../../test/shop/test-app.ts';
import { openDatabase, type Db } from './client.ts';
import { migrateDatabase } from './migrate.ts';
import { promoCodes } from './schema/sales.ts';
import { inBackground, inTransaction, onCommit } from './transaction.ts';

function aDatabase(source?: string): Db {
  const db = source ? openDatabase(source) : testDatabase();
  onTestFinished(() => void db.$client.close());
  return db;
}

/** Time passes only when the test says so. */
function stopClock(clock: 'performance' | 'setTimeout') {
  vi.useFakeTimers({ toFake: [clock] });
  onTestFinished(() => void vi.useRealTimers());
}

const turn = () => new Promise(setImmediate);

function addCode(db: Db, code: string): string {
  db.insert(promoCodes).values({ code, amountOffCents: 1 }).run();
  return code;
}

function codes(db: Db): string[] {
  const all = db.select().from(promoCodes).all();
  return all.map(({ code }) => code).filter((code) => code !== 'SAVE50');
}

const add = (db: Db, code: string) => inTransaction(db, () => addCode(db, code));

const failsAfter = (db: Db, code: string) => () => {
  addCode(db, code);
  throw new Error(`${code} failed in the middle`);
};

test('a transaction that throws stores nothing, and the next one works', async () => {
  const db = aDatabase();
  await expect(inTransaction(db, failsAfter(db, 'HALF'))).rejects.toThrow('HALF failed in the middle');
  expect(codes(db)).toEqual([]);
  await add(db, 'WHOLE');
  expect(codes(db)).toEqual(['WHOLE']);
});

test('a lone job commits at once; after a commit of several, the next ones wait for each other', async () => {
  stopClock('performance');
  const db = aDatabase();
  let commits = 0;
  onCommit(db, () => (commits += 1));
  await add(db, 'A');
  await add(db, 'B');
  await Promise.all(['C', 'D', 'E'].map((code) => add(db, code)));
  expect(commits).toBe(3);
  const together = [add(db, 'F')];
  await turn();
  together.push(add(db, 'G'));
  await turn();
  expect(commits).toBe(3);
  together.push(add(db, 'H'));
  await Promise.all(together);
  expect(commits).toBe(4);

  // Time stands still until here. Nobody else comes, so two milliseconds later it commits alone.
  const last = add(db, 'I');
  for (let turns = 0; turns < 10; turns += 1) await turn();
  expect(commits).toBe(4);
  vi.advanceTimersByTime(2);
  await last;
  await add(db, 'J');
  expect(commits).toBe(6);
});

test('work in the background shares the commit of a customer, and waits a moment for one', async () => {
  stopClock('setTimeout');
  const db = aDatabase();
  let commits = 0;
  onCommit(db, () => (commits += 1));
  const email = inBackground(async () => {
    await add(db, 'LEASED');
    await add(db, 'SENT');
  });
  const search = inBackground(() => add(db, 'WORDS'));
  for (let turns = 0; turns < 10; turns += 1) await turn();
  expect(commits).toBe(0);
  // A customer waits for nobody, and the next step of the email waits for the next customer.
  await add(db, 'ORDER');
  await search;
  expect(codes(db)).toEqual(['LEASED', 'WORDS', 'ORDER']);
  await Promise.all([add(db, 'NEXT'), email]);
  expect(commits).toBe(2);
  // Nobody comes.
  const last = inBackground(() => Promise.all([add(db, 'A'), add(db, 'B')]));
  for (let turns = 0; turns < 10; turns += 1) await turn();
  expect(commits).toBe(2);
  vi.advanceTimersByTime(20);
  await last;
  expect(commits).toBe(3);
});

test('an async function in a transaction is rejected and stores nothing', async () => {
  const db = aDatabase();
  const work = async () => addCode(db, 'ASYNC');
  // @ts-expect-error TypeScript rejects this too.
  await expect(inTransaction(db, work)).rejects.toThrow(/promise/i);
  expect(codes(db)).toEqual([]);
  await add(db, 'AFTER');
  expect(codes(db)).toEqual(['AFTER']);
});

test('of jobs that share a commit, a failing one only undoes itself', async () => {
  const db = aDatabase();
  const answers = await Promise.allSettled([
    add(db, 'FIRST'),
    inTransaction(db, failsAfter(db, 'SECOND')),
    add(db, 'THIRD'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(codes(db)).toEqual(['FIRST', 'THIRD']);
});

test('a later job sees what an earlier job of the same commit wrote', async () => {
  const db = aDatabase();
  const [, seen] = await Promise.all([add(db, 'EARLY'), inTransaction(db, () => codes(db))]);
  expect(seen).toEqual(['EARLY']);
});

test('no caller is answered before the shared commit is done', async () => {
  const file = join(tempFolder(), 'northlight.db');
  const db = aDatabase(file);
  migrateDatabase(db);
  const onlooker = aDatabase(file);
  const answered = Array.from({ length: 5 }, (_, index) =>
    add(db, `CODE${index}`).then(() => codes(onlooker)),
  );
  for (const seen of await Promise.all(answered)) expect(seen).toHaveLength(5);
});

test('when the commit fails, all jobs fail and nothing is stored', async () => {
  const db = aDatabase();
  // A deferred constraint is checked at the commit, so each job succeeds but the commit fails.
  db.$client.exec(
    'CREATE TABLE parent (id INTEGER PRIMARY KEY);' +
      'CREATE TABLE child (parent_id INTEGER REFERENCES parent(id) DEFERRABLE INITIALLY DEFERRED)',
  );
  const answers = await Promise.allSettled([
    add(db, 'INNOCENT'),
    inTransaction(db, () => void db.$client.exec('INSERT INTO child VALUES (1)')),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(codes(db)).toEqual([]);
  await add(db, 'AFTER');
  expect(codes(db)).toEqual(['AFTER']);
});

test('when SQLite rolls back the whole transaction, every job fails', async () => {
  const db = aDatabase();
  db.$client.exec(
    "CREATE TRIGGER full BEFORE INSERT ON promo_codes WHEN NEW.code = 'FULL' BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END",
  );
  const answers = await Promise.allSettled([add(db, 'BEFORE'), add(db, 'FULL'), add(db, 'AFTER')]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(codes(db)).toEqual([]);
});

function lockedByAnother(): { db: Db; unlock: () => void } {
  const file = join(tempFolder(), 'northlight.db');
  const db = aDatabase(file);
  migrateDatabase(db);
  db.$client.pragma('busy_timeout = 0');
  const other = aDatabase(file);
  other.$client.exec('BEGIN IMMEDIATE');
  return { db, unlock: () => other.$client.exec('ROLLBACK') };
}

test('a transaction waits for another process without blocking anything else, and takes newcomers along', async () => {
  const { db, unlock } = lockedByAnother();
  const stored = [add(db, 'FIRST')];
  for (let turn = 0; turn < 5; turn += 1) await delay(20);
  stored.push(add(db, 'SECOND'));
  expect(codes(db)).toEqual([]);
  unlock();
  await Promise.all(stored);
  expect(codes(db)).toEqual(['FIRST', 'SECOND']);
});

test('a database that stays locked is an error, and the next try works', async () => {
  const { db, unlock } = lockedByAnother();
  stopClock('performance');
  const refused = [add(db, 'BUSY'), add(db, 'BUSY2')];
  setImmediate(() => vi.advanceTimersByTime(6_000));
  const answers = await Promise.allSettled(refused);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  unlock();
  await add(db, 'FREE');
  expect(codes(db)).toEqual(['FREE']);
});

test('each transaction has its own time to wait, however long the lock has lasted', async () => {
  const { db, unlock } = lockedByAnother();
  stopClock('performance');
  const early = add(db, 'EARLY');
  early.catch(() => {});
  vi.advanceTimersByTime(4_000);
  const late = add(db, 'LATE');
  vi.advanceTimersByTime(2_000);
  await expect(early).rejects.toThrow('database is locked');
  unlock();
  expect(await late).toBe('LATE');
});

test('listeners hear of each commit, and of none that failed', async () => {
  const db = aDatabase();
  const heard: number[] = [];
  onCommit(db, (ms) => heard.push(ms));
  await Promise.all([add(db, 'A'), add(db, 'B')]);
  expect(heard).toHaveLength(1);
  db.$client.pragma(`max_page_count = ${db.$client.pragma('page_count', { simple: true })}`);
  const big = 'x'.repeat(1_000_000);
  await expect(add(db, big)).rejects.toThrow('full');
  expect(heard).toHaveLength(1);
});
