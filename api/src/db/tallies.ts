import { between } from 'drizzle-orm';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import type { OrderMode } from '@northlight/shared/contracts/payments.ts';
import { DAY_MS } from '../base/units.ts';
import type { Db } from './client.ts';
import { perDatabase } from './prepared.ts';
import { TEST_ORDER_PREFIX } from './next-number.ts';
import { tallies } from './schema/server.ts';

/**
 * One count or sum for each name. `name`, `value` and `where` are SQL about one row, and `row.` stands for it.
 * Without a value, rows are counted.
 */
type Tally = { name: string; value?: string; where?: string };

/** SQL for whether sales of this mode count. The tallies have a row of the one that does; see `countSales`. */
export const counts = (mode: string): string =>
  `EXISTS (SELECT 1 FROM tallies WHERE name = '${COUNTED}' || ${mode})`;
const COUNTED = 'counted: ';
/** The same for a row of `orders`, such as `NEW.`. One that the shop placed to test itself never counts. */
export const saleCounts = (row = ''): string =>
  `(${row}order_number NOT GLOB '${TEST_ORDER_PREFIX}*' AND ${counts(`${row}payment_mode`)})`;
/** The same for the ID of an order. `id` is SQL. */
export const orderCounts = (id: string): string =>
  counts(
    `(SELECT payment_mode FROM orders WHERE orders.id = ${id} AND order_number NOT GLOB '${TEST_ORDER_PREFIX}*')`,
  );
/** The same for a payment. */
export const paymentCounts = (id: string): string =>
  `(${counts(`(SELECT mode FROM payments WHERE payments.id = ${id})`)} AND NOT EXISTS
    (SELECT 1 FROM orders WHERE orders.payment_id = ${id} AND order_number GLOB '${TEST_ORDER_PREFIX}*'))`;

const IS_COUNTED = saleCounts('row.');

/** Days since 1970 in UTC, with as many digits as sort them. */
const dayOf = (column: string) => `printf('%06d', row.${column} / 86400000)`;
const AGREED = `CASE WHEN row.state = 'active' AND row.cancel_at IS NOT NULL THEN 'ending' ELSE row.state END || ' ' || row.period`;
const ofForms = (table: string): readonly Tally[] => [
  { name: `'${table}: all'` },
  { name: `'${table}: new'`, where: `row.work_status = 'new' AND row.quarantine_reason IS NULL` },
  { name: `'${table}: in quarantine'`, where: 'row.quarantine_reason IS NOT NULL' },
];
const inDay = (name: string, at: string, value: string, where: string): Tally => ({
  name: `'${name} in day: ' || ${dayOf(at)}`,
  value,
  where,
});
const TALLIES: Record<string, readonly Tally[]> = {
  form_submissions: ofForms('form_submissions'),
  voice_agent_form_submissions: ofForms('voice_agent_form_submissions'),
  on_hold_submissions: ofForms('on_hold_submissions'),
  customers: [{ name: `'customers: all'` }],
  quotes: [{ name: `'quotes: all'` }],
  orders: [
    { name: `'orders: all'` },
    { name: `'paid by mode: ' || row.payment_mode`, where: 'row.received_amount_cents IS NOT NULL' },
    { name: `'orders by payment: ' || row.payment_status` },
    {
      name: `'orders: missing forms'`,
      where: `row.missing_forms <> '[]' AND row.payment_status = 'completed'`,
    },
    { name: `'orders: unassigned'`, where: `row.responsible_id IS NULL AND row.work_status <> 'delivered'` },
    { name: `'orders: to review'`, where: `row.review IS NOT NULL AND row.payment_status = 'pending'` },
    inDay(
      'paid',
      'created_at',
      'row.received_amount_cents',
      `row.received_amount_cents IS NOT NULL AND ${IS_COUNTED}`,
    ),
    inDay(
      'byHand',
      'created_at',
      'row.received_amount_cents',
      `row.payment_method = 'by-hand' AND row.received_amount_cents IS NOT NULL AND ${IS_COUNTED}`,
    ),
    inDay(
      'newMonthly',
      'created_at',
      `row.recurring_payment_cents / CASE row.recurring_period WHEN 'year' THEN 12 ELSE 1 END`,
      IS_COUNTED,
    ),
    inDay('orders', 'created_at', '1', `row.is_extra = 0 AND ${IS_COUNTED}`),
    ...SERVICE_IDS.map((id) =>
      inDay(id, 'created_at', '1', `row.service_types LIKE '%"${id}"%' AND ${IS_COUNTED}`),
    ),
  ],
  refunds: [
    inDay(
      'refunded',
      'created_at',
      'row.amount_cents',
      `row.status <> 'failed' AND ${paymentCounts('row.payment_id')}`,
    ),
  ],
  charges: [
    inDay(
      'recurring',
      'paid_at',
      'row.amount_cents - row.refunded_cents',
      `row.paid_at IS NOT NULL AND ${orderCounts('row.agreement_id')}`,
    ),
  ],
  agreements: [
    { name: `'agreements: all'` },
    { name: `'agreements by state: ' || ${AGREED}`, where: orderCounts('row.id') },
    { name: `'agreed cents: ' || ${AGREED}`, value: 'row.amount_cents', where: orderCounts('row.id') },
  ],
};

/**
 * Creates the triggers and counts everything, unless the database has exactly these triggers already. Call it
 * after the migrations: one that replaces a table drops its triggers.
 */
export function keepTallies(db: Db): void {
  const wanted = Object.entries(TALLIES).flatMap(([table, all]) => triggersOf(table, all));
  keepTriggers(db, 'tally', wanted, () => {
    countTallies(db);
    if (readTallies(db, 'counted').size === 0) countMode(db, hasReal(db) ? 'live' : 'demo');
  });
}

/** Counts everything again. */
const countTallies = (db: Db) =>
  db.$client.exec(`DELETE FROM tallies WHERE name NOT GLOB '${COUNTED}*'; INSERT INTO tallies ${COUNT_ALL}`);

/** Whether there is a sale with real money. */
export const hasReal = (db: Db): boolean => Boolean(readTallies(db, 'paid by mode').get('live'));

export const isCounted = (db: Db, mode: OrderMode): boolean => readTallies(db, 'counted').has(mode);

/** Says of which mode the sales are that count from now on. Whether that changed. Call it inside a transaction. */
export function countMode(db: Db, mode: OrderMode): boolean {
  if (isCounted(db, mode)) return false;
  db.$client.exec(`DELETE FROM tallies WHERE name GLOB '${COUNTED}*'`);
  db.insert(tallies)
    .values({ name: `${COUNTED}${mode}`, value: 0 })
    .run();
  countTallies(db);
  return true;
}

/** Counts every row, which is what `tallies` must contain. */
export const COUNT_ALL = Object.entries(TALLIES)
  .flatMap(([table, all]) =>
    all.map(
      ({ name, value = '1', where = '1' }) =>
        `SELECT ${name} AS name, sum(${value}) AS value FROM ${table} AS row WHERE ${where} GROUP BY 1`,
    ),
  )
  .join(' UNION ALL ');

function triggersOf(table: string, all: readonly Tally[]): string[] {
  const columns = new Set(Array.from(JSON.stringify(all).matchAll(/row\.(\w+)/g), ([, column]) => column));
  const add = (row: 'NEW' | 'OLD') =>
    all
      .map(
        ({ name, value = '1', where = '1' }) =>
          `INSERT INTO tallies SELECT ${name}, ${row === 'OLD' ? '-' : ''}(${value}) WHERE ${where} ON CONFLICT DO UPDATE SET value = value + excluded.value;`,
      )
      .join(' ')
      .replaceAll('row.', `${row}.`);
  return [
    `CREATE TRIGGER tally_${table}_insert AFTER INSERT ON ${table} BEGIN ${add('NEW')} END`,
    // A plain count doesn't change with a row.
    ...(columns.size === 0
      ? []
      : [
          `CREATE TRIGGER tally_${table}_update AFTER UPDATE OF ${[...columns].join()} ON ${table} BEGIN ${add('OLD')} ${add('NEW')} END`,
        ]),
    `CREATE TRIGGER tally_${table}_delete AFTER DELETE ON ${table} BEGIN ${add('OLD')} END`,
  ];
}

/** The counts and sums whose names begin with `group`, by the rest of their names. */
export function readTallies(db: Db, group: string): Map<string, number> {
  const beginning = `${group}: `;
  return new Map(
    db
      .select()
      .from(tallies)
      .where(between(tallies.name, beginning, `${beginning}\u{10FFFF}`))
      .all()
      .map(({ name, value }) => [name.slice(beginning.length), value]),
  );
}

const daysStatement = perDatabase(({ $client }) =>
  $client
    .prepare<[string, string], number | null>('SELECT sum(value) FROM tallies WHERE name >= ? AND name < ?')
    .pluck(),
);

/** A sum between two moments: the tallies of whole days of UTC, and from the rows what is before and after them. */
export function sumBetween(
  db: Db,
  name: string,
  { from, to }: { from: number; to: number },
  ofRows: (from: number, to: number) => number,
): number {
  const [first, end] = [Math.ceil(from / DAY_MS), Math.floor(to / DAY_MS)];
  if (end <= first) return ofRows(from, to);
  const named = (day: number) => `${name} in day: ${String(day).padStart(6, '0')}`;
  const whole = daysStatement(db).get(named(first), named(end)) ?? 0;
  return ofRows(from, first * DAY_MS) + whole + ofRows(end * DAY_MS, to);
}

/**
 * Creates the triggers, whose names begin with `name`, and calls `fill` to bring their tables up to date, unless the
 * database has exactly these triggers already. Call it after the migrations: one that replaces a table drops its
 * triggers.
 */
export function keepTriggers(
  { $client: client }: Db,
  name: string,
  wanted: readonly string[],
  fill: () => void,
): void {
  const existing = client
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB '${name}_*'`)
    .all() as { name: string; sql: string }[];
  if (existing.length === wanted.length && existing.every(({ sql }) => wanted.includes(sql))) return;
  client.transaction(() => {
    for (const trigger of existing) client.exec(`DROP TRIGGER ${trigger.name}`);
    client.exec(wanted.join(';'));
    fill();
  })();
}
