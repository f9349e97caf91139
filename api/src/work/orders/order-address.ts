import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
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

/**
 * Ends every link to an order and its add-ons that was sent so far: an add-on's link opens the order, too. False
 * if there is no such order.
 */
export const endLinks = (db: Db, orderNumber: string): boolean => endWhere(db, isOfFamily(orderNumber));

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
 * Sends the emails of an order and its add-ons to another address from now on, also those that wait. The links in
 * earlier emails end, because somebody else may have them.
 */
export function correctAddress(db: Db, orderNumber: string, email: string): void {
  for (const { id, orderNumber: number, email: before } of db
    .select()
    .from(orders)
    .where(isOfFamily(orderNumber))
    .all()) {
    db.update(orders).set({ email }).where(eq(orders.id, id)).run();
    outboxStore.redirect(db, number, before, email);
    searchIndex.refreshOrder(db, number);
    correctQuotes(db, number, before, email);
  }
  endLinks(db, orderNumber);
}

/** Also what is quoted and asked for: its emails and receipts open the order. */
function correctQuotes(db: Db, number: string, before: string, email: string): void {
  const isOfOrder = or(eq(quotes.aboutOrder, number), eq(quotes.orderNumber, number));
  const isTheirs = eq(sql`lower(${quotes.email})`, before.toLowerCase());
  const theirs = db.update(quotes).set({ email }).where(and(isOfOrder, isTheirs)).returning().all();
  for (const quote of theirs) searchIndex.indexQuote(db, quote);
  const ids = theirs.map(({ id }) => id);
  db.update(paymentRequests)
    .set({ details: sql`json_set(${paymentRequests.details}, '$.email', ${email})` })
    .where(or(eq(paymentRequests.orderNumber, number), inArray(paymentRequests.quoteId, ids)))
    .run();
}

/** The order, what it adds to, and what adds to that. */
function isOfFamily(orderNumber: string) {
  const main = sql`coalesce((SELECT addon_to FROM ${orders} WHERE order_number = ${orderNumber}), ${orderNumber})`;
  return or(eq(orders.orderNumber, main), eq(orders.addonTo, main));
}
