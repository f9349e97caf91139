import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** In one step: a stepwise backup restarts with every write of the running server and may never finish. */
const ALL_PAGES = 0x7fffffff;
/** The files contain customers' data. */
const OWNER_ONLY = 0o600;

/** Makes a consistent copy of the database, even while the server takes orders. */
export async function backupShop(databaseFile: string, target: string): Promise<void> {
  if (!existsSync(databaseFile)) throw new Error(`No shop database found at ${databaseFile}.`);
  if (existsSync(target)) throw new Error(`${target} already exists. Choose another name.`);
  const db = new Database(databaseFile);
  const unfinished = `${target}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, '', { mode: OWNER_ONLY, flag: 'wx' });
    await db.backup(unfinished, { progress: () => ALL_PAGES });
    // A single file, without a write-ahead log beside it.
    closeForGood(unfinished);
    checkShop(unfinished);
    renameSync(unfinished, target);
  } finally {
    db.close();
    rmSync(unfinished, { force: true });
  }
}

/**
 * Replaces the database with a backup. Returns the name that the old database is kept under, or null if there
 * was none.
 */
export function restoreShop(databaseFile: string, source: string, now: Date): string | null {
  if (!existsSync(source)) throw new Error(`File not found: ${source}.`);
  checkShop(source);
  const arriving = `${databaseFile}.arriving`;
  const kept = `${databaseFile}.before-${now.toISOString().replace(/[:.]/g, '-')}`;
  copyFileSync(source, arriving);
  chmodSync(arriving, OWNER_ONLY);
  endLogins(arriving);
  if (!existsSync(databaseFile)) {
    putAsideLog(databaseFile, kept);
    renameSync(arriving, databaseFile);
    return null;
  }
  try {
    closeForGood(databaseFile);
  } catch (error) {
    rmSync(arriving);
    throw error;
  }
  renameSync(databaseFile, kept);
  renameSync(arriving, databaseFile);
  return kept;
}

/**
 * A restored session would log people in again who have logged out since. Old backups have no sessions table.
 */
function endLogins(file: string): void {
  const db = new Database(file);
  try {
    if (db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'sessions'`).get())
      db.exec('DELETE FROM sessions');
  } finally {
    db.close();
  }
}

/** SQLite would apply the write-ahead log of a lost database to the new one. */
function putAsideLog(databaseFile: string, kept: string): void {
  if (existsSync(`${databaseFile}-wal`)) renameSync(`${databaseFile}-wal`, `${kept}-wal`);
  rmSync(`${databaseFile}-shm`, { force: true });
}

/**
 * Removes the write-ahead log, which SQLite would apply to the new file. Only possible while nothing else has
 * the database open.
 */
function closeForGood(databaseFile: string): void {
  const db = new Database(databaseFile, { timeout: 0 });
  try {
    const mode = db.pragma('journal_mode = DELETE', { simple: true });
    if (mode !== 'delete') throw new Error('busy');
  } catch {
    throw new Error('The shop is running. Stop the server, then restore.');
  } finally {
    db.close();
  }
}

/** Throws when the file is damaged or not a shop's database. */
function checkShop(file: string): void {
  const db = open(file);
  try {
    const isWhole = db.pragma('integrity_check', { simple: true }) === 'ok';
    const tables = db.prepare(
      `SELECT count(*) FROM sqlite_master WHERE name IN ('orders', 'sequence_counter')`,
    );
    if (!isWhole || tables.pluck().get() !== 2) throw new Error('not whole');
  } catch {
    throw new Error(`${file} is not a shop backup, or it is damaged.`);
  } finally {
    db.close();
  }
}

function open(file: string): Database.Database {
  try {
    return new Database(file, { readonly: true });
  } catch {
    throw new Error(`Cannot read ${file}.`);
  }
}
