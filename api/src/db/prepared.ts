import { count, getTableColumns, type Placeholder, sql, type SQL, type Table } from 'drizzle-orm';
import type { Db } from './client.ts';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/** Creates a value once per database: a prepared statement, or a small cache. */
export function perDatabase<Value>(make: (db: Db) => Value): (db: Db) => Value {
  const made = new WeakMap<Db, Value>();
  return (db) => {
    let value = made.get(db);
    if (value === undefined) {
      value = make(db);
      made.set(db, value);
    }
    return value;
  };
}

/** Prepares a statement once per database. `given('name')` stands for the value that each call passes as `name`. */
export const prepared = <Statement>(
  make: (db: Db, given: typeof sql.placeholder) => { prepare: () => Statement },
): ((db: Db) => Statement) => perDatabase((db) => make(db, sql.placeholder).prepare());

type ColumnName<T extends Table> = keyof T['_']['columns'] & string;

/** A placeholder for every column but `id`, so an insert can be prepared once. */
export function placeholders<T extends Table>(table: T): Record<Exclude<ColumnName<T>, 'id'>, Placeholder> {
  const names = Object.keys(getTableColumns(table)).filter((name) => name !== 'id');
  // Object.fromEntries forgets the keys' type.
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as ReturnType<
    typeof placeholders<T>
  >;
}

/** Drizzle's `$count` must be awaited, and nothing may be awaited in a transaction. */
export function countWhere(db: Db, table: SQLiteTable, where: SQL | undefined): number {
  return db.select({ rows: count() }).from(table).where(where).get()?.rows ?? 0;
}
