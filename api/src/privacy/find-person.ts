import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { Db } from '../db/client.ts';
import { customerPeople, customers, importedPeople } from '../db/schema/customers.ts';
import { orderFiles } from '../db/schema/files.ts';
import { answerVersions, type FormRef, formTables } from '../db/schema/forms.ts';
import { deliveries, orderMessages } from '../db/schema/fulfillment.ts';
import { outbox, sentEmails, webhookMessages } from '../db/schema/messages.ts';
import { caseEvents, customerReviews, orderLines, orders } from '../db/schema/orders.ts';
import { checkoutDrafts, payments, refunds } from '../db/schema/payments.ts';
import { paymentRequests, quotes } from '../db/schema/quotes.ts';
import { agreements, charges, priceOffers } from '../db/schema/recurring.ts';
import { promoUses, unfinishedCheckouts } from '../db/schema/sales.ts';
import { isOwn } from '../work/forms/match-order.ts';
import { mailboxOf } from '../http/limits/unverified-recipients.ts';

/** One of these values, however many there are: SQLite limits the parameters of a statement. */
export const among = (column: SQLiteColumn, values: readonly (string | number)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;

export const idsOf = <Id extends string | number>(rows: readonly { id: Id }[]): Id[] =>
  rows.map(({ id }) => id);

export type Person = ReturnType<typeof findPerson>;

/**
 * Everything the database has about the owner of an email address: their orders and requests with all that
 * belongs to them, and forms that they sent for someone else's order. A form that somebody else sent under their
 * number is that person's, unless it came by the customer's link or was accepted. Upper and lower case are the
 * same.
 */
export function findPerson(db: Db, typed: string) {
  const all = <Table extends SQLiteTable>(table: Table, where: SQL | undefined) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(where)
      .all() as Table['$inferSelect'][];
  const email = typed.trim().toLowerCase();
  const isTheirs = sql`lower(${orders.email}) = ${email}`;
  const theirCases = db.select({ caseId: orders.caseId }).from(orders).where(isTheirs);
  // What was sold later may have an address that an administrator corrected.
  const ownOrders = all(orders, or(isTheirs, inArray(orders.caseId, theirCases)));
  const orderIds = idsOf(ownOrders);
  const formsWhere = (where: (table: (typeof formTables)[ServiceId]) => SQL): Form[] =>
    SERVICE_IDS.flatMap((form) =>
      all(formTables[form], where(formTables[form])).map((row) => ({ form, row })),
    );
  const sent = formsWhere((table) => sql`lower(${table.email}) = ${email}`);
  // Anyone can send a form under any number. A number without an order belongs to whoever it was given to.
  const requested = sent.flatMap(({ row }) => (row.orderMatch === 'request' ? row : []));
  const ownQuotes = all(quotes, sql`lower(${quotes.email}) = ${email}`);
  const cases = [...new Set([...ownOrders, ...requested, ...ownQuotes].map(({ caseId }) => caseId))];
  const numbers = [
    ...new Set([...ownOrders, ...requested].map(({ orderNumber }) => orderNumber)),
    ...ownQuotes.map(({ number }) => number),
  ];
  const byOthers = formsWhere((table) => among(table.caseId, cases)).filter(
    ({ row }) => row.email.toLowerCase() !== email,
  );
  const foreign = byOthers.filter(({ row }) => !isOwn(row));
  const forms = [...sent, ...byOthers.filter(({ row }) => isOwn(row))];
  const drafts = all(
    checkoutDrafts,
    or(
      sql`lower(${checkoutDrafts.details} ->> '$.email') = ${email}`,
      among(
        checkoutDrafts.id,
        ownOrders.flatMap(({ checkoutId }) => checkoutId ?? []),
      ),
    ),
  );
  const ownPayments = all(
    payments,
    or(
      among(
        payments.id,
        ownOrders.flatMap(({ paymentId }) => paymentId ?? []),
      ),
      among(payments.draftId, idsOf(drafts)),
    ),
  );
  const emails = all(
    outbox,
    or(among(outbox.caseId, cases), sql`lower(${outbox.recipient}) = ${email}`),
  ).filter((message) => message.recipient.toLowerCase() === email || !isAboutOne(message, foreign));
  const [person] = all(customerPeople, eq(customerPeople.email, email));
  return {
    email,
    numbers,
    cases,
    orders: ownOrders,
    quotes: ownQuotes,
    imported: all(importedPeople, eq(importedPeople.email, email)),
    /** Who they are a customer as. */
    customer: person && {
      ...person,
      ...db
        .select({ name: customers.name, tags: customers.tags })
        .from(customers)
        .where(eq(customers.id, person.customerId))
        .get(),
      notes: all(caseEvents, eq(caseEvents.customerId, person.customerId)),
    },
    paymentRequests: all(paymentRequests, sql`lower(${paymentRequests.details} ->> '$.email') = ${email}`),
    lines: all(orderLines, among(orderLines.orderId, orderIds)),
    drafts,
    payments: ownPayments,
    refunds: all(refunds, among(refunds.paymentId, idsOf(ownPayments))),
    recurring: all(agreements, among(agreements.id, orderIds)),
    charges: all(charges, among(charges.agreementId, orderIds)),
    priceOffers: all(priceOffers, among(priceOffers.agreementId, orderIds)),
    forms,
    earlierAnswers: forms.flatMap(({ form, row }) =>
      all(answerVersions, and(eq(answerVersions.form, form), eq(answerVersions.submissionId, row.id))),
    ),
    messages: all(orderMessages, among(orderMessages.caseId, cases)),
    events: all(caseEvents, among(caseEvents.caseId, cases)),
    reviews: all(customerReviews, among(customerReviews.caseId, cases)),
    deliveries: all(deliveries, among(deliveries.caseId, cases)),
    files: all(
      orderFiles,
      or(
        among(orderFiles.caseId, cases),
        among(
          orderFiles.submissionKey,
          forms.flatMap(({ row }) => row.submissionKey ?? []),
        ),
      ),
    ).filter(
      (file) =>
        !foreign.some(({ row }) => row.submissionKey !== null && row.submissionKey === file.submissionKey),
    ),
    /** What other systems were told, also about forms that they sent for someone else's order. */
    told: all(
      webhookMessages,
      or(
        among(webhookMessages.orderNumber, numbers),
        sql`instr(lower(${webhookMessages.body}), ${email}) > 0`,
      ),
    ).filter(
      ({ orderNumber, body }) =>
        mentions(body, email) ||
        (numbers.includes(orderNumber ?? '') &&
          !foreign.some(({ row }) => mentions(body, row.email.toLowerCase()))),
    ),
    emails,
    promoUses: all(promoUses, eq(promoUses.email, mailboxOf(email))),
    unfinished: all(
      unfinishedCheckouts,
      sql`lower(${unfinishedCheckouts.information} ->> '$.email') = ${email} OR lower(${unfinishedCheckouts.linkFor}) = ${email}`,
    ),
    sentEmails: all(sentEmails, among(sentEmails.outboxId, idsOf(emails))),
  };
}

/** Whether an email is about one of these forms. */
function isAboutOne({ payload }: typeof outbox.$inferSelect, forms: readonly Form[]): boolean {
  const { form, submissionId }: Partial<FormRef> = Object(payload);
  return forms.some((other) => other.form === form && other.row.id === submissionId);
}

type Form = { form: ServiceId; row: (typeof formTables)[ServiceId]['$inferSelect'] };

/** Whether there is anything about them. */
export const isKnown = (person: Person): boolean => {
  const { orders, quotes, imported, forms, drafts, emails, unfinished } = person;
  return [orders, quotes, imported, forms, drafts, emails, unfinished].some(({ length }) => length > 0);
};

const IN_ADDRESS = /[\p{L}\p{N}._+-]/u;
const GOES_ON = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;
/** In JSON and in links. */
const ESCAPED = /\\[nrtbf]|%[\da-f]{2}/g;

/** Whether a text has this email address, in lower case, and not only as a part of a longer one. */
export function mentions(text: string, email: string): boolean {
  const lower = text.toLowerCase().replaceAll(ESCAPED, ' ');
  for (let at = lower.indexOf(email); at !== -1; at = lower.indexOf(email, at + 1)) {
    const before = lower.charAt(at - 1);
    const after = lower.slice(at + email.length, at + email.length + 2);
    if (!IN_ADDRESS.test(before) && !GOES_ON.test(after)) return true;
  }
  return false;
}
