import type { BookSums, StateSums } from '@northlight/shared/contracts/books.ts';
import type { Db } from '../../db/client.ts';
import { perDatabase } from '../../db/per-database.ts';

/** A document of the books. Amounts are negative on credit notes. */
export type BookRow = {
  number: number;
  isCredit: 0 | 1;
  isVoid: 0 | 1;
  createdAt: number;
  orderId: number;
  orderNumber: string;
  businessName: string;
  firstName: string;
  lastName: string;
  email: string;
  state: string;
  totalCents: number;
  taxCents: number;
};

const IS_CREDIT = '(invoices.refund_id IS NOT NULL OR invoices.refunded_cents > 0)';
/** A refund that failed later, or a charge of which less was refunded in the end. */
const IS_VOID = `coalesce(refunds.status = 'failed', invoices.refunded_cents > iif(charges.state = 'refunded', charges.amount_cents, charges.refunded_cents), 0)`;
const SIGN = `iif(${IS_CREDIT}, -1, 1)`;
const FROM = `FROM invoices LEFT JOIN refunds ON refunds.id = invoices.refund_id LEFT JOIN charges ON charges.id = invoices.charge_id`;
const BETWEEN = 'invoices.created_at >= ? AND invoices.created_at < ?';

const pageStatement = perDatabase(({ $client }) =>
  $client.prepare<[number, number, number, number], BookRow>(
    `SELECT invoices.number, ${IS_CREDIT} AS isCredit, ${IS_VOID} AS isVoid, invoices.created_at AS createdAt,
        orders.id AS orderId, orders.order_number AS orderNumber, orders.business_name AS businessName,
        orders.first_name AS firstName, orders.last_name AS lastName, orders.email, invoices.state,
        ${SIGN} * invoices.amount_cents AS totalCents, ${SIGN} * invoices.tax_cents AS taxCents
      ${FROM} JOIN orders ON orders.id = invoices.order_id
      WHERE invoices.number IN (SELECT number FROM invoices WHERE ${BETWEEN} AND number > ? ORDER BY number LIMIT ?)
      ORDER BY invoices.number`,
  ),
);

const sumsStatement = perDatabase(({ $client }) =>
  $client.prepare<[number, number], StateSums>(
    `SELECT invoices.state, sum(NOT ${IS_CREDIT}) AS invoices, sum(${IS_CREDIT}) AS creditNotes,
        sum(iif(${IS_CREDIT}, 0, invoices.amount_cents)) AS invoicedCents,
        sum(iif(${IS_CREDIT}, invoices.amount_cents, 0)) AS creditedCents,
        sum(${SIGN} * (invoices.amount_cents - invoices.tax_cents)) AS netCents,
        sum(${SIGN} * invoices.tax_cents) AS taxCents
      ${FROM} WHERE ${BETWEEN} AND NOT ${IS_VOID} GROUP BY invoices.state ORDER BY invoices.state = 'Other', invoices.state`,
  ),
);

const edgesStatement = perDatabase(({ $client }) =>
  $client.prepare<[], { first: number | null; last: number | null }>(
    'SELECT (SELECT min(created_at) FROM invoices) AS first, (SELECT max(created_at) FROM invoices) AS last',
  ),
);

const BATCH = 200;

export type Span = { start: Date; end: Date };
export type Pages = Generator<BookRow[]>;

/** Oldest first. `after`: the number of the last document of the previous page. */
export const page = (db: Db, { start, end }: Span, after: number, limit: number): BookRow[] =>
  pageStatement(db).all(start.getTime(), end.getTime(), after, limit);

/** All of them, in batches. */
export function* pages(db: Db, span: Span): Pages {
  for (let rows = page(db, span, 0, BATCH); rows.length > 0; rows = page(db, span, rows.at(-1)?.number ?? 0, BATCH))
    yield rows;
}

/** By state, without what is void. */
export const sumsByState = (db: Db, { start, end }: Span): StateSums[] =>
  sumsStatement(db).all(start.getTime(), end.getTime());

export const edges = (db: Db) => edgesStatement(db).get() ?? { first: null, last: null };

export function together(all: readonly BookSums[]): BookSums {
  const sums = { invoices: 0, creditNotes: 0, invoicedCents: 0, creditedCents: 0, netCents: 0, taxCents: 0 };
  for (const one of all) for (const name of Object.keys(sums) as (keyof BookSums)[]) sums[name] += one[name];
  return sums;
}
