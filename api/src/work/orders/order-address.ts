import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { CaseId } from '../../db/schema/columns.ts';
import type { Db } from '../../db/client.ts';
import { orders } from '../../db/schema/orders.ts';
import { paymentRequests, quotes } from '../../db/schema/quotes.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import * as searchIndex from '../../db/search/search-index.ts';

// Who reads an order's emails, and which of their links still work. Call these inside a transaction.

/** Keeps the first time. False when it was confirmed before. */
export function confirmAddress(db: Db, id: number, now: Date): boolean {
  return (
    db
      .update(orders)
      .set({ emailConfirmedAt: now })
      .where(and(eq(orders.id, id), isNull(orders.emailConfirmedAt)))
      .run().changes > 0
  );
}

/** Ends every link to a case that was sent so far: each of its orders' opens the same page. False if it has no order. */
export const endLinks = (db: Db, caseId: CaseId): boolean => endWhere(db, eq(orders.caseId, caseId));

/** Ends every link to the orders of these addresses, which are in lower case. */
export const endLinksOf = (db: Db, emails: readonly string[]): boolean =>
  endWhere(db, inArray(sql`lower(${orders.email})`, emails));

const endWhere = (db: Db, which: SQL | undefined): boolean =>
  db
    .update(orders)
    .set({ keyVersion: sql`${orders.keyVersion} + 1` })
    .where(which)
    .run().changes > 0;

/**
 * Sends the emails of a case to another address from now on, also those that wait, and those of what is quoted and asked
 * for. The links in earlier emails end, because somebody else may have them.
 */
export function correctAddress(db: Db, caseId: CaseId, email: string): void {
  const isOfCase = eq(orders.caseId, caseId);
  const before = new Set(
    db
      .select()
      .from(orders)
      .where(isOfCase)
      .all()
      .map((order) => order.email),
  );
  for (const { orderNumber } of db.update(orders).set({ email }).where(isOfCase).returning().all())
    searchIndex.refreshOrder(db, orderNumber);
  const isTheirs = inArray(
    sql`lower(${quotes.email})`,
    [...before].map((address) => address.toLowerCase()),
  );
  for (const quote of db
    .update(quotes)
    .set({ email })
    .where(and(eq(quotes.caseId, caseId), isTheirs))
    .returning()
    .all())
    searchIndex.indexQuote(db, quote);
  for (const address of before) outboxStore.redirect(db, caseId, address, email);
  db.update(paymentRequests)
    .set({ details: sql`json_set(${paymentRequests.details}, '$.email', ${email})` })
    .where(eq(paymentRequests.caseId, caseId))
    .run();
  endLinks(db, caseId);
}
