import type { BookSums, StateSums } from '@northlight/shared/contracts/books.ts';
import type { Db } from '../../db/client.ts';
import { perDatabase } from '../../db/prepared.ts';
import { startOfMonth } from '../../db/sellers.ts';
import { orderCounts } from '../../db/tallies.ts';
import { readSearch } from '../../db/search/read-search.ts';

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
  /** How it was paid, or paid back: "credit-card", or "check". */
  method: string;
};

const IS_CREDIT = '(invoices.refund_id IS NOT NULL OR invoices.refunded_cents > 0)';
/** A credit note whose refund failed later, or of a charge of which less was refunded in the end. */
const IS_VOID = `coalesce(CASE WHEN invoices.refund_id IS NOT NULL THEN (SELECT status = 'failed' FROM refunds WHERE id = invoices.refund_id)
  WHEN invoices.refunded_cents > 0 THEN (SELECT invoices.refunded_cents > iif(state = 'refunded', amount_cents, refunded_cents)
    FROM charges WHERE id = invoices.charge_id) END, 0)`;
const IS_COUNTED = orderCounts('invoices.order_id');
const SIGN = `iif(${IS_CREDIT}, -1, 1)`;

/** Each word is in the number, the amount, the customer, what was sold, or why it was refunded. */
const isFound = (words: readonly string[]): string =>
  words
    .map(
      (_, nth) => `
          AND (iif(${IS_CREDIT}, 'cn-', 'inv-') || number LIKE :word${nth} ESCAPE '\\'
            OR printf('%.2f', amount_cents / 100.0) LIKE :word${nth} ESCAPE '\\'
            OR order_id IN (SELECT row_id FROM short_search WHERE list = 'orders' AND words LIKE :word${nth} ESCAPE '\\')
            OR order_id IN (SELECT order_id FROM order_lines WHERE name LIKE :word${nth} ESCAPE '\\')
            OR refund_id IN (SELECT id FROM refunds WHERE reason LIKE :word${nth} ESCAPE '\\'))`,
    )
    .join('');

type Params = Record<'start' | 'end' | 'after' | 'limit', number> & Record<string, number | string>;

const prepare = ({ $client }: Db, words: readonly string[]) =>
  $client.prepare<[Params], BookRow>(
    `SELECT invoices.number, ${IS_CREDIT} AS isCredit, ${IS_VOID} AS isVoid, invoices.created_at AS createdAt,
        orders.id AS orderId, orders.order_number AS orderNumber, orders.business_name AS businessName,
        orders.first_name AS firstName, orders.last_name AS lastName, orders.email, invoices.state,
        coalesce((SELECT way FROM refunds WHERE refunds.id = invoices.refund_id), (SELECT by_hand ->> '$.way' FROM payment_requests WHERE payment_requests.checkout_id = orders.checkout_id
          AND orders.payment_method = 'by-hand'), orders.payment_method) AS method,
        ${SIGN} * invoices.amount_cents AS totalCents, ${SIGN} * invoices.tax_cents AS taxCents
      FROM invoices JOIN orders ON orders.id = invoices.order_id
      WHERE invoices.number IN (SELECT number FROM invoices WHERE created_at < :end AND ${IS_COUNTED}
          AND (created_at, number) > (max(:start, coalesce((SELECT created_at FROM invoices WHERE number = :after), 0)), :after)${isFound(words)}
          ORDER BY created_at, number LIMIT :limit)
      ORDER BY invoices.created_at, invoices.number`,
  );
const pageStatement = perDatabase((db) => prepare(db, []));

/** Documents of one kind in one state. */
type Part = { state: string; isCredit: 0 | 1; count: number; cents: number; tax: number };

const sumsStatement = perDatabase(({ $client }) =>
  $client.prepare<[number, number], Part>(
    `SELECT ${IS_CREDIT} AS isCredit, state, count(*) AS count, sum(amount_cents) AS cents, sum(tax_cents) AS tax
      FROM invoices WHERE created_at >= ? AND created_at < ? AND amount_cents IS NOT NULL AND NOT ${IS_VOID} AND ${IS_COUNTED}
      GROUP BY 1, 2`,
  ),
);

const edgesStatement = perDatabase(({ $client }) =>
  $client.prepare<[], { first: number | null; last: number | null }>(
    `SELECT min(created_at) AS first, max(created_at) AS last FROM invoices WHERE ${IS_COUNTED}`,
  ),
);

const BATCH = 200;

export type Span = { start: Date; end: Date };
/** The month of a day's documents, or all of them up to another month. */
export const spanOf = (db: Db, month: string, last = month): Span => ({
  start: startOfMonth(db, month),
  end: startOfMonth(db, Temporal.PlainYearMonth.from(last).add({ months: 1 }).toString()),
});
export type Pages = Generator<BookRow[]>;

/** Oldest first. `after`: the number of the last document of the previous page. */
export const page = (db: Db, { start, end }: Span, after: number, limit: number): BookRow[] =>
  pageStatement(db).all({ start: start.getTime(), end: end.getTime(), after, limit });

/** "$1,587.88" is found as "1587.88". */
function readTyped(typed: string) {
  const words = readSearch(typed.replaceAll(/\$|(?<=\d),(?=\d)/g, ''), true).inNames;
  return { words, named: Object.fromEntries(words.map((word, nth) => [`word${nth}`, word])) };
}

/** The same of all months, with what was typed. */
export function search(db: Db, typed: string, after: number, limit: number): BookRow[] {
  const { words, named } = readTyped(typed);
  return prepare(db, words).all({ ...named, start: 0, end: Number.MAX_SAFE_INTEGER, after, limit });
}

/** How many documents of all months have what was typed, and their sum without void ones. */
export function sumOfFound({ $client }: Db, typed: string): { count: number; totalCents: number } {
  const { words, named } = readTyped(typed);
  const sum = $client.prepare<[Record<string, string>], { count: number; totalCents: number }>(
    `SELECT count(*) AS count, coalesce(sum(iif(${IS_VOID}, 0, ${SIGN} * amount_cents)), 0) AS totalCents
      FROM invoices WHERE ${IS_COUNTED}${isFound(words)}`,
  );
  return sum.get(named) ?? { count: 0, totalCents: 0 };
}

/** All of them, in batches. */
export function* pages(db: Db, span: Span): Pages {
  for (
    let rows = page(db, span, 0, BATCH);
    rows.length > 0;
    rows = page(db, span, rows.at(-1)?.number ?? 0, BATCH)
  )
    yield rows;
}

/** By state, without what is void. */
export function sumsByState(db: Db, { start, end }: Span): StateSums[] {
  const byState = new Map<string, StateSums>();
  for (const { state, isCredit, count, cents, tax } of sumsStatement(db).all(
    start.getTime(),
    end.getTime(),
  )) {
    const sums = byState.get(state) ?? { state, ...together([]) };
    byState.set(state, sums);
    const sign = isCredit ? -1 : 1;
    sums[isCredit ? 'creditNotes' : 'invoices'] += count;
    sums[isCredit ? 'creditedCents' : 'invoicedCents'] += cents;
    sums.netCents += sign * (cents - tax);
    sums.taxCents += sign * tax;
  }
  return [...byState.values()].toSorted(
    // Those that are no state come last.
    (a, b) => a.state.length - b.state.length || (a.state < b.state ? -1 : 1),
  );
}

export const edges = (db: Db) => edgesStatement(db).get() ?? { first: null, last: null };

export function together(all: readonly BookSums[]): BookSums {
  const sums = { invoices: 0, creditNotes: 0, invoicedCents: 0, creditedCents: 0, netCents: 0, taxCents: 0 };
  for (const one of all) for (const name of Object.keys(sums) as (keyof BookSums)[]) sums[name] += one[name];
  return sums;
}
