import { max, type InferSelectModel } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { bulkInsert } from '../src/db/bulk-insert.ts';
import type { Db } from '../src/db/client.ts';

type WithId = SQLiteTable & { id: SQLiteColumn };

export function lastId(db: Db, table: WithId): number {
  const found = db
    .select({ id: max(table.id) })
    .from(table)
    .get();
  return Number(found?.id ?? 0);
}

/** Inserts rows with the IDs after those that the table has, and returns each ID. */
export function appendTo<Table extends WithId>(db: Db, table: Table) {
  const insert = bulkInsert(db, table);
  let last = lastId(db, table);
  return (row: Omit<InferSelectModel<Table>, 'id'>): number => {
    last += 1;
    insert({ ...row, id: last } as InferSelectModel<Table>);
    return last;
  };
}
