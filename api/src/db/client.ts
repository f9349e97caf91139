import Database from 'better-sqlite3';
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import * as schema from './schema.ts';

export type Db = BetterSQLite3Database<typeof schema> & { $client: Database.Database };

const SYNCHRONOUS_FULL = 2;

/** Opens a database file, or a serialized one in tests. Throws when durable writes are not available. */
export function openDatabase(source: string | Buffer): Db {
  const client = new Database(source);
  client.pragma('journal_mode = WAL');
  // better-sqlite3 falls back to NORMAL for an existing WAL file, and a power cut would then lose confirmed
  // orders.
  client.pragma('synchronous = FULL');
  client.pragma('foreign_keys = ON');
  client.pragma('busy_timeout = 5000');
  if (client.pragma('synchronous', { simple: true }) !== SYNCHRONOUS_FULL) {
    throw new Error('SQLite rejected synchronous = FULL, so orders could be lost.');
  }
  return drizzle({ client, schema });
}
