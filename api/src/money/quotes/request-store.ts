import type { Cents } from '@northlight/shared/catalog/money.ts';
import { and, asc, eq, getTableColumns, inArray, not, sql } from 'drizzle-orm';
import type { CaseId } from '../../db/schema/columns.ts';
import { numberOf } from '../../db/cases.ts';
import type { Db } from '../../db/client.ts';
import { counts } from '../../db/tallies.ts';
import { oneBy } from '../../db/prepared.ts';
import { orders } from '../../db/schema/orders.ts';
import { IS_OF_ORDER, LATER_CENTS } from '../../work/orders/order-lookups.ts';
import { paymentRequests, quotes } from '../../db/schema/quotes.ts';

export type RequestRow = typeof paymentRequests.$inferSelect;

export const byCheckoutId = oneBy(paymentRequests, 'checkoutId');

export const byId = oneBy(paymentRequests, 'id');

export const insert = (db: Db, row: typeof paymentRequests.$inferInsert): RequestRow =>
  db.insert(paymentRequests).values(row).returning().get();

export const update = (db: Db, id: number, change: Partial<RequestRow>, now: Date): RequestRow =>
  db
    .update(paymentRequests)
    .set({ ...change, updatedAt: now })
    .where(eq(paymentRequests.id, id))
    .returning()
    .get();

/** Nobody is asked any more to pay an order that is closed. */
export function endOwn(db: Db, caseId: CaseId, now: Date): void {
  const own = db
    .select({ id: orders.checkoutId })
    .from(orders)
    .where(and(eq(orders.caseId, caseId), eq(orders.isExtra, false), eq(orders.paymentStatus, 'pending')));
  db.update(paymentRequests)
    .set({ state: 'canceled', reminds: false, updatedAt: now })
    .where(and(inArray(paymentRequests.checkoutId, own), inArray(paymentRequests.state, ['draft', 'open'])))
    .run();
}

/** What the customer of an order was asked to pay besides it, oldest first. */
export const ofCase = (db: Db, caseId: CaseId): RequestRow[] =>
  db
    .select()
    .from(paymentRequests)
    .where(and(eq(paymentRequests.caseId, caseId), IS_OF_ORDER))
    .orderBy(asc(paymentRequests.id))
    .all();

const IS_OF_TEST = sql.raw(
  `EXISTS (SELECT 1 FROM orders WHERE orders.case_id = payment_requests.case_id AND NOT ${counts('payment_mode')})`,
);

export type UnpaidRow = RequestRow & { laterCents: Cents };

/**
 * Not asked for yet, or asked for and not paid, oldest first, each with what is to pay after it. Without those of orders
 * that do not count.
 */
export const unpaid = (db: Db): UnpaidRow[] =>
  db
    .select({ ...getTableColumns(paymentRequests), laterCents: LATER_CENTS })
    .from(paymentRequests)
    .where(and(inArray(paymentRequests.state, ['draft', 'open']), not(IS_OF_TEST)))
    .orderBy(asc(paymentRequests.id))
    .all();

/** What these requests ask for together, and what is to pay after them. */
export const owedCents = (requests: readonly UnpaidRow[]): Cents =>
  requests.reduce((sum, { price, laterCents }) => sum + price.dueTodayCents + laterCents, 0);

/** The order, or before its payment the quote that is asked to pay. */
export const numberOfUnpaid = (db: Db, { caseId, quoteId, details }: RequestRow): string =>
  quoteId === null || details.caseId
    ? numberOf(db, caseId)
    : (db.select({ number: quotes.number }).from(quotes).where(eq(quotes.id, quoteId)).get()?.number ??
      caseId);

export const nameOfRequest = ({ details: { firstName, lastName, email } }: RequestRow): string =>
  `${firstName} ${lastName}`.trim() || email;

/** What is left to pay of an accepted quote. */
export const openOfQuote = (db: Db, quoteId: number): RequestRow | undefined =>
  db
    .select()
    .from(paymentRequests)
    .where(and(eq(paymentRequests.quoteId, quoteId), eq(paymentRequests.state, 'open')))
    .get();

/** What is paid with the payment of what was left after the first one. */
export const finalReason = (quoteNumber: string): string => `Quote ${quoteNumber}: final payment`;

/**
 * Whether that payment is asked for yet. Undefined if there is none, or none that is open. Of these checkouts, because anybody
 * can type its reason.
 */
export function finalOf(
  db: Db,
  caseId: CaseId,
  checkoutIds: readonly string[],
): 'draft' | 'open' | undefined {
  const request = ofCase(db, caseId).find(({ checkoutId }) => checkoutIds.includes(checkoutId));
  return request?.state === 'draft' || request?.state === 'open' ? request.state : undefined;
}
