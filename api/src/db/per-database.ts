import type { Db } from './client.ts';

/** Makes a value once for each database: a statement that is built and prepared at its first use, or a small cache. */
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
