import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { COPIES, migrateDatabase, NEWER } from '../../db/migrate.ts';
import { DATABASE, SECRET } from '../../base/data-folder.ts';
import { CONNECTIONS, type Values } from '../../base/settings/connections.ts';
import type { Env } from '../../base/settings/env.ts';
import { appendAudit } from '../../db/audit-log.ts';
import { type Db, openDatabase } from '../../db/client.ts';
import * as connectionStore from '../../db/connection-store.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { firstBackup } from './backup-worker.ts';
import { closeForGood } from './shop-file.ts';

type Job = { dataDir: string; staged: string; env: Env; now: Date; connection?: Values | undefined };

/** What a restore found out about where the shop was before. */
export type Moved = {
  /** Whether everything that goes out waits until an owner says that the old machine is off. */
  waits: boolean;
  /** Orders of people who were erased after the backup was made. Null if another machine would know. */
  erased: string[] | null;
};

/**
 * Brings the database of a backup to this version. If its shop takes real money and this isn’t its folder, the machine that it
 * comes from may still run, so everything waits. `connection`: where the backup was found, for a shop that doesn’t know.
 */
export function settleRestored({ dataDir, staged, env, now, connection }: Job): Moved {
  const file = join(staged, DATABASE);
  const db = openDatabase(file);
  try {
    migrate(db);
    const secret =
      env.variables['SESSION_SECRET'] ?? textOf(join(staged, SECRET)) ?? textOf(join(dataDir, SECRET));
    const own = { ...env, secret: secret ?? env.secret };
    const isOwn = isOwnFolder(dataDir, staged);
    const known = isOwn ? restoredAtIn(join(dataDir, DATABASE)) : null;
    const restoredAt = isOwn ? known : takesMoney(db, own) ? now.getTime() : null;
    db.transaction(() => {
      saveShopSettings(db, { restoredAt }, null, now);
      appendAudit(db, { adminId: null, who: 'command', address: '', action: 'shop-restored' }, now);
      if (connection) keepConnection(db, own.secret, connection, now);
    });
    const before = join(dataDir, DATABASE);
    const isKnown = isOwn && readIn(before, 'SELECT 1') !== null;
    return { waits: restoredAt !== null, erased: isKnown ? erasedSince(before, db) : null };
  } finally {
    db.$client.close();
    closeForGood(file);
    // The backup is the copy from before.
    rmSync(join(staged, COPIES), { recursive: true, force: true });
  }
}

function migrate(db: Db): void {
  try {
    migrateDatabase(db);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith(NEWER))) throw error;
    throw new Error(
      'This backup was made by a newer version of Northlight. Nothing was restored. Install that version, then restore again.',
      { cause: error },
    );
  }
}

const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null);

/** By the secret, which every shop makes for itself, or else by what its audit log began with. */
function isOwnFolder(dataDir: string, staged: string): boolean {
  const [here, there] = [dataDir, staged].map((folder) => textOf(join(folder, SECRET)));
  if (here && there) return here === there;
  const [own, restored] = [dataDir, staged].map((folder) =>
    readIn(join(folder, DATABASE), 'SELECT hash FROM audit_log ORDER BY id LIMIT 1'),
  );
  return own !== null && own === restored;
}

const restoredAtIn = (file: string): number | null =>
  Number(readIn(file, `SELECT "values" ->> 'restoredAt' FROM shop_settings ORDER BY id DESC LIMIT 1`)) ||
  null;

/** The first value of a query. Null if the file isn’t there, or can’t be read. */
function readIn(file: string, query: string): unknown {
  return allIn(file, query)[0] ?? null;
}

function allIn(file: string, query: string): unknown[] {
  if (!existsSync(file)) return [];
  try {
    const client = new Database(file, { readonly: true });
    try {
      return client.prepare(query).pluck().all();
    } finally {
      client.close();
    }
  } catch {
    return [];
  }
}

const takesMoney = (db: Db, env: Env): boolean =>
  connectionStore.settingsOf(db, env).env.paymentState.mode === 'live' ||
  connectionStore.historyOf(db, env.secret).tookLive ||
  db.$client.prepare(`SELECT 1 FROM orders WHERE payment_mode = 'live'`).get() !== undefined;

const ERASED_ORDERS = `SELECT order_number FROM orders WHERE email = ''`;

function erasedSince(before: string, db: Db): string[] {
  const still = new Set(db.$client.prepare(ERASED_ORDERS).pluck().all());
  const all = new Set(db.$client.prepare('SELECT order_number FROM orders').pluck().all());
  return allIn(before, ERASED_ORDERS)
    .filter((number) => all.has(number) && !still.has(number))
    .map(String);
}

/** The next backups go where this one was found, unless the shop has another place. Its keys are those that worked. */
function keepConnection(db: Db, secret: string, given: Values, now: Date): void {
  const row = connectionStore.rowOf(db, 'backups');
  const own = connectionStore.storedOf(secret, row)?.values;
  if (own && own['to']?.value !== given['to']) return;
  const saved = Object.entries(given).map(
    ([name, value]) =>
      [
        name,
        own?.[name]?.value === value ? own[name] : { value, by: 'the restore', at: now.getTime() },
      ] as const,
  );
  const values = { ...own, ...Object.fromEntries(saved) };
  const first = firstBackup(given['to'] ?? '', now);
  connectionStore.saveConnection(db, secret, 'backups', { values, earlier: [] }, { test: first });
}

/** What a connection for backups has of these variables. Undefined without a place. */
export function connectionFrom(variables: NodeJS.ProcessEnv): Values | undefined {
  const values = Object.entries(CONNECTIONS.backups.settings).flatMap(([name, { env }]) =>
    env && variables[env] ? [[name, variables[env]] as const] : [],
  );
  return variables['BACKUP_TO'] ? Object.fromEntries(values) : undefined;
}
