import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { sourceFile } from '../base/paths.ts';
import { keepFirstVersion } from './catalogs.ts';
import type { Db } from './client.ts';
import { keepCustomers } from './customer-figures.ts';
import {
  INVOICE_COUNTER,
  ORDER_COUNTER,
  QUOTE_COUNTER,
  TEST_DOCUMENT_COUNTER,
  TEST_ORDER_COUNTER,
} from './next-number.ts';
import { SAMPLE_PROMO } from './samples.ts';
import { sequenceCounter } from './schema/orders.ts';
import { promoCodes } from './schema/sales.ts';
import { keepTallies } from './tallies.ts';

/** The first invoice is INV-1001, and the first quote is Q-1001. */
const LAST_BEFORE_FIRST = 1_000;
/** The folder next to the database with the copies made before migrations. */
export const COPIES = 'copies';
const COPIES_KEPT = 5;
export const NEWER = 'It belongs to a newer version of Northlight.';

export const MIGRATIONS = sourceFile('db/migrations');

/** Drizzle's list of the migrations, oldest first. `when` identifies a migration in a database. */
type Journal = { entries: { when: number; tag: string }[] };

/**
 * Migrates the database and adds the rows that the shop needs. Safe to repeat. Copies an older database
 * first. Throws for a database of a newer version, or one from before the baseline, and leaves it as it is.
 */
export function migrateDatabase(db: Db, migrationsFolder = MIGRATIONS): void {
  const { entries }: Journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
  const applied = lastMigration(db);
  const newest = entries.at(-1)?.when ?? 0;
  if (applied !== null && applied > newest) {
    throw new Error(
      `${NEWER} Nothing was changed. Install that version again, or restore a copy from before the update; see docs/deploy.md.`,
    );
  }
  if (applied !== null && applied < (entries[0]?.when ?? 0)) {
    throw new Error(
      'It belongs to a version from before the first release, which this one cannot update. Nothing was changed. Install that version again.',
    );
  }
  const version = entries.find(({ when }) => when === applied)?.tag;
  const copy = version && applied !== newest && !db.$client.memory ? copyDatabase(db, version) : null;
  // One that replaces a table would otherwise fail where others refer to it. It is too late for this within its transaction.
  db.$client.pragma('foreign_keys = OFF');
  try {
    migrate(db, { migrationsFolder });
  } catch (error) {
    // Nothing was changed. The next start would make another copy of the same.
    if (copy) rmSync(copy);
    throw error;
  } finally {
    db.$client.pragma('foreign_keys = ON');
  }
  if (copy) deleteOldCopies(dirname(copy));
  keepTallies(db);
  keepCustomers(db);
  keepFirstVersion(db);
  const counters = [
    { name: ORDER_COUNTER },
    ...[INVOICE_COUNTER, QUOTE_COUNTER].map((name) => ({ name, currentValue: LAST_BEFORE_FIRST })),
    ...[TEST_ORDER_COUNTER, TEST_DOCUMENT_COUNTER].map((name) => ({ name, currentValue: 0 })),
  ];
  for (const counter of counters) db.insert(sequenceCounter).values(counter).onConflictDoNothing().run();
  db.insert(promoCodes).values(SAMPLE_PROMO).onConflictDoNothing().run();
}

/** Null for a new database. */
function lastMigration(db: Db): number | null {
  const isNew =
    db.$client.prepare(`SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'`).get() === undefined;
  if (isNew) return null;
  const last = db.$client.prepare('SELECT max(created_at) FROM __drizzle_migrations').pluck().get();
  return last === null ? null : Number(last);
}

/** Named after the last migration that it has, so it is clear which version can use it. */
function copyDatabase(db: Db, version: string): string {
  const folder = join(dirname(db.$client.name), COPIES);
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const copy = join(folder, `northlight-${version}-${time}.db`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    db.$client.prepare('VACUUM INTO ?').run(copy);
  } catch (error) {
    if (existsSync(copy)) rmSync(copy);
    throw new Error(
      `Could not copy it before the update, so nothing was changed (${error instanceof Error ? error.message : error}). Free some disk space and start again.`,
      { cause: error },
    );
  }
  chmodSync(copy, 0o600);
  return copy;
}

function deleteOldCopies(folder: string): void {
  const copies = readdirSync(folder).filter((name) => /^northlight-.*\.db$/.test(name));
  const byTime = copies.toSorted((a, b) => timeIn(a).localeCompare(timeIn(b)));
  for (const old of byTime.slice(0, -COPIES_KEPT)) rmSync(join(folder, old));
}

const timeIn = (name: string): string => name.slice(-'2026-11-22T17-00-00-000Z.db'.length);
