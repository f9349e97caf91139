import { eq, sql } from 'drizzle-orm';
import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';
import type { Db } from '../db/client.ts';
import { formSubmissions, onHoldSubmissions, orders, voiceAgentFormSubmissions } from '../db/schema.ts';
import type { SubmissionRow } from '../forms/submission-store.ts';

export type CaseIndex = ReturnType<typeof createCaseIndex>;

/** Of one answer; a whole book would make one order as large as a thousand others. */
const MOST_INDEXED = 20_000;

/** Which form each service waits for; a quarantined one does not count as come. */
const FORMS = { website: formSubmissions, voice: voiceAgentFormSubmissions, onhold: onHoldSubmissions };

/** Keeps what lists are searched and filtered by in step with orders and forms. All of it belongs into the transaction that changes them. */
export function createCaseIndex(db: Db) {
  const insertInto = (table: string) =>
    db.$client.prepare(`INSERT OR REPLACE INTO ${table} (rowid, words) VALUES (?, ?)`);
  const insert = {
    orders: insertInto('orders_search'),
    website: insertInto('form_submissions_search'),
    voice: insertInto('voice_agent_form_submissions_search'),
    onhold: insertInto('on_hold_submissions_search'),
  };
  const orderByNumber = db
    .select()
    .from(orders)
    .where(eq(orders.orderNumber, sql.placeholder('orderNumber')))
    .prepare();
  const formsByNumber = {
    website: db
      .select()
      .from(FORMS.website)
      .where(eq(FORMS.website.orderNumber, sql.placeholder('number')))
      .prepare(),
    voice: db
      .select()
      .from(FORMS.voice)
      .where(eq(FORMS.voice.orderNumber, sql.placeholder('number')))
      .prepare(),
    onhold: db
      .select()
      .from(FORMS.onhold)
      .where(eq(FORMS.onhold.orderNumber, sql.placeholder('number')))
      .prepare(),
  };

  return {
    /** An order is found by its own words and by those of its forms. */
    refreshOrder: (orderNumber: string): void => {
      const order = orderByNumber.get({ orderNumber });
      if (!order) return;
      const forms = (service: ServiceId): SubmissionRow[] =>
        formsByNumber[service].all({ number: orderNumber });
      const missingForms = order.serviceTypes.filter((service) =>
        forms(service).every(({ quarantineReason }) => quarantineReason !== null),
      );
      if (missingForms.join() !== order.missingForms.join()) {
        db.update(orders).set({ missingForms }).where(eq(orders.id, order.id)).run();
      }
      const { firstName, lastName, email, phone, businessName, businessDescription } = order;
      const own = [orderNumber, `${firstName} ${lastName}`, email, phone, businessName, businessDescription];
      const answers = [...forms('website'), ...forms('voice'), ...forms('onhold')].map(wordsOf);
      insert.orders.run(order.id, [...own, ...answers].join('\n'));
    },
    indexSubmission: (form: ServiceId, row: SubmissionRow): void => {
      insert[form].run(row.id, wordsOf(row));
    },
  };
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
    if (typeof value === 'string') texts.push(value.slice(0, MOST_INDEXED));
    else if (typeof value === 'object' && value !== null && !(value instanceof Date))
      Object.values(value).forEach(collect);
  };
  for (const [name, value] of Object.entries(row)) if (!NOT_WORDS.has(name)) collect(value);
  return texts.join('\n');
}
