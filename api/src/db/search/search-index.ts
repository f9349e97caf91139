import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { isUnverified } from '@northlight/shared/contracts/submissions.ts';
import type { Db } from '../client.ts';
import { perDatabase, oneBy } from '../prepared.ts';
import { formTables, type SubmissionRow } from '../schema/forms.ts';
import { orders } from '../schema/orders.ts';
import type { quotes } from '../schema/quotes.ts';
import type { ShortSearchList } from '../schema/server.ts';
import { foldText } from './fold-text.ts';

/** Characters indexed per answer and per row. Longer rows would slow down the whole shop. */
const MAX_ANSWER_LENGTH = 20_000;
const MAX_ROW_LENGTH = 60_000;
/** Per kind and order. Anyone can send forms under a number, and each one rewrites the order's index. */
const MAX_FORMS_PER_ORDER = 10;

// Keeps the search index and filters in step with orders and forms. Call these in the transaction that makes
// the change.

function insertInto(db: Db, table: string) {
  return db.$client.prepare(`INSERT OR REPLACE INTO ${table} (rowid, words) VALUES (?, ?)`);
}

const insertNames = perDatabase((db) =>
  db.$client.prepare('INSERT OR REPLACE INTO short_search (list, row_id, words) VALUES (?, ?, ?)'),
);

const TABLES = {
  orders: 'orders_search',
  website: 'form_submissions_search',
  voice: 'voice_agent_form_submissions_search',
  onhold: 'on_hold_submissions_search',
  customers: 'customers_search',
};

/** The same for each table or statement. */
const mapValues = <Name extends string, From, To>(all: Record<Name, From>, make: (one: From) => To) =>
  Object.fromEntries(Object.entries<From>(all).map(([name, one]) => [name, make(one)])) as Record<Name, To>;

const insert = perDatabase((db) => mapValues(TABLES, (table) => insertInto(db, table)));

const orderByNumber = oneBy(orders, 'orderNumber');

const formsByNumber = perDatabase((db) => mapValues(formTables, (table) => countedForms(db, table)));

const hasForms = perDatabase((db) =>
  db.$client
    .prepare<[string, string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM form_submissions WHERE order_number = ?)
        OR EXISTS (SELECT 1 FROM voice_agent_form_submissions WHERE order_number = ?)
        OR EXISTS (SELECT 1 FROM on_hold_submissions WHERE order_number = ?)`,
    )
    .pluck(),
);

const rematch = perDatabase((db) => mapValues(formTables, (table) => rematchStatement(db, table)));

/** Call it after the order's payment, services or email changed: updates how earlier forms match it. */
export function rematchForms(db: Db, orderNumber: string, { email, isClaim, serviceTypes }: Rematched): void {
  for (const form of SERVICE_IDS) {
    const isOutsideOrder = serviceTypes.includes(form) ? 0 : 1;
    rematch(db)[form].run({ orderNumber, email, isClaim: isClaim ? 1 : 0, isOutsideOrder });
  }
}

/** Indexes an order with its own text and that of its forms. */
export function refreshOrder(db: Db, orderNumber: string): void {
  const order = orderByNumber(db, orderNumber);
  if (!order) return;
  const forms = formsOf(db, orderNumber);
  const missingForms = (
    order.isExtra || order.imported ? [] : (order.neededForms ?? order.serviceTypes)
  ).filter((service) => !forms[service].some(({ orderMatch }) => !isUnverified(orderMatch)));
  if (missingForms.join() !== order.missingForms.join()) {
    db.update(orders).set({ missingForms }).where(eq(orders.id, order.id)).run();
  }
  indexOrder(db, order, [...forms.website, ...forms.voice, ...forms.onhold]);
}

const customerWords = perDatabase((db) =>
  db.$client.prepare<[string], { id: number; words: string }>(
    `SELECT id, name || char(10) || tags || char(10) || (
        SELECT group_concat(name || char(10) || email, char(10)) FROM customer_people WHERE customer_id = customers.id
      ) AS words FROM customers WHERE id = (SELECT customer_id FROM customer_people WHERE email = lower(?))`,
  ),
);

/** Customers are found by their names, addresses, and tags. */
export function indexCustomer(db: Db, email: string): void {
  const found = customerWords(db).get(email);
  if (!found) return;
  const words = foldText(found.words);
  insertNames(db).run('customers', found.id, words);
  insert(db).customers.run(found.id, words);
}

/** Indexes an order with the text of these forms, and its customer. */
export function indexOrder(db: Db, order: typeof orders.$inferSelect, forms: readonly SubmissionRow[]): void {
  const { orderNumber, firstName, lastName, email, phone, businessName, businessDescription, imported } =
    order;
  const names = [`${firstName} ${lastName}`, email, phone, businessName, businessDescription];
  const own = [orderNumber, imported?.invoice ?? '', ...names];
  const answers = forms.toSorted(buyersFirst).map(wordsOf);
  indexCustomer(db, email);
  insertNames(db).run('orders', order.id, namesOf(order));
  insert(db).orders.run(order.id, foldText([...own, ...answers].join('\n').slice(0, MAX_ROW_LENGTH)));
}

/** How much text the index collects before SQLite writes it. Large pieces are faster for many rows at once. */
export function collectBytes(db: Db, bytes: number): void {
  for (const name of Object.values(TABLES))
    db.$client.exec(`INSERT INTO ${name} (${name}, rank) VALUES ('hashsize', ${bytes})`);
}

export function indexSubmission(db: Db, form: ServiceId, row: SubmissionRow): void {
  insertNames(db).run(form, row.id, namesOf(row));
  insert(db)[form].run(row.id, foldText(wordsOf(row)));
}

/** Quotes are found by who they are for, not by what they say. */
export function indexQuote(
  db: Db,
  { id, number, email, customer }: Pick<typeof quotes.$inferSelect, 'id' | 'number' | 'email' | 'customer'>,
): void {
  indexCustomer(db, email);
  insertNames(db).run('quotes', id, namesOf({ ...customer, orderNumber: number, email }));
}

export function removeQuote(db: Db, id: number): void {
  removeNames(db, 'quotes', id);
}

export function removeOrder(db: Db, id: number): void {
  db.$client.prepare(`DELETE FROM ${TABLES.orders} WHERE rowid = ?`).run(id);
  removeNames(db, 'orders', id);
}

/** Removes a form from the index. Call `refreshOrder` for its order afterwards. */
export function removeSubmission(db: Db, form: ServiceId, id: number): void {
  db.$client.prepare(`DELETE FROM ${TABLES[form]} WHERE rowid = ?`).run(id);
  removeNames(db, form, id);
}

const removeNames = (db: Db, list: ShortSearchList, id: number) =>
  db.$client.prepare('DELETE FROM short_search WHERE list = ? AND row_id = ?').run(list, id);

/** Rewrites the index without the words of what was deleted. */
export function rewrite(db: Db): void {
  for (const name of Object.values(TABLES))
    db.$client.exec(`INSERT INTO ${name} (${name}) VALUES ('optimize')`);
}

type Rematched = { email: string; isClaim: boolean; serviceTypes: readonly ServiceId[] };

/** Keeps what an administrator accepted or a signed link proved, and what counted before links were needed. */
function rematchStatement(db: Db, table: (typeof formTables)[ServiceId]) {
  return db
    .update(table)
    .set({
      isOutsideOrder: sql`${sql.placeholder('isOutsideOrder')}`,
      orderMatch: sql`CASE
        WHEN order_match NOT IN ('unconfirmed', 'other-email', 'unpaid-order') THEN order_match
        WHEN ${sql.placeholder('isClaim')} THEN 'unpaid-order'
        WHEN lower(email) = lower(${sql.placeholder('email')}) THEN 'unconfirmed'
        ELSE 'other-email' END`,
    })
    .where(eq(table.orderNumber, sql.placeholder('orderNumber')))
    .prepare();
}

function formsOf(db: Db, orderNumber: string): Record<ServiceId, SubmissionRow[]> {
  // A new order has none.
  if (!hasForms(db).get(orderNumber, orderNumber, orderNumber)) return { website: [], voice: [], onhold: [] };
  return mapValues(formsByNumber(db), (statement): SubmissionRow[] => statement.all({ orderNumber }));
}

/** The order's forms outside quarantine, the customer's own first. */
function countedForms(db: Db, table: (typeof formTables)[ServiceId]) {
  const ids = db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.orderNumber, sql.placeholder('orderNumber')), isNull(table.quarantineReason)))
    .orderBy(
      sql`${table.orderMatch} IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order')`,
      table.id,
    )
    .limit(MAX_FORMS_PER_ORDER);
  return db.select().from(table).where(inArray(table.id, ids)).orderBy(table.id).prepare();
}

const isOthers = ({ orderMatch }: SubmissionRow): number => Number(isUnverified(orderMatch));
const buyersFirst = (a: SubmissionRow, b: SubmissionRow): number => isOthers(a) - isOthers(b);

const NAMES = ['orderNumber', 'name', 'firstName', 'lastName', 'email', 'businessName'] as const;

/** The sender, for search terms that are too short for the full-text index. */
function namesOf(row: Partial<Record<(typeof NAMES)[number], string>>): string {
  return foldText(NAMES.map((name) => row[name] ?? '').join('\n'));
}

/** Columns left out of the search index. */
const NOT_WORDS: ReadonlySet<string> = new Set([
  'submissionKey',
  'contentHash',
  'orderMatch',
  'quarantineReason',
  'workStatus',
]);

/** The searchable text of a row: its number and all answers. */
function wordsOf(row: SubmissionRow): string {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value.slice(0, MAX_ANSWER_LENGTH));
    else if (typeof value === 'object' && value !== null && !(value instanceof Date))
      Object.values(value).forEach(collect);
  };
  for (const [name, value] of Object.entries(row)) if (!NOT_WORDS.has(name)) collect(value);
  return texts.join('\n').slice(0, MAX_ROW_LENGTH);
}
