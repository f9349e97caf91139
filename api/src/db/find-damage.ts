import type Database from 'better-sqlite3';

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
