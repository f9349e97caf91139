import { existsSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { findDamage } from '../../db/client.ts';
import { ORDER_COUNTER } from '../../db/next-number.ts';

/** In one step: a stepwise backup restarts with every write of the running server and may never finish. */
const ALL_PAGES = 0x7fffffff;

/** What must be the same in the shop and in its backup. */
export type ShopFacts = { orders: number; lastOrder: string | undefined; counter: number };

/** Makes a consistent copy of the database, even while the server takes orders. */
export async function copyDatabase(file: string, target: string): Promise<void> {
  // Contains customers' data.
  writeFileSync(target, '', { mode: 0o600 });
  const db = new Database(file);
  try {
    await db.backup(target, { progress: () => ALL_PAGES });
  } finally {
    db.close();
  }
  // A single file, without a write-ahead log beside it.
  closeForGood(target);
}

/**
 * Removes the write-ahead log, which SQLite would apply to another file of the same name. Returns false if
 * something else has the database open.
 */
export function closeForGood(file: string): boolean {
  const db = new Database(file, { timeout: 0 });
  try {
    return db.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
    throw error;
  } finally {
    db.close();
  }
}

/** Leaves nothing of the saved keys in the file, not even in pages that it no longer uses. */
export function dropConnections(file: string): void {
  const db = new Database(file);
  try {
    const has = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'connections'`).get();
    if (has) db.exec('DELETE FROM connections; VACUUM');
  } finally {
    db.close();
  }
}

/** Throws when the file is damaged or not a shop's database. */
export function inspectShop(file: string): ShopFacts {
  const db = new Database(file, { readonly: true });
  try {
    if (findDamage(db, 'integrity_check')) throw new Error('The database is damaged.');
    return {
      orders: Number(db.prepare('SELECT count(*) FROM orders').pluck().get()),
      lastOrder: db.prepare<[], string>('SELECT order_number FROM orders ORDER BY id DESC').pluck().get(),
      counter: readCounter(db, ORDER_COUNTER),
    };
  } finally {
    db.close();
  }
}

/** The last number of a counter that a database gave out. Null if it cannot be read. */
export function lastNumberIn(file: string, counter: string): number | null {
  if (!existsSync(file)) return null;
  try {
    const db = new Database(file, { readonly: true });
    try {
      return readCounter(db, counter);
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

/** Sets the last numbers of these counters, and ends logins: someone may have logged out since the backup. */
export function prepareRestored(file: string, last: Readonly<Record<string, number>>): void {
  const db = new Database(file);
  try {
    // Old backups lack some counters.
    const set = db.prepare(
      'INSERT INTO sequence_counter (name, current_value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET current_value = excluded.current_value',
    );
    for (const [name, number] of Object.entries(last)) set.run(name, number);
    // Old backups lack some tables. A failed check was about another file.
    const tables = db.prepare('SELECT name FROM sqlite_master').pluck().all();
    if (tables.includes('sessions')) db.exec('DELETE FROM sessions');
    if (tables.includes('upkeep')) db.exec(`DELETE FROM upkeep WHERE task = 'database check'`);
  } finally {
    db.close();
  }
}

/** Zero if the database has no such counter. */
function readCounter(db: Database.Database, name: string): number {
  const row = db.prepare('SELECT current_value FROM sequence_counter WHERE name = ?');
  return Number(row.pluck().get(name) ?? 0);
}
