import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { isUnverified } from '@northlight/shared/contracts/admin/submissions.ts';
import type { Db } from '../db/client.ts';
import { perDatabase } from '../db/per-database.ts';
import { formSubmissions, onHoldSubmissions, orders, voiceAgentFormSubmissions } from '../db/schema.ts';
import type { SubmissionRow } from '../db/schema.ts';
import { foldText } from './fold-text.ts';

/** Characters, of one answer and of one row: a whole book would make a row as large as a thousand others, and hold up the shop. */
const MAX_ANSWER_LENGTH = 20_000;
const MAX_ROW_LENGTH = 60_000;
/** Of each kind, for one order: anybody may send forms under its number, and each of them writes its words anew. */
const MAX_FORMS_PER_ORDER = 10;

/** Which form each service waits for; one in quarantine, or of whom nothing shows to be the buyer, does not count as come. */
const FORMS = { website: formSubmissions, voice: voiceAgentFormSubmissions, onhold: onHoldSubmissions };

// Keeps what lists are searched and filtered by in step with orders and forms. All of it belongs into the transaction that changes them.

function insertInto(db: Db, table: string) {
  return db.$client.prepare(`INSERT OR REPLACE INTO ${table} (rowid, words) VALUES (?, ?)`);
}

const insertNames = perDatabase((db) =>
  db.$client.prepare('INSERT OR REPLACE INTO short_search (list, row_id, words) VALUES (?, ?, ?)'),
);

const insert = perDatabase((db) => ({
  orders: insertInto(db, 'orders_search'),
  website: insertInto(db, 'form_submissions_search'),
  voice: insertInto(db, 'voice_agent_form_submissions_search'),
  onhold: insertInto(db, 'on_hold_submissions_search'),
}));

const orderByNumber = perDatabase((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.orderNumber, sql.placeholder('orderNumber')))
    .prepare(),
);

const formsByNumber = perDatabase((db) => ({
  website: countedForms(db, FORMS.website),
  voice: countedForms(db, FORMS.voice),
  onhold: countedForms(db, FORMS.onhold),
}));

const rematch = perDatabase((db) => ({
  website: rematchStatement(db, FORMS.website),
  voice: rematchStatement(db, FORMS.voice),
  onhold: rematchStatement(db, FORMS.onhold),
}));

/** After the order's money, its services or its e-mail changed: how the forms that came before fit it now. */
export function rematchForms(db: Db, orderNumber: string, { email, isClaim, serviceTypes }: Rematched): void {
  for (const form of SERVICE_IDS) {
    const isOutsideOrder = serviceTypes.includes(form) ? 0 : 1;
    rematch(db)[form].run({ orderNumber, email, isClaim: isClaim ? 1 : 0, isOutsideOrder });
  }
}

/** An order is found by its own words and by those of its forms. */
export function refreshOrder(db: Db, orderNumber: string): void {
  const order = orderByNumber(db).get({ orderNumber });
  if (!order) return;
  const forms = {
    website: formsByNumber(db).website.all({ orderNumber }),
    voice: formsByNumber(db).voice.all({ orderNumber }),
    onhold: formsByNumber(db).onhold.all({ orderNumber }),
  };
  const missingForms = order.serviceTypes.filter(
    (service) => !forms[service].some(({ orderMatch }) => !isUnverified(orderMatch)),
  );
  if (missingForms.join() !== order.missingForms.join()) {
    db.update(orders).set({ missingForms }).where(eq(orders.id, order.id)).run();
  }
  const { firstName, lastName, email, phone, businessName, businessDescription } = order;
  const own = [orderNumber, `${firstName} ${lastName}`, email, phone, businessName, businessDescription];
  const answers = [...forms.website, ...forms.voice, ...forms.onhold].toSorted(buyersFirst).map(wordsOf);
  insertNames(db).run('orders', order.id, namesOf(order));
  insert(db).orders.run(order.id, foldText([...own, ...answers].join('\n').slice(0, MAX_ROW_LENGTH)));
}

export function indexSubmission(db: Db, form: ServiceId, row: SubmissionRow): void {
  insertNames(db).run(form, row.id, namesOf(row));
  insert(db)[form].run(row.id, foldText(wordsOf(row)));
}

type Rematched = { email: string; isClaim: boolean; serviceTypes: readonly ServiceId[] };

/** What an administrator accepted, or a link of ours showed, stays. */
function rematchStatement(db: Db, table: (typeof FORMS)[ServiceId]) {
  return db
    .update(table)
    .set({
      isOutsideOrder: sql`${sql.placeholder('isOutsideOrder')}`,
      orderMatch: sql`CASE
        WHEN order_match NOT IN ('same-email', 'other-email', 'unpaid-order') THEN order_match
        WHEN ${sql.placeholder('isClaim')} THEN 'unpaid-order'
        WHEN lower(email) = lower(${sql.placeholder('email')}) THEN 'same-email'
        ELSE 'other-email' END`,
    })
    .where(eq(table.orderNumber, sql.placeholder('orderNumber')))
    .prepare();
}

/** The forms of an order out of quarantine, the buyer's own before those that others sent under the number. */
function countedForms(db: Db, table: (typeof FORMS)[ServiceId]) {
  const ids = db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.orderNumber, sql.placeholder('orderNumber')), isNull(table.quarantineReason)))
    .orderBy(sql`${table.orderMatch} IN ('other-email', 'unpaid-order', 'unknown-order')`, table.id)
    .limit(MAX_FORMS_PER_ORDER);
  return db.select().from(table).where(inArray(table.id, ids)).orderBy(table.id).prepare();
}

const isOthers = ({ orderMatch }: SubmissionRow): number => Number(isUnverified(orderMatch));
const buyersFirst = (a: SubmissionRow, b: SubmissionRow): number => isOthers(a) - isOthers(b);

const NAMES = ['orderNumber', 'name', 'firstName', 'lastName', 'email', 'businessName'] as const;

/** Who it is from, for words that are too short for the full-text index. */
function namesOf(row: Partial<Record<(typeof NAMES)[number], string>>): string {
  return foldText(NAMES.map((name) => row[name] ?? '').join('\n'));
}

/** What of a row is no word of anybody's. */
const NOT_WORDS: ReadonlySet<string> = new Set([
  'submissionKey',
  'contentHash',
  'orderMatch',
  'quarantineReason',
  'workStatus',
]);

/** Every text of a row: its number and all answers. */
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
