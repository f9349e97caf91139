import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import {
  checkoutDrafts,
  orderLines,
  orders,
  outbox,
  payments,
  refunds,
  sequenceCounter,
} from '../db/schema.ts';

/** Whole tables, for tests that look behind the API. */
export const rows = {
  drafts: (db: Db) => db.select().from(checkoutDrafts).all(),
  lines: (db: Db) => db.select().from(orderLines).orderBy(orderLines.id).all(),
  orders: (db: Db) => db.select().from(orders).orderBy(orders.id).all(),
  outbox: (db: Db) => db.select().from(outbox).orderBy(outbox.id).all(),
  confirmations: (db: Db) =>
    db.select().from(outbox).where(eq(outbox.kind, 'order-confirmation')).orderBy(outbox.id).all(),
  refunds: (db: Db) => db.select().from(refunds).orderBy(refunds.id).all(),
  payments: (db: Db) => db.select().from(payments).orderBy(payments.id).all(),
};

/** The last number given out. */
export function counterValue(db: Db): number | undefined {
  return db.select().from(sequenceCounter).get()?.currentValue;
}

/** Grows with every row that is written anywhere, rolled back or not: equal before and after means nothing was stored. */
export function writesSoFar(db: Db): unknown {
  return db.$client.prepare('SELECT total_changes()').pluck().get();
}
