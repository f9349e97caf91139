import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** All at once: in smaller steps a backup starts anew with every write of the running server, and never ends. */
const ALL_PAGES = 0x7fffffff;
/** Everything that buyers said is in these files. */
const OWNER_ONLY = 0o600;

/** A whole copy of the database as it is at this moment, also while the server takes orders. */
export async function backupShop(databaseFile: string, target: string): Promise<void> {
  if (!existsSync(databaseFile)) throw new Error(`No shop database found at ${databaseFile}.`);
  if (existsSync(target)) throw new Error(`${target} already exists. Choose another name.`);
  const db = new Database(databaseFile);
  const unfinished = `${target}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, '', { mode: OWNER_ONLY, flag: 'wx' });
    await db.backup(unfinished, { progress: () => ALL_PAGES });
    // One file, with nothing beside it.
    closeForGood(unfinished);
    checkShop(unfinished);
    renameSync(unfinished, target);
  } finally {
    db.close();
    rmSync(unfinished, { force: true });
  }
}

/** Puts a backup in the place of the database. Gives the name under which the old one is kept, null when there was none. */
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

/** Whoever has logged out since would be logged in again. A backup may be older than the table. */
function endLogins(file: string): void {
  const db = new Database(file);
  try {
    if (db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'sessions'`).get())
      db.exec('DELETE FROM sessions');
  } finally {
    db.close();
  }
}

/** SQLite would write what a lost database has left in its log into the new one. */
function putAsideLog(databaseFile: string, kept: string): void {
  if (existsSync(`${databaseFile}-wal`)) renameSync(`${databaseFile}-wal`, `${kept}-wal`);
  rmSync(`${databaseFile}-shm`, { force: true });
}

/** Leaves no write-ahead log behind, which would be taken for the new file's. Only possible while nobody else has it open. */
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

/** Throws when the file is damaged or something else. */
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
