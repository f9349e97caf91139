import { getTableColumns, sql, type Placeholder, type Table } from 'drizzle-orm';

type ColumnName<T extends Table> = keyof T['_']['columns'] & string;

/** A placeholder for every column but `id`, so an insert can be prepared once. */
export function placeholders<T extends Table>(table: T): Record<Exclude<ColumnName<T>, 'id'>, Placeholder> {
  const names = Object.keys(getTableColumns(table)).filter((name) => name !== 'id');
  // Object.fromEntries forgets the keys' type.
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as ReturnType<
    typeof placeholders<T>
  >;
}
