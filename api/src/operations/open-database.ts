import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { commandName } from '../base/command-name.ts';
import { DATABASE } from '../base/data-folder.ts';
import { type Db, findDamage, openDatabase, storageFault } from '../db/client.ts';
import { settingsOf } from '../db/connection-store.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { type Env } from '../base/settings/env.ts';
import { SettingsError } from '../base/settings/variables.ts';
import { markFile, readMark } from '../db/order-number-mark.ts';
import { rebuildSearch } from '../db/search/rebuild-search.ts';

/** About a tenth of a second. Larger files are checked by the running server. */
const QUICKLY_CHECKED_BYTES = 10 * 1024 * 1024;

export const databaseFile = ({ dataDir }: Pick<Env, 'dataDir'>): string => join(dataDir, DATABASE);

/** Whether the file is checked when it is opened. */
export const isQuicklyChecked = (file: string): boolean => statSync(file).size <= QUICKLY_CHECKED_BYTES;

/**
 * Opens the shop's database, checks it if it is small, and migrates it. Throws a SettingsError that says what
 * to do when it is damaged, lost, or of a newer version.
 */
export function openShopDatabase(env: Pick<Env, 'dataDir'>): Db {
  const file = databaseFile(env);
  let db: Db | undefined;
  try {
    refuseLostDatabase(file, env.dataDir);
    db = openDatabase(file);
    if (isQuicklyChecked(file)) refuseDamaged(db);
    migrateDatabase(db);
    rebuildSearch(db);
    return db;
  } catch (error) {
    db?.$client.close();
    if (error instanceof SettingsError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) throw damaged(file, reason);
    throw new SettingsError(`Could not open the database ${file}: ${storageFault(error) ?? reason}`);
  }
}

/** The settings of the server with what owners saved in its database. Changes nothing there. */
export function withSaved(env: Env): Env {
  const file = databaseFile(env);
  if (!existsSync(file)) return env;
  const client = new Database(file, { readonly: true });
  try {
    // A database from before this version has no connections. A start migrates it.
    const hasTable = client.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'connections'`).get();
    return hasTable ? settingsOf(drizzle({ client }), env).env : env;
  } finally {
    client.close();
  }
}

export const damaged = (file: string, problem: string): SettingsError =>
  new SettingsError(
    `The database ${file} is damaged (${problem}). Keep the file, and restore the latest backup with "${commandName('restore')}". See docs/backups.md.`,
  );

function refuseDamaged(db: Db): void {
  const problem = findDamage(db.$client, 'quick_check');
  if (problem) throw damaged(db.$client.name, problem);
}

/**
 * SQLite takes a missing or empty file for a new database, which would number orders from the beginning. It
 * would also delete the write-ahead log, which can hold the newest orders.
 */
function refuseLostDatabase(file: string, dataDir: string): void {
  const mark = readMark(dataDir);
  if (mark === null || (existsSync(file) && statSync(file).size > 0)) return;
  throw new SettingsError(
    `The database ${file} is missing or empty, but this shop has already used order numbers up to ORD-${mark}. If you moved it, put it back, together with the files that begin with the same name. Otherwise restore a backup with "${commandName('restore')}". To start a new shop instead, delete ${markFile(dataDir)}.`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
