import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';

export type Db = BetterSQLite3Database & { $client: Database.Database };

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
  // In KB. A search in a large shop reads far more than the usual 16 MB.
  client.pragma('cache_size = -32000');
  if (client.pragma('synchronous', { simple: true }) !== SYNCHRONOUS_FULL) {
    throw new Error('SQLite rejected synchronous = FULL, so orders could be lost.');
  }
  return Object.assign(drizzle({ client: withCompiledStatements(client) }), { $client: client });
}

const MAX_STATEMENTS = 500;

/**
 * What Drizzle uses of a client. Drizzle compiles a query each time it runs, and compiling takes longer than
 * running most queries. So the compiled statements are kept.
 */
function withCompiledStatements(client: Database.Database): Database.Database {
  const statements = new Map<string, Database.Statement>();
  const prepare = (source: string): Database.Statement => {
    const known = statements.get(source);
    if (known) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const compiled = client.prepare(source);
    statements.set(source, compiled);
    return compiled;
  };
  const used: Pick<Database.Database, 'transaction'> = { transaction: client.transaction.bind(client) };
  return Object.assign(used, { prepare }) as Database.Database;
}

/**
 * The first problem that SQLite finds in the file, or null. `quick_check` takes about a second per 100 MB and
 * skips the comparison of indexes with their tables.
 */
export function findDamage(
  client: Database.Database,
  check: 'quick_check' | 'integrity_check',
): string | null {
  const result = String(client.pragma(`${check}(1)`, { simple: true }));
  // A heading can come before the problem.
  return result === 'ok' ? null : (result.split('\n').at(-1) ?? result);
}

/** The beginnings of SQLite's error codes, with what they mean for the operator. */
const FAULTS: Record<string, string> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'the disk or the database file is read-only',
  SQLITE_IOERR: 'the disk reported an error',
  SQLITE_CANTOPEN: 'the database file can’t be opened',
  SQLITE_BUSY: 'another program has locked the database',
  SQLITE_LOCKED: 'another program has locked the database',
  SQLITE_CORRUPT: 'the database file is damaged',
  SQLITE_NOTADB: 'the database file is damaged',
};

/** Why nothing can be stored right now. Null for an error that is not about the disk or the file. */
export function storageFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // Drizzle puts SQLite's error into an error of its own.
  if (error.cause) return storageFault(error.cause);
  const code = 'code' in error ? String(error.code) : '';
  return Object.entries(FAULTS).find(([start]) => code.startsWith(start))?.[1] ?? null;
}
