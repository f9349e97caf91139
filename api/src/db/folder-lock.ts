import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { BACKUP_WORK, DOWNLOADS, RESTORE_WORK } from '../base/data-folder.ts';
import { storageFault } from './client.ts';

/** How long a server that is not stopping yet may need to say that it is. */
const GRACE_MS = 1_000;
/** A server that is stopping answers what it has received first, within 8 seconds. */
const STOPPING_MS = 10_000;
/** How long a backup waits for the one that is under way. */
const WAIT_MS = 15 * 60_000;
const WORK_LOCK = '.backup-lock';
const WORK_FOLDERS = [BACKUP_WORK, RESTORE_WORK, DOWNLOADS];

export type Lock = { release(): void };

/** Referenced from here, because a lock ends when its database is collected as garbage. */
const held = new Set<Database.Database>();

/**
 * Takes a lock of the data folder that the operating system drops with the process, however that ends. Blocks the
 * process for up to `waitMs`. Null if another process keeps it. Throws in words if the disk is at fault.
 */
export function takeLock(dataDir: string, name: string, waitMs: number): Lock | null {
  let lock: Database.Database | undefined;
  try {
    lock = new Database(join(dataDir, name), { timeout: waitMs });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    const fault = storageFault(error);
    throw fault ? new Error(`Could not write to ${dataDir}: ${fault}.`, { cause: error }) : error;
  }
  const taken = lock;
  held.add(taken);
  return {
    release: () => {
      held.delete(taken);
      taken.close();
    },
  };
}

/**
 * Makes this process the only one that serves or replaces the data folder. `who` names it for others. A server that
 * is stopping is waited for. Throws an error that names the process that has the folder.
 */
export function takeDataFolder(dataDir: string, who: string): Lock & { leave(): void } {
  const note = join(dataDir, '.server');
  const take = (waitMs: number) => takeLock(dataDir, '.server-lock', waitMs);
  // Whoever has the folder removes the note as soon as it begins to stop.
  const lock = take(GRACE_MS) ?? (existsSync(note) ? null : take(STOPPING_MS));
  if (!lock) {
    const holder = existsSync(note) ? readFileSync(note, 'utf8') : 'A server that is stopping';
    throw new Error(`${holder} is using ${dataDir}. Stop it first, or choose another DATA_DIR.`);
  }
  const leave = () => rmSync(note, { force: true });
  try {
    writeFileSync(
      note,
      `${who} (process ${process.pid} on ${hostname()}, since ${new Date().toISOString()})`,
    );
  } catch {
    // A full disk. Whoever opens the database says so.
  }
  return {
    leave,
    release: () => {
      leave();
      lock.release();
    },
  };
}

/** One backup or restore at a time. The lock ends with its process, however that ends. */
export async function alone<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const lock = takeLock(dataDir, WORK_LOCK, WAIT_MS);
  if (!lock) throw new Error('Another backup is still running.');
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Deletes what a backup or a restore left that was killed. One that is under way clears up itself. */
export function deleteLeftWork(dataDir: string): void {
  const lock = takeLock(dataDir, WORK_LOCK, 0);
  if (!lock) return;
  for (const name of WORK_FOLDERS) rmSync(join(dataDir, name), { recursive: true, force: true });
  lock.release();
}
