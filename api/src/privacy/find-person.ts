import { eq, inArray, or, sql } from 'drizzle-orm';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { Db } from '../db/client.ts';
import { customerPeople, customers, importedPeople } from '../db/schema/customers.ts';
import { orderFiles } from '../db/schema/files.ts';
import { answerVersions, type FormRef, formTables, type SubmissionRow } from '../db/schema/forms.ts';
import { deliveries, orderMessages } from '../db/schema/fulfillment.ts';
import { outbox, sentEmails, webhookMessages } from '../db/schema/messages.ts';
import { caseEvents, customerReviews, orderLines, orders } from '../db/schema/orders.ts';
import { checkoutDrafts, payments, refunds } from '../db/schema/payments.ts';
import { agreements, charges, priceOffers } from '../db/schema/recurring.ts';
import { promoUses, unfinishedCheckouts } from '../db/schema/sales.ts';
import { isOwn } from '../work/forms/match-order.ts';
import { mailboxOf } from '../http/limits/unverified-recipients.ts';
import * as quoteStore from '../money/quotes/quote-store.ts';
import * as requestStore from '../money/quotes/request-store.ts';

/** Lists are split, because SQLite limits the parameters of a statement. */
const BATCH_SIZE = 500;

/** Runs a query for the values of a list, a part at a time. */
function each<Value, Row>(values: readonly Value[], query: (part: Value[]) => Row[]): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < values.length; at += BATCH_SIZE)
    rows.push(...query(values.slice(at, at + BATCH_SIZE)));
  return rows;
}

export type Person = ReturnType<typeof findPerson>;

/**
 * Everything the database has about the owner of an email address: their orders and requests with all that
 * belongs to them, and forms that they sent for someone else's order. A form that somebody else sent under their
 * number is that person's, unless it came by the customer's link or was accepted. Upper and lower case are the
 * same.
 */
export function findPerson(db: Db, typed: string) {
  const email = typed.trim().toLowerCase();
  const isTheirs = sql`lower(${orders.email}) = ${email}`;
  const theirNumbers = db.select({ number: orders.orderNumber }).from(orders).where(isTheirs);
  // An add-on may have an address that an administrator corrected.
  const ownOrders = db
    .select()
    .from(orders)
    .where(or(isTheirs, inArray(orders.addonTo, theirNumbers)))
    .all();
  const orderIds = ownOrders.map(({ id }) => id);
  const sent = SERVICE_IDS.map((form) => ({
    form,
    rows: db
      .select()
      .from(formTables[form])
      .where(sql`lower(${formTables[form].email}) = ${email}`)
      .all(),
  }));
  // Anyone can send a form under any number. A number without an order belongs to whoever it was given to.
  const requested = sent.flatMap(({ rows }) =>
    rows.flatMap(({ orderMatch, orderNumber }) => (orderMatch === 'request' ? orderNumber : [])),
  );
  const numbers = [...new Set([...ownOrders.map(({ orderNumber }) => orderNumber), ...requested])];
  const underNumbers = SERVICE_IDS.flatMap((form) =>
    each(numbers, (part) =>
      db.select().from(formTables[form]).where(inArray(formTables[form].orderNumber, part)).all(),
    ).map((row) => ({ form, row })),
  );
  const isByOther = ({ row }: (typeof underNumbers)[number]) =>
    row.email.toLowerCase() !== email && !isOwn(row);
  const foreign = underNumbers.filter(isByOther);
  const forms = [
    ...sent.flatMap(({ form, rows }) => rows.map((row) => ({ form, row }))),
    ...underNumbers.filter((found) => !isByOther(found) && found.row.email.toLowerCase() !== email),
  ];
  const ownQuotes = quoteStore.ofPerson(db, email);
  // Its messages are under its own number until it is an order.
  numbers.push(...ownQuotes.map(({ number }) => number));
  const drafts = db
    .select()
    .from(checkoutDrafts)
    .where(
      or(
        sql`lower(${checkoutDrafts.details} ->> '$.email') = ${email}`,
        inArray(
          checkoutDrafts.id,
          ownOrders.flatMap(({ checkoutId }) => checkoutId ?? []).slice(0, BATCH_SIZE),
        ),
      ),
    )
    .all();
  const ownPayments = [
    ...each(orderIds, (part) =>
      db
        .select({ row: payments })
        .from(orders)
        .innerJoin(payments, eq(payments.id, orders.paymentId))
        .where(inArray(orders.id, part))
        .all(),
    ).map(({ row }) => row),
    ...each(
      drafts.map(({ id }) => id),
      (part) => db.select().from(payments).where(inArray(payments.draftId, part)).all(),
    ),
  ];
  const paymentRows = [...new Map(ownPayments.map((row) => [row.id, row])).values()];
  const emails = [
    ...each(numbers, (part) =>
      db.select().from(outbox).where(inArray(outbox.orderNumber, part)).all(),
    ).filter((message) => !isAboutOne(message, foreign)),
    ...db
      .select()
      .from(outbox)
      .where(sql`lower(${outbox.recipient}) = ${email}`)
      .all(),
  ];
  const told = [
    ...each(numbers, (part) =>
      db.select().from(webhookMessages).where(inArray(webhookMessages.orderNumber, part)).all(),
    ).filter(({ body }) => !foreign.some(({ row }) => mentions(body, row.email.toLowerCase()))),
    // About forms that they sent for someone else's order.
    ...db
      .select()
      .from(webhookMessages)
      .where(sql`instr(lower(${webhookMessages.body}), ${email}) > 0`)
      .all()
      .filter(({ body }) => mentions(body, email)),
  ];
  const person = db.select().from(customerPeople).where(eq(customerPeople.email, email)).get();
  const emailRows = [...new Map(emails.map((row) => [row.id, row])).values()];
  return {
    email,
    numbers,
    orders: ownOrders,
    quotes: ownQuotes,
    imported: db.select().from(importedPeople).where(eq(importedPeople.email, email)).all(),
    /** Who they are a customer as. */
    customer: person && {
      ...person,
      ...db
        .select({ name: customers.name, tags: customers.tags })
        .from(customers)
        .where(eq(customers.id, person.customerId))
        .get(),
      notes: db
        .select()
        .from(caseEvents)
        .where(eq(caseEvents.orderNumber, `C-${person.customerId}`))
        .all(),
    },
    paymentRequests: requestStore.ofPerson(db, email),
    lines: each(orderIds, (part) =>
      db.select().from(orderLines).where(inArray(orderLines.orderId, part)).all(),
    ),
    drafts,
    payments: paymentRows,
    refunds: each(
      paymentRows.map(({ id }) => id),
      (part) => db.select().from(refunds).where(inArray(refunds.paymentId, part)).all(),
    ),
    recurring: each(orderIds, (part) =>
      db.select().from(agreements).where(inArray(agreements.id, part)).all(),
    ),
    charges: each(orderIds, (part) =>
      db.select().from(charges).where(inArray(charges.agreementId, part)).all(),
    ),
    priceOffers: each(orderIds, (part) =>
      db.select().from(priceOffers).where(inArray(priceOffers.agreementId, part)).all(),
    ),
    forms,
    earlierAnswers: forms.flatMap(({ form, row }) => versionsOf(db, form, row.id)),
    messages: each(numbers, (part) =>
      db.select().from(orderMessages).where(inArray(orderMessages.orderNumber, part)).all(),
    ),
    events: each(numbers, (part) =>
      db.select().from(caseEvents).where(inArray(caseEvents.orderNumber, part)).all(),
    ),
    reviews: each(numbers, (part) =>
      db.select().from(customerReviews).where(inArray(customerReviews.orderNumber, part)).all(),
    ),
    deliveries: each(numbers, (part) =>
      db.select().from(deliveries).where(inArray(deliveries.orderNumber, part)).all(),
    ),
    files: [
      ...each(numbers, (part) =>
        db.select().from(orderFiles).where(inArray(orderFiles.orderNumber, part)).all(),
      ),
      ...each(
        forms.flatMap(({ row }) => row.submissionKey ?? []),
        (part) => db.select().from(orderFiles).where(inArray(orderFiles.submissionKey, part)).all(),
      ),
    ].filter(
      (file, index, all) =>
        all.findIndex(({ id }) => id === file.id) === index &&
        !foreign.some(({ row }) => row.submissionKey !== null && row.submissionKey === file.submissionKey),
    ),
    /** What other systems were told. */
    told: [...new Map(told.map((row) => [row.id, row])).values()],
    emails: emailRows,
    promoUses: db
      .select()
      .from(promoUses)
      .where(eq(promoUses.email, mailboxOf(email)))
      .all(),
    unfinished: db
      .select()
      .from(unfinishedCheckouts)
      .where(
        sql`lower(${unfinishedCheckouts.information} ->> '$.email') = ${email} OR lower(${unfinishedCheckouts.linkFor}) = ${email}`,
      )
      .all(),
    sentEmails: each(
      emailRows.map(({ id }) => id),
      (part) => db.select().from(sentEmails).where(inArray(sentEmails.outboxId, part)).all(),
    ),
  };
}

/** Whether an email is about one of these forms. */
function isAboutOne({ payload }: typeof outbox.$inferSelect, forms: readonly Form[]): boolean {
  const { form, submissionId }: Partial<FormRef> = Object(payload);
  return forms.some((other) => other.form === form && other.row.id === submissionId);
}

type Form = { form: ServiceId; row: SubmissionRow };

const versionsOf = (db: Db, form: ServiceId, id: number) =>
  db
    .select()
    .from(answerVersions)
    .where(sql`${answerVersions.form} = ${form} AND ${answerVersions.submissionId} = ${id}`)
    .all();

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
