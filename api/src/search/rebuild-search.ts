import * as searchIndex from './search-index.ts';
import { asc, gt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { formSubmissions, onHoldSubmissions, orders, voiceAgentFormSubmissions } from '../db/schema.ts';
/** Raise it when `foldText` or the indexed words change: the next start then indexes every row again. */
const SEARCH_VERSION = 1;
const BATCH = 1_000;

const FORMS = { website: formSubmissions, voice: voiceAgentFormSubmissions, onhold: onHoldSubmissions };

/**
 * Indexes all orders and forms again when the database was last indexed by other rules; SQLite's `user_version` says by
 * which. Takes about a second for 10,000 rows. Safe to repeat, also after a start that was cut off.
 */
export function rebuildSearch(db: Db): void {
  if (db.$client.pragma('user_version', { simple: true }) === SEARCH_VERSION) return;
  inBatches(db, orders, ({ orderNumber }) => searchIndex.refreshOrder(db, orderNumber));
  inBatches(db, FORMS.website, (row) => searchIndex.indexSubmission(db, 'website', row));
  inBatches(db, FORMS.voice, (row) => searchIndex.indexSubmission(db, 'voice', row));
  inBatches(db, FORMS.onhold, (row) => searchIndex.indexSubmission(db, 'onhold', row));
  db.$client.pragma(`user_version = ${SEARCH_VERSION}`);
}

type Table = typeof orders | (typeof FORMS)[keyof typeof FORMS];

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
