import type { Db } from './client.ts';

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
