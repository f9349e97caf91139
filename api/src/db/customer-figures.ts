import type { Db } from './client.ts';
import { saleCounts, keepTriggers, orderCounts, paymentCounts, countMode, hasReal } from './tallies.ts';
import type { OrderMode } from '@northlight/shared/contracts/payments.ts';

// Triggers keep the customers: whoever stores an order, a quote, or an imported person makes one, in the same transaction. A customer's
// figures are what its people's orders contribute, with the refunds and charges of each.

type Row = 'NEW' | 'OLD' | 'one';

/** The columns of `customers` that are sums, each with what an order contributes. */
const SUMS = {
  orders: (row: Row) => `(${row}.id IS NOT NULL)`,
  open_orders: (row: Row) => `(${row}.payment_status = 'completed' AND ${row}.work_status <> 'delivered')`,
  recurring: (row: Row) =>
    `(SELECT count(*) FROM agreements WHERE id = ${row}.id AND ${isGoingOn('agreements')})`,
  paid_cents: (row: Row) =>
    `CASE WHEN ${saleCounts(`${row}.`)} THEN coalesce(${row}.received_amount_cents, 0)
      - coalesce((SELECT sum(amount_cents) FROM refunds WHERE payment_id = ${row}.payment_id AND status <> 'failed'), 0)
      + coalesce((SELECT sum(amount_cents - refunded_cents) FROM charges WHERE agreement_id = ${row}.id AND paid_at IS NOT NULL), 0) ELSE 0 END`,
};
/** What changes an order's contribution or its person, besides its refunds and charges. */
const OF_ORDER =
  'email, business_name, payment_id, payment_mode, payment_status, work_status, received_amount_cents';

const isGoingOn = (row: string) => `${row}.state IN ('pending', 'active', 'past-due', 'paused')`;
const isRefunded = (row: string) =>
  `iif(${row}.status <> 'failed' AND ${paymentCounts(`${row}.payment_id`)}, ${row}.amount_cents, 0)`;
const isCollected = (row: string) =>
  `iif(${row}.paid_at IS NOT NULL AND ${orderCounts(`${row}.agreement_id`)}, ${row}.amount_cents - ${row}.refunded_cents, 0)`;

const customerOf = (email: string) =>
  `(SELECT customer_id FROM customer_people WHERE email = lower(${email}))`;

/** What is added to an order later changes the figures of the customer, and so does what is taken away. */
const ofOrdersTable = (table: string, column: string, order: string, value: (row: string) => string) =>
  (['INSERT', 'UPDATE', 'DELETE'] as const).map((event) => {
    const row = event === 'DELETE' ? 'OLD' : 'NEW';
    const change = [
      ...(event === 'INSERT' ? [] : [`- (${value('OLD')})`]),
      ...(event === 'DELETE' ? [] : [`+ (${value('NEW')})`]),
    ].join(' ');
    const changed = event === 'UPDATE' ? `WHEN (${value('OLD')}) <> (${value('NEW')})` : '';
    return `CREATE TRIGGER customer_${table}_${event.toLowerCase()} AFTER ${event} ON ${table} ${changed} BEGIN
      UPDATE customers SET ${column} = ${column} ${change}
        WHERE id = ${customerOf(`(SELECT email FROM orders WHERE ${order.replace('row.', `${row}.`)})`)};
    END`;
  });

const contribute = (row: 'NEW' | 'OLD') =>
  `UPDATE customers SET ${Object.entries(SUMS)
    .map(([column, value]) => `${column} = ${column} ${row === 'NEW' ? '+' : '-'} (${value(row)})`)
    .join()} WHERE id = ${customerOf(`${row}.email`)};`;

/** Whether the customer has none of these. The plus lets SQLite use the index of lower(email). */
const isWithout = (table: 'orders' | 'quotes', which = '') =>
  `NOT EXISTS (SELECT 1 FROM customer_people CROSS JOIN ${table}
      WHERE customer_id = ${customerOf('NEW.email')} AND lower(${table}.email) = +customer_people.email ${which})`;

/**
 * What orders, quotes, and imports say about their person. Orders know better than quotes, quotes better than imports, and
 * the latest knows best. Past orders can be imported after later ones.
 */
const PERSON = {
  orders: {
    business: 'NEW.business_name',
    name: `trim(NEW.first_name || ' ' || NEW.last_name)`,
    isLatest: isWithout('orders', 'AND orders.created_at > NEW.created_at'),
  },
  quotes: {
    business: `(NEW.customer ->> '$.businessName')`,
    name: `trim((NEW.customer ->> '$.firstName') || ' ' || (NEW.customer ->> '$.lastName'))`,
    isLatest: isWithout('orders'),
  },
  imported_people: {
    business: 'NEW.business_name',
    name: 'NEW.name',
    isLatest: `${isWithout('orders')} AND ${isWithout('quotes')}`,
  },
};

const isUnused = (email: string) =>
  Object.keys(PERSON)
    .map((table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE lower(email) = lower(${email}))`)
    .join(' AND ');

/** Makes the customer of an order, a quote, or an import, or brings it up to date. Erased ones have no address. */
function meet(table: keyof typeof PERSON): string {
  const { business, name, isLatest } = PERSON[table];
  const title = `coalesce(nullif(${business}, ''), nullif(${name}, ''), NEW.email)`;
  const theirs = customerOf('NEW.email');
  return `INSERT INTO customers (name, first_at, last_at) SELECT ${title}, NEW.created_at, NEW.created_at
      WHERE NEW.email <> '' AND ${theirs} IS NULL;
    INSERT INTO customer_people (email, customer_id, name)
      SELECT lower(NEW.email), (SELECT max(id) FROM customers), ${name} WHERE NEW.email <> '' AND ${theirs} IS NULL;
    UPDATE customers SET first_at = min(first_at, NEW.created_at), last_at = max(last_at, NEW.created_at) WHERE id = ${theirs};
    UPDATE customers SET name = ${title} WHERE id = ${theirs} AND ${isLatest};
    UPDATE customer_people SET name = ${name} WHERE email = lower(NEW.email) AND ${isLatest};`;
}

/** A corrected address stays the same person. Somebody without any of them is nobody's customer. */
const moved = `UPDATE customer_people SET email = lower(NEW.email)
    WHERE email = lower(OLD.email) AND NEW.email <> '' AND ${customerOf('NEW.email')} IS NULL AND ${isUnused('OLD.email')};`;
const left = `DELETE FROM customer_people WHERE email = lower(OLD.email) AND ${isUnused('OLD.email')};`;

/** Whoever is responsible for the customer is responsible for their next order. */
const inherited = `UPDATE orders SET responsible_id = (SELECT responsible_id FROM customers WHERE id = ${customerOf('NEW.email')})
    WHERE id = NEW.id AND EXISTS (SELECT 1 FROM customers WHERE id = ${customerOf('NEW.email')} AND responsible_id IS NOT NULL);`;

const touch = (table: string, at: string, email: string) =>
  `CREATE TRIGGER customer_${table}_contact AFTER INSERT ON ${table} BEGIN
    UPDATE customers SET last_at = max(last_at, NEW.${at}) WHERE id = ${customerOf(email)};
  END`;

const TRIGGERS = [
  `CREATE TRIGGER customer_orders_insert AFTER INSERT ON orders BEGIN
    ${meet('orders')} ${contribute('NEW')} ${inherited} END`,
  `CREATE TRIGGER customer_orders_update AFTER UPDATE OF ${OF_ORDER} ON orders BEGIN
    ${contribute('OLD')} ${moved} ${meet('orders')} ${contribute('NEW')} ${left} END`,
  `CREATE TRIGGER customer_orders_links AFTER UPDATE OF key_version ON orders BEGIN
    UPDATE customer_people SET links_ended = links_ended + 1 WHERE email = lower(NEW.email); END`,
  `CREATE TRIGGER customer_orders_delete AFTER DELETE ON orders BEGIN ${contribute('OLD')} ${left} END`,
  `CREATE TRIGGER customer_quotes_insert AFTER INSERT ON quotes BEGIN ${meet('quotes')} END`,
  `CREATE TRIGGER customer_quotes_update AFTER UPDATE OF email, customer ON quotes BEGIN
    ${moved} ${meet('quotes')} ${left} END`,
  `CREATE TRIGGER customer_quotes_delete AFTER DELETE ON quotes BEGIN ${left} END`,
  `CREATE TRIGGER customer_imported_people_insert AFTER INSERT ON imported_people BEGIN ${meet('imported_people')} END`,
  `CREATE TRIGGER customer_imported_people_update AFTER UPDATE ON imported_people BEGIN ${meet('imported_people')} END`,
  `CREATE TRIGGER customer_imported_people_delete AFTER DELETE ON imported_people BEGIN ${left} END`,
  ...ofOrdersTable('refunds', 'paid_cents', 'payment_id = row.payment_id', (row) => `-(${isRefunded(row)})`),
  ...ofOrdersTable('charges', 'paid_cents', 'id = row.agreement_id', isCollected),
  ...ofOrdersTable('agreements', 'recurring', 'id = row.id', isGoingOn),
  touch(
    'order_messages',
    'created_at',
    `coalesce((SELECT email FROM orders WHERE case_id = NEW.case_id AND is_extra = 0), (SELECT email FROM quotes WHERE case_id = NEW.case_id))`,
  ),
  ...['form_submissions', 'voice_agent_form_submissions', 'on_hold_submissions'].map((table) =>
    touch(table, 'timestamp', 'NEW.email'),
  ),
  `CREATE TRIGGER customer_people_delete AFTER DELETE ON customer_people BEGIN
    DELETE FROM customers WHERE id = OLD.customer_id AND NOT EXISTS (SELECT 1 FROM customer_people WHERE customer_id = OLD.customer_id);
  END`,
  `CREATE TRIGGER customer_delete AFTER DELETE ON customers BEGIN
    DELETE FROM case_events WHERE customer_id = OLD.id;
    DELETE FROM short_search WHERE list = 'customers' AND row_id = OLD.id;
    DELETE FROM customers_search WHERE rowid = OLD.id;
  END`,
];

/** What the figures of all customers must be. */
export const CUSTOMER_FIGURES = `SELECT customers.id, ${Object.entries(SUMS)
  .map(([column, value]) => `coalesce(sum(${value('one')}), 0) AS ${column}`)
  .join()} FROM customers JOIN customer_people ON customer_id = customers.id
  LEFT JOIN orders AS one ON lower(one.email) = +customer_people.email GROUP BY customers.id`;

/** Counts the figures of customers again. `which` is SQL. */
export const countAgain = (which = '1') =>
  `UPDATE customers SET (${Object.keys(SUMS).join()}) = (
    SELECT ${Object.values(SUMS)
      .map((value) => `coalesce(sum(${value('one')}), 0)`)
      .join()} FROM customer_people CROSS JOIN orders AS one
    WHERE customer_people.customer_id = customers.id AND lower(one.email) = +customer_people.email
  ) WHERE ${which}`;

/**
 * Creates the triggers, and the customers of all orders, quotes, and imports, unless the database has exactly these triggers
 * already. Call it after the migrations.
 */
export function keepCustomers(db: Db): void {
  keepTriggers(db, 'customer', TRIGGERS, () => {
    // Runs the triggers for each row.
    db.$client.exec(
      `UPDATE imported_people SET email = email; UPDATE quotes SET email = email; UPDATE orders SET email = email; ${countAgain()}`,
    );
  });
}

/**
 * Figures and books count the sales of one mode: those with real money as soon as there is one or the shop takes it, and
 * otherwise those of the shop's own mode. So they never mix, and never forget a real sale.
 */
export function countSales(db: Db, ofShop: OrderMode): void {
  const mode = hasReal(db) ? 'live' : ofShop;
  db.$client.transaction(() => {
    if (!countMode(db, mode)) return;
    db.$client.exec(countAgain());
    // Sums by day, which do not say which of their sales were tests.
    db.$client.exec(`DELETE FROM step_counts WHERE step = 'paid'`);
  })();
}
