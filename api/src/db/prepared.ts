import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { perDatabase } from './per-database.ts';

/** Prepares a statement once per database. `given('name')` stands for the value that each call passes as `name`. */
export const prepared = <Statement>(
  make: (db: Db, given: typeof sql.placeholder) => { prepare: () => Statement },
): ((db: Db) => Statement) => perDatabase((db) => make(db, sql.placeholder).prepare());
