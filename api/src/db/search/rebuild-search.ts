import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { asc, gt } from 'drizzle-orm';
import * as searchIndex from './search-index.ts';
import type { Db } from '../client.ts';
import { formTables } from '../schema/forms.ts';
import { orders } from '../schema/orders.ts';
/** Increase it when `foldText` or the indexed text changes. The next start then rebuilds the index. */
const SEARCH_VERSION = 4;
const BATCH = 1_000;

/**
 * Rebuilds the search index if it was made by an older version, which SQLite's `user_version` shows. Takes
 * about a second per 10,000 rows. Safe to repeat after an interrupted start.
 */
export function rebuildSearch(db: Db): void {
  if (db.$client.pragma('user_version', { simple: true }) === SEARCH_VERSION) return;
  inBatches(db, orders, ({ orderNumber }) => searchIndex.refreshOrder(db, orderNumber));
  for (const form of SERVICE_IDS)
    inBatches(db, formTables[form], (row) => searchIndex.indexSubmission(db, form, row));
  db.$client.pragma(`user_version = ${SEARCH_VERSION}`);
}

type Table = typeof orders | (typeof formTables)[ServiceId];

function inBatches<From extends Table>(db: Db, table: From, work: (row: From['$inferSelect']) => void): void {
  for (let lastId = 0, count = BATCH; count === BATCH;) {
    const rows = db
      .select()
      .from(table as Table)
      .where(gt(table.id, lastId))
      .orderBy(asc(table.id))
      .limit(BATCH)
      .all() as From['$inferSelect'][];
    db.transaction(() => rows.forEach(work));
    count = rows.length;
    lastId = rows.at(-1)?.id ?? lastId;
  }
}
