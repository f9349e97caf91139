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
