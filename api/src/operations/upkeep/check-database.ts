/** A process of its own: checks a database file. Prints the first problem, or nothing. */
import Database from 'better-sqlite3';
import { findDamage, storageFault } from '../../db/client.ts';

const [, , file = '', check] = process.argv;
try {
  const db = new Database(file, { readonly: true });
  console.log(findDamage(db, check === 'quick_check' ? check : 'integrity_check') ?? '');
  db.close();
} catch (error) {
  // Any other failure says nothing about the file, and ends the process with an error.
  if (!isDamage(error)) throw error;
  console.log(storageFault(error));
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
}
