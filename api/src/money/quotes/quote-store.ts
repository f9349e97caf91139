import { counts } from '../../db/tallies.ts';
import { and, eq, gt, gte, inArray, isNull, lt, lte, ne, or, sql, SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { MAX_PAGE_SIZE, type ListQuotes, type QuoteState } from '@northlight/shared/contracts/lists.ts';
import type { QuotesResponse } from '@northlight/shared/contracts/quotes.ts';
import type { Db } from '../../db/client.ts';
import { caseOf, newCase, numberOf } from '../../db/cases.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { QUOTE_COUNTER, nextNumber } from '../../db/next-number.ts';
import { orderMessages } from '../../db/schema/fulfillment.ts';
import { paymentRequests, quotes } from '../../db/schema/quotes.ts';
import { listPage, type ListTable } from '../../http/lists/list-table.ts';
import * as searchIndex from '../../db/search/search-index.ts';
import { DAY_MS } from '../../base/units.ts';
import { oneBy } from '../../db/prepared.ts';

export type QuoteRow = typeof quotes.$inferSelect;
type NewRow = Omit<typeof quotes.$inferInsert, 'id' | 'number' | 'caseId'>;

/** Gives it the next number, and a case of its own unless it is for one. Call it inside a transaction. */
export function insert(db: Db, row: NewRow, caseId?: CaseId): QuoteRow {
  const number = `Q-${nextNumber(db, QUOTE_COUNTER, row.createdAt)}`;
  const stored = db
    .insert(quotes)
    .values({ ...row, number, caseId: caseId ?? newCase(number) })
    .returning()
    .get();
  searchIndex.indexQuote(db, stored);
  return stored;
}

/** The order or the request that it is for. Null if it began its case. */
export const aboutOf = (db: Db, { number, caseId }: QuoteRow): string | null =>
  caseId === newCase(number) ? null : numberOf(db, caseId);

export const byNumber = oneBy(quotes, 'number');

export const byKey = oneBy(quotes, 'key');

export const byId = oneBy(quotes, 'id');

export function update(db: Db, id: number, change: Partial<QuoteRow>, now: Date): QuoteRow {
  const stored = db
    .update(quotes)
    .set({ ...change, updatedAt: now })
    .where(eq(quotes.id, id))
    .returning()
    .get();
  if (change.customer) searchIndex.indexQuote(db, stored);
  return stored;
}

/** Those that never became an order, and that nobody has touched since then. */
export const unsoldBefore = (db: Db, before: Date, limit: number): QuoteRow[] =>
  db
    .select()
    .from(quotes)
    .where(
      and(
        isNull(quotes.orderNumber),
        ne(quotes.state, 'accepted'),
        lt(quotes.updatedAt, before),
        or(isNull(quotes.validUntil), lt(quotes.validUntil, before)),
        sql`NOT EXISTS (SELECT 1 FROM ${orderMessages} WHERE ${orderMessages.caseId} = ${quotes.caseId} AND ${orderMessages.createdAt} >= ${before.getTime()})`,
      ),
    )
    .limit(limit)
    .all();

/** With the payments that were asked for. None of them was paid, or it would be an order. */
export function remove(db: Db, id: number): void {
  db.delete(paymentRequests).where(eq(paymentRequests.quoteId, id)).run();
  db.delete(quotes).where(eq(quotes.id, id)).run();
  searchIndex.removeQuote(db, id);
}

const IS_SOLD = sql.raw(
  counts('(SELECT payment_mode FROM orders WHERE orders.order_number = quotes.order_number)'),
);
/** How long before its last day a quote ends soon. */
export const EXPIRING_MS = 3 * DAY_MS;
const RECENT_MS = 90 * DAY_MS;

const isOpen = (now: Date) => and(eq(quotes.state, 'sent'), gt(quotes.validUntil, now));
const isExpired = (now: Date) => and(eq(quotes.state, 'sent'), lte(quotes.validUntil, now));
/** The last message is the customer's. On the case of an order, it is about the quote only while that can become a sale. */
const hasQuestion = sql`(${quotes.orderNumber} IS NULL
  AND (${quotes.state} = 'sent' OR NOT EXISTS (SELECT 1 FROM orders WHERE orders.case_id = ${quotes.caseId}))
  AND (SELECT admin_id IS NULL AND by_email IS NOT 'studio' AND ${orderMessages.createdAt} >= ${quotes.createdAt} FROM ${orderMessages}
    WHERE ${orderMessages.caseId} = ${quotes.caseId} ORDER BY ${orderMessages.id} DESC LIMIT 1))`;
const isToSend = sql`(${quotes.draft} IS NOT NULL AND NOT (${quotes.state} = 'withdrawn' AND json_array_length(${quotes.versions}) = 0))`;
const isWaiting = sql`(${isToSend} OR ${hasQuestion})`;

const conditionOf = (state: QuoteState | 'open' | 'expiring' | 'waiting' | 'lost', now: Date) => {
  switch (state) {
    case 'open':
    case 'sent':
      return isOpen(now);
    case 'expiring':
      return and(isOpen(now), lte(quotes.validUntil, new Date(now.getTime() + EXPIRING_MS)));
    case 'expired':
      return isExpired(now);
    case 'waiting':
      return isWaiting;
    case 'lost':
      return or(eq(quotes.state, 'declined'), isExpired(now));
    case 'replaced':
      return sql`json_array_length(${quotes.versions}) > 1`;
    default:
      return eq(quotes.state, state);
  }
};

/** "Q 1001", "q1001", or "#1001". */
const WRITTEN_NUMBER = /(?<![\p{L}\d])(?:q[\s#-]*|#\s?)(\d+)/giu;

const TABLE: ListTable = { table: quotes, time: quotes.createdAt, name: 'quotes' };

type Asked = Partial<z.infer<typeof ListQuotes>> & { emails?: readonly string[]; isOldestFirst?: boolean };

/** One page. Each word of `q` is found in the number, the names, or the email address. */
export function list(
  db: Db,
  { q = '', state, order, emails, limit = MAX_PAGE_SIZE, cursor, isOldestFirst = false }: Asked,
  now: Date,
) {
  const filters = [
    state && conditionOf(state as QuoteState, now),
    emails && inArray(sql`lower(${quotes.email})`, [...emails]),
    order && or(eq(quotes.caseId, caseOf(db, order)), eq(quotes.orderNumber, order)),
  ];
  const query = { q: q.replace(WRITTEN_NUMBER, 'q-$1'), limit, cursor };
  const { rows, ...facts } = listPage<QuoteRow>(db, TABLE, query, {
    filters: filters.filter((filter) => filter instanceof SQL),
    sort: { by: null, isDescending: !isOldestFirst },
    hours: null,
  });
  const waiting = waitingSince(db, rows);
  return { ...facts, rows: rows.map((quote) => ({ quote, waitsSince: waiting.get(quote.id) ?? null })) };
}

/** Those that wait for the studio, as a draft to send or with a question to answer, and since when. */
export function waitingSince(db: Db, rows: readonly Pick<QuoteRow, 'id'>[]): Map<number, Date> {
  const ids = rows.map(({ id }) => id);
  const since = sql<number>`CASE WHEN ${isToSend} THEN ${quotes.updatedAt} ELSE (SELECT max(${orderMessages.createdAt})
    FROM ${orderMessages} WHERE ${orderMessages.caseId} = ${quotes.caseId}) END`;
  const waiting = and(inArray(quotes.id, ids), isWaiting);
  const found = db.select({ id: quotes.id, since }).from(quotes).where(waiting).all();
  return new Map(found.map(({ id, since: at }) => [id, new Date(at)]));
}

/** Counts and what the quotes cost once. */
export function figures(db: Db, now: Date): QuotesResponse['figures'] {
  const of = (where: SQL | undefined) =>
    db
      .select({
        count: sql<number>`count(*)`,
        cents: sql<number>`coalesce(sum(${quotes.totalCents}), 0)`,
      })
      .from(quotes)
      .where(where)
      .get() ?? { count: 0, cents: 0 };
  const recently = new Date(now.getTime() - RECENT_MS);
  const isRecent = or(gte(quotes.answeredAt, recently), gte(quotes.validUntil, recently));
  return {
    open: of(conditionOf('open', now)),
    expiring: of(conditionOf('expiring', now)),
    won: of(and(eq(quotes.state, 'accepted'), gte(quotes.answeredAt, recently), IS_SOLD)),
    lost: of(and(conditionOf('lost', now), isRecent)),
  };
}
