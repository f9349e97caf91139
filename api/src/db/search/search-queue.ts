import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { prepared } from '../prepared.ts';
import { orders } from '../schema/orders.ts';
import { searchQueue } from '../schema/server.ts';
import { inTransaction } from '../transaction.ts';
import * as searchIndex from './search-index.ts';

// The index of a new order is written a moment after its transaction: it would cost the customer as much as
// the order itself. Searches may miss the orders of the last second.

/** Few enough that the requests that arrive meanwhile hardly wait. */
export const SEARCH_BATCH = 25;

const insert = prepared((db, given) =>
  db
    .insert(searchQueue)
    .values({ orderId: given('orderId') })
    .onConflictDoNothing(),
);

const next = prepared((db) =>
  db
    .select({ orderId: searchQueue.orderId, orderNumber: orders.orderNumber })
    .from(searchQueue)
    // SQLite keeps the order of a cross join. Otherwise it reads all orders and looks for each in the queue.
    .crossJoin(orders)
    .where(eq(orders.id, searchQueue.orderId))
    .limit(SEARCH_BATCH),
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
