import { eq, inArray, sql } from 'drizzle-orm';
import type { CoreContext } from '../context.ts';
import type { Db } from '../client.ts';
import { perDatabase } from '../per-database.ts';
import { orders, searchQueue } from '../schema.ts';
import { inTransaction } from '../transaction.ts';
import { startPoller, type Poller } from '../../base/poller.ts';
import * as searchIndex from './search-index.ts';

// The index of a new order is written a moment after its transaction: it would cost the customer as much as
// the order itself. Searches may miss the orders of the last second.

const EVERY_MS = 250;
/** Few enough that the requests that arrive meanwhile hardly wait. */
const BATCH = 25;

const insert = perDatabase((db) =>
  db
    .insert(searchQueue)
    .values({ orderId: sql.placeholder('orderId') })
    .onConflictDoNothing()
    .prepare(),
);

const next = perDatabase((db) =>
  db
    .select({ orderId: searchQueue.orderId, orderNumber: orders.orderNumber })
    .from(searchQueue)
    // SQLite keeps the order of a cross join. Otherwise it reads all orders and looks for each in the queue.
    .crossJoin(orders)
    .where(eq(orders.id, searchQueue.orderId))
    .limit(BATCH)
    .prepare(),
);

/** Call it in the transaction that stores the order. */
export function add(db: Db, orderId: number): void {
  insert(db).run({ orderId });
}

/** Indexes the next orders that wait, and resolves to their numbers. */
export async function indexNext(db: Db): Promise<string[]> {
  // Outside the transaction, so that an empty queue costs no commit.
  const waiting = next(db).all();
  if (waiting.length === 0) return [];
  await inTransaction(db, () => {
    for (const { orderNumber } of waiting) searchIndex.refreshOrder(db, orderNumber);
    const ids = waiting.map(({ orderId }) => orderId);
    db.delete(searchQueue).where(inArray(searchQueue.orderId, ids)).run();
  });
  return waiting.map(({ orderNumber }) => orderNumber);
}

/** `onIndexed` gets the number of each order that searches find from now on. */
export function startSearchIndexing(
  { db, log }: CoreContext,
  onIndexed: (orderNumber: string) => void,
): Poller {
  let hasFailed = false;
  return startPoller(
    EVERY_MS,
    async () => {
      const indexed = await indexNext(db);
      hasFailed = false;
      for (const orderNumber of indexed) onIndexed(orderNumber);
      return indexed.length === BATCH;
    },
    (error) => {
      // Once, because a full disk would fill the log as well.
      if (!hasFailed) log.error({ err: error }, 'could not write search words; will retry');
      hasFailed = true;
    },
  );
}
