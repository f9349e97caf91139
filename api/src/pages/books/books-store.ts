import type { BookSums, StateSums } from '@northlight/shared/contracts/books.ts';
import { DAY_MS } from '../../base/units.ts';
import { isCredit, isVoid } from '../../db/book-tallies.ts';
import type { Db } from '../../db/client.ts';
import { perDatabase } from '../../db/prepared.ts';

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

const IS_CREDIT = isCredit('invoices');
const SIGN = `iif(${IS_CREDIT}, -1, 1)`;
const BETWEEN = 'invoices.created_at >= ? AND invoices.created_at < ?';

const pageStatement = perDatabase(({ $client }) =>
  $client.prepare<[Record<'start' | 'end' | 'after' | 'limit', number>], BookRow>(
    `SELECT invoices.number, ${IS_CREDIT} AS isCredit, ${isVoid('invoices')} AS isVoid, invoices.created_at AS createdAt,
        orders.id AS orderId, orders.order_number AS orderNumber, orders.business_name AS businessName,
        orders.first_name AS firstName, orders.last_name AS lastName, orders.email, invoices.state,
        ${SIGN} * invoices.amount_cents AS totalCents, ${SIGN} * invoices.tax_cents AS taxCents
      FROM invoices JOIN orders ON orders.id = invoices.order_id
      WHERE invoices.number IN (SELECT number FROM invoices WHERE created_at < :end
          AND (created_at, number) > (max(:start, coalesce((SELECT created_at FROM invoices WHERE number = :after), 0)), :after)
          ORDER BY created_at, number LIMIT :limit)
      ORDER BY invoices.created_at, invoices.number`,
  ),
);

/** Documents of one kind in one state. */
type Part = { state: string; isCredit: 0 | 1; count: number; cents: number; tax: number };

/** Of whole UTC months; see db/book-tallies.ts. `name` is such as "cents credit MI". */
const monthsStatement = perDatabase(({ $client }) =>
  $client.prepare<[string, string], { name: string; value: number }>(
    `SELECT substr(name, 16) AS name, sum(value) AS value FROM tallies
      WHERE name >= 'books: ' || ? AND name < 'books: ' || ? GROUP BY 1`,
  ),
);

const rowsStatement = perDatabase(({ $client }) =>
  $client.prepare<[number, number], Part>(
    `SELECT ${IS_CREDIT} AS isCredit, state, count(*) AS count, sum(amount_cents) AS cents, sum(tax_cents) AS tax
      FROM invoices WHERE ${BETWEEN} AND NOT ${isVoid('invoices')} GROUP BY 1, 2`,
  ),
);

const edgesStatement = perDatabase(({ $client }) =>
  $client.prepare<[], { first: number | null; last: number | null }>(
    'SELECT (SELECT min(created_at) FROM invoices) AS first, (SELECT max(created_at) FROM invoices) AS last',
  ),
);

const BATCH = 200;
const NOTHING = { count: 0, cents: 0, tax: 0 };

export type Span = { start: Date; end: Date };
export type Pages = Generator<BookRow[]>;

/** Oldest first. `after`: the number of the last document of the previous page. */
export const page = (db: Db, { start, end }: Span, after: number, limit: number): BookRow[] =>
  pageStatement(db).all({ start: start.getTime(), end: end.getTime(), after, limit });

/** All of them, in batches. */
export function* pages(db: Db, span: Span): Pages {
  for (
    let rows = page(db, span, 0, BATCH);
    rows.length > 0;
    rows = page(db, span, rows.at(-1)?.number ?? 0, BATCH)
  )
    yield rows;
}

/** By state, without what is void. A span of whole months in the studio's time zone. */
export function sumsByState(db: Db, { start, end }: Span): StateSums[] {
  const byState = new Map<string, StateSums>();
  const add = ({ state, isCredit, count, cents, tax }: Part, sign: number): void => {
    const sums = byState.get(state) ?? { state, ...together([]) };
    byState.set(state, sums);
    const signed = isCredit ? -sign : sign;
    sums[isCredit ? 'creditNotes' : 'invoices'] += sign * count;
    sums[isCredit ? 'creditedCents' : 'invoicedCents'] += sign * cents;
    sums.netCents += signed * (cents - tax);
    sums.taxCents += signed * tax;
  };
  const [first, last] = [utcMonth(start), utcMonth(end)];
  for (const { name, value } of monthsStatement(db).all(first.name, last.name)) {
    const [what = '', kind, state = ''] = name.split(' ');
    add({ state, isCredit: kind === 'credit' ? 1 : 0, ...NOTHING, [what]: value }, 1);
  }
  // The hours between a month's begin in the studio's time zone and in UTC.
  for (const [at, utc, sign] of [
    [start.getTime(), first.begin, -1],
    [end.getTime(), last.begin, 1],
  ] as const)
    for (const part of rowsStatement(db).all(Math.min(at, utc), Math.max(at, utc)))
      add(part, at > utc ? sign : -sign);
  return [...byState.values()]
    .filter(({ invoices, creditNotes }) => invoices + creditNotes > 0)
    .toSorted(
      (a, b) => Number(a.state === 'Other') - Number(b.state === 'Other') || (a.state < b.state ? -1 : 1),
    );
}

/** The UTC month that begins within a day of a moment. */
function utcMonth(moment: Date): { name: string; begin: number } {
  const name = new Date(moment.getTime() + 15 * DAY_MS).toISOString().slice(0, 7);
  return { name, begin: Date.parse(`${name}-01T00:00:00Z`) };
}

export const edges = (db: Db) => edgesStatement(db).get() ?? { first: null, last: null };

export function together(all: readonly BookSums[]): BookSums {
  const sums = { invoices: 0, creditNotes: 0, invoicedCents: 0, creditedCents: 0, netCents: 0, taxCents: 0 };
  for (const one of all) for (const name of Object.keys(sums) as (keyof BookSums)[]) sums[name] += one[name];
  return sums;
}
