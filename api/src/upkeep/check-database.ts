/** A process of its own: checks a database file. Prints the first problem, or nothing. */
import Database from 'better-sqlite3';
import { findDamage } from '../db/find-damage.ts';
import { storageFault } from '../db/storage-fault.ts';

const [, , file = '', check] = process.argv;
try {
  const db = new Database(file, { readonly: true });
  console.log(findDamage(db, check === 'quick_check' ? check : 'integrity_check') ?? '');
  db.close();
} catch (error) {
  console.log(storageFault(error) ?? String(error));
}
