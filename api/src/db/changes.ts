import type { Arrival, LiveEvent } from '@northlight/shared/contracts/live.ts';
import type { Db } from './client.ts';
import { onCommit } from './transaction.ts';

// Triggers of this connection note what a transaction changes, in a table that is rolled back with it. So no code has
// to tell open pages and workers of a change, or can forget to.

/** A table, what happens to its rows, and SQL for what a row is about. */
type Rule = readonly [table: string, on: readonly string[], about: string];

const ANY = ['INSERT', 'UPDATE', 'DELETE'];
const OF_ORDER = 'SELECT order_number FROM orders WHERE id =';
/** Every number of a case: its orders', its quotes', and that of a request, which is its ID. */
const ofCase = (id: string) =>
  `SELECT order_number FROM orders WHERE case_id = ${id} UNION ALL SELECT number FROM quotes WHERE case_id = ${id} UNION ALL SELECT ${id}`;
/** Of every payment of the same checkout. */
const ofPayment = (id: string) =>
  `SELECT order_number FROM orders WHERE case_id IN (SELECT case_id FROM orders
    WHERE payment_id = ${id} OR checkout_id = (SELECT draft_id FROM payments WHERE id = ${id}))`;
const ofEmail = `${ofCase('row.case_id')} UNION ALL SELECT '' WHERE row.case_id IS NULL`;
const OF_CASES = [
  'customer_reviews',
  'deliveries',
  'form_submissions',
  'on_hold_submissions',
  'order_files',
  'order_messages',
  'orders',
  'payment_requests',
  'promises',
  'quotes',
  'voice_agent_form_submissions',
];
const PERSON = 'email, first_name, last_name, role, is_active, invited_at';
/** What the views of settings show. */
const SETTINGS = ['promo_codes', 'shop_settings', 'shop_versions', 'webhook_endpoints'];
const AGREED = 'state, amount_cents, period, next_charge_at, cancel_at, card, problem, price_fixed_until';

/** The orders, quotes, and customers that pages show. '' is none of them. */
const SHOWN: readonly Rule[] = [
  ...OF_CASES.map((table): Rule => [table, ANY, ofCase('row.case_id')]),
  ['case_events', ANY, `${ofCase('row.case_id')} UNION ALL SELECT 'C-' || row.customer_id`],
  // Their figures change with each order.
  ['customers', ['UPDATE OF name, tags, responsible_id, exemption'], `VALUES ('C-' || row.id)`],
  [
    'payments',
    ['UPDATE OF status, received_amount_cents, charge_id, review'],
    `${ofPayment('row.id')} UNION ALL SELECT '' WHERE row.review IS NOT NULL`,
  ],
  ['refunds', ANY, ofPayment('row.payment_id')],
  ['agreements', [`UPDATE OF ${AGREED}`], `${OF_ORDER} row.id`],
  ['charges', ANY, `${OF_ORDER} row.agreement_id`],
  ['price_offers', ANY, `${OF_ORDER} row.agreement_id`],
  ['outbox', ['INSERT'], ofEmail],
  // Not each email that is sent.
  ['outbox', ['UPDATE OF status'], `SELECT * FROM (${ofEmail}) WHERE row.status NOT IN ('sent', 'waiting')`],
  ['customer_people', ['UPDATE OF sees, name, email'], `VALUES ('C-' || row.customer_id)`],
  ['admin_users', ['INSERT', `UPDATE OF ${PERSON}`], `VALUES ('')`],
  ...SETTINGS.map((table): Rule => [table, ANY, `VALUES ('')`]),
];

/** What waited for the old machine of a shop that was restored. */
const WAITED = ['connections', 'events', 'outbox', 'recurring', 'sweep'];

/** The settings that decide how the shop is paid, besides its keys. */
const HOW_PAID = ['isLiveHeld', 'tookLive', 'triesTest'];
const isOther = (names: readonly string[]) =>
  names.map((name) => `OLD."values" ->> '${name}' IS NOT row."values" ->> '${name}'`).join(' OR ');

const isSet = (names: readonly string[]) =>
  names.map((name) => `coalesce(row."values" ->> '${name}', 0)`).join(' OR ');

/** What works on a queue or follows a setting, and must look again. */
const QUEUED: readonly Rule[] = [
  ['agreements', ['INSERT', 'UPDATE OF next_check_at'], `VALUES ('recurring')`],
  ['connections', ['INSERT', 'UPDATE OF version, sealed'], `VALUES ('connections')`],
  ['outbox', ['INSERT', 'UPDATE OF due_at'], `VALUES ('outbox')`],
  ['shop_settings', ['INSERT'], `SELECT 'connections' WHERE ${isSet([...HOW_PAID, 'restoredAt'])}`],
  [
    'shop_settings',
    ['UPDATE'],
    `SELECT column1 FROM (VALUES ${WAITED.map((name) => `('${name}')`).join()}) WHERE ${isOther(['restoredAt'])}
      UNION SELECT 'connections' WHERE ${isOther(HOW_PAID)}`,
  ],
  ['shop_versions', ['INSERT', 'UPDATE OF state'], `VALUES ('shop')`],
  // Whoever claims the shop logs in, and its pages show whose it is.
  ['admin_users', ['UPDATE OF last_login'], `VALUES ('shop')`],
  ['stored_files', ['INSERT'], `VALUES ('previews')`],
  ['webhook_events', ['INSERT'], `VALUES ('events')`],
  ['webhook_messages', ['INSERT', 'UPDATE OF next_attempt_at'], `SELECT 'outbox' WHERE row.attempts = 0`],
];

export type Changes = { events: LiveEvent[]; workers: ReadonlySet<string> };

type Row = { kind: LiveEvent['kind'] | 'work'; number: string; title: string };

const watched = new WeakMap<Db, ReturnType<typeof watch>>();

/** Calls back after each commit of this process that changed what pages show or what workers do. */
export function onChanges(db: Db, listener: (changes: Changes) => void): void {
  const { listeners } = watched.get(db) ?? watch(db);
  listeners.push(listener);
}

/** Announces a new order or form after the commit. Call it inside a transaction. */
export function noteArrival(db: Db, { kind, orderNumber, title }: Arrival): void {
  watched.get(db)?.add.run(kind, orderNumber, title);
}

function watch(db: Db) {
  const { $client: client } = db;
  client.exec(`
    CREATE TEMP TABLE changed (kind TEXT, number TEXT NOT NULL, title TEXT DEFAULT '', PRIMARY KEY (kind, number));
    ${SHOWN.map((rule) => triggersOf('change', rule)).join('')}
    ${QUEUED.map((rule) => triggersOf('work', rule)).join('')}`);
  const all = client.prepare('SELECT kind, number, title FROM changed');
  const clear = client.prepare('DELETE FROM changed');
  const state = {
    listeners: [] as ((changes: Changes) => void)[],
    add: client.prepare('INSERT OR IGNORE INTO changed VALUES (?, ?, ?)'),
  };
  watched.set(db, state);
  onCommit(db, () => {
    const rows = all.all() as Row[];
    if (rows.length === 0) return;
    clear.run();
    const changes = read(rows);
    for (const listener of state.listeners) listener(changes);
  });
  return state;
}

/** A rule that gives NULL is about nothing. Without OR IGNORE, which an upsert of the outer statement overrides. */
function triggersOf(kind: string, [table, happenings, about]: Rule): string {
  return happenings
    .map((happening) => {
      const row = happening === 'DELETE' ? 'OLD.' : 'NEW.';
      const [event, columns] = happening.split(' OF ');
      const names = columns?.split(', ');
      const [before, after] = ['OLD', 'NEW'].map((side) => names?.map((name) => `${side}.${name}`).join());
      const when = names ? `WHEN (${before}) IS NOT (${after})` : '';
      return `CREATE TEMP TRIGGER changed_${kind}_${table}_${event} AFTER ${happening} ON main.${table} ${when} BEGIN
        INSERT INTO changed (kind, number) SELECT '${kind}', number
          FROM (WITH about (number) AS (${about.replaceAll('row.', row)}) SELECT DISTINCT number FROM about) AS named
          WHERE number IS NOT NULL AND NOT EXISTS (SELECT 1 FROM changed WHERE kind = '${kind}' AND changed.number = named.number);
      END;`;
    })
    .join('');
}

/** More numbers than this in one commit, as an import has, are told as one change of many. */
const MOST_NUMBERS = 100;

function read(rows: readonly Row[]): Changes {
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind).map(({ number }) => number);
  const arrivals = rows.flatMap(({ kind, number, title }) =>
    kind === 'order' || kind === 'submission' ? [{ kind, orderNumber: number, title }] : [],
  );
  const arrived = new Set(arrivals.map(({ orderNumber }) => orderNumber));
  const changed = of('change').filter((number) => !arrived.has(number));
  const isMany = changed.length > MOST_NUMBERS;
  const numbers = isMany ? [''] : changed;
  return {
    workers: new Set(of('work')),
    events: [
      ...arrivals,
      ...numbers.map((number) => ({
        kind: 'change' as const,
        orderNumber: number || null,
        ...(isMany && { isMany }),
      })),
    ],
  };
}
