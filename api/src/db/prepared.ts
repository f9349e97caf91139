import { count, getTableColumns, type Placeholder, sql, type SQL, type Table } from 'drizzle-orm';
import type { Db } from './client.ts';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

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
type Value<T extends Table, Name extends ColumnName<T>> = NonNullable<T['$inferSelect'][Name]>;

const rowsBy = (table: SQLiteTable, name: string, order: readonly (SQL | SQLiteColumn)[]) =>
  prepared((db, given) =>
    db
      .select()
      .from(table)
      .where(sql`${getTableColumns(table)[name]} = ${given('value')}`)
      .orderBy(...order),
  );

/** Reads the row with a value in this column. */
export function oneBy<T extends SQLiteTable, Name extends ColumnName<T>>(table: T, name: Name) {
  const statement = rowsBy(table, name, []);
  return (db: Db, value: Value<T, Name>) => statement(db).get({ value }) as T['$inferSelect'] | undefined;
}

/** Reads all of them. */
export function allBy<T extends SQLiteTable, Name extends ColumnName<T>>(
  table: T,
  name: Name,
  ...order: (SQL | SQLiteColumn)[]
) {
  const statement = rowsBy(table, name, order);
  return (db: Db, value: Value<T, Name>) => statement(db).all({ value }) as T['$inferSelect'][];
}

/** What each call passes, by the names of the columns. */
export function eachGiven<Name extends string>(...names: Name[]) {
  // Object.fromEntries forgets the keys' type.
  const given = names.map((name: string) => [name, sql.placeholder(name)]);
  return Object.fromEntries(given) as Record<Name, Placeholder>;
}

/** The same for every column but `id`, so an insert can be prepared once. */
export function placeholders<T extends Table>(table: T) {
  const names = Object.keys(getTableColumns(table)).filter((name) => name !== 'id');
  return eachGiven(...(names as Exclude<ColumnName<T>, 'id'>[]));
}

/** Drizzle's `$count` must be awaited, and nothing may be awaited in a transaction. */
export function countWhere(db: Db, table: SQLiteTable, where: SQL | undefined): number {
  return db.select({ rows: count() }).from(table).where(where).get()?.rows ?? 0;
}
