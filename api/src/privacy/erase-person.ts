import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { deleteLeftWork } from '../db/folder-lock.ts';
import type { AppContext } from '../money/context.ts';
import type { Db } from '../db/client.ts';
import { COPIES } from '../db/migrate.ts';
import { orderFiles } from '../db/schema/files.ts';
import { answerVersions, formTables } from '../db/schema/forms.ts';
import { deliveries, orderMessages, promises } from '../db/schema/fulfillment.ts';
import { outbox, sentEmails, webhookMessages } from '../db/schema/messages.ts';
import { importedPeople } from '../db/schema/customers.ts';
import { caseEvents, customerReviews, orderLines, orders } from '../db/schema/orders.ts';
import { checkoutDrafts, payments, refunds, webhookEvents } from '../db/schema/payments.ts';
import { paymentRequests } from '../db/schema/quotes.ts';
import { limitTimes } from '../db/schema/people.ts';
import { agreements, charges, priceOffers } from '../db/schema/recurring.ts';
import { promoUses, unfinishedCheckouts } from '../db/schema/sales.ts';
import { inTransaction } from '../db/transaction.ts';
import { badInput } from '../base/errors.ts';
import { mailboxOf } from '../http/limits/unverified-recipients.ts';
import { deleteUnknown } from '../work/files/clean-up.ts';
import { contentFile, previewFiles } from '../work/files/content.ts';
import * as fileStore from '../work/files/order-file-store.ts';
import { removeUploadsOf } from '../work/files/uploads.ts';
import * as searchIndex from '../db/search/search-index.ts';
import { ERASED, eraseQuote, withoutCertificate } from './erase-quote.ts';
import { EXPORTS } from './export-person.ts';
import { among, findPerson, idsOf, isKnown, mentions, type Person } from './find-person.ts';

/** The content of an upload that is being finished is on the disk before its row is stored. */
const UNDER_WAY_MS = 60_000;
const STILL_CHARGED = 'This person still has a recurring payment. Cancel it before you erase them.';

export type Erased = { orders: number; forms: number; files: number; emails: number };

/**
 * Erases a person. The orders stay with their numbers and amounts, country, and state, because the books and
 * sales tax need them. Null when nothing is known about them. Even then their files go and deleted text is overwritten,
 * because an earlier try may have failed after it emptied the tables. Earlier backups still have them until they expire.
 */
export async function erasePerson(
  { db, settings, now }: Pick<AppContext, 'db' | 'settings' | 'now'>,
  email: string,
): Promise<Erased | null> {
  const { dataDir } = settings;
  const { $client: client } = db;
  const hashes: string[] = [];
  const person = await inTransaction(db, () => {
    const found = findPerson(db, email);
    if (found.recurring.some(({ state }) => state !== 'canceled' && state !== 'ended'))
      throw badInput(STILL_CHARGED);
    eraseAnswers(db, found);
    eraseEmails(db, found);
    deleteAll(db, webhookMessages.id, found.told);
    eraseOrders(db, found, now());
    hashes.push(...fileStore.unreferenced(db));
    fileStore.forget(db, hashes);
    return found;
  });
  for (const hash of hashes)
    for (const file of [contentFile(dataDir, hash), ...previewFiles(dataDir, hash)])
      rmSync(file, { force: true });
  deleteSavedEmails(join(dataDir, 'mail'), person);
  await removeUploadsOf(
    dataDir,
    ({ caseId, submissionKey }) =>
      (caseId !== null && person.cases.includes(caseId)) ||
      person.forms.some(({ row }) => row.submissionKey !== null && row.submissionKey === submissionKey),
  );
  await deleteUnknown({ db, settings, now }, UNDER_WAY_MS);
  // Copies of the whole data, made before updates and restores, and what a crash left of backups and exports.
  deleteLeftWork(dataDir);
  for (const name of readdirSync(dataDir))
    if (name === COPIES || /^(northlight\.db\.)?before-/.test(name) || name.startsWith(EXPORTS))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  // Deleted text stays in the free space of the database and in the search index until both are rewritten.
  await whenUnlocked(() => {
    searchIndex.rewrite(db);
    client.exec('VACUUM');
    client.pragma('wal_checkpoint(TRUNCATE)');
  });
  const { orders: own, forms, files, emails } = person;
  if (!isKnown(person)) return null;
  return { orders: own.length, forms: forms.length, files: files.length, emails: emails.length };
}

/** `id`: the column with the IDs of these rows. */
function deleteAll(db: Db, id: SQLiteColumn, rows: readonly { id: string | number }[]): void {
  db.delete(id.table as SQLiteTable)
    .where(among(id, idsOf(rows)))
    .run();
}

/** Whether it has the address, perhaps as a part of a longer one. */
const has = (column: SQLiteColumn, email: string) => sql`instr(lower(${column}), ${email}) > 0`;

/** Waits while another process, such as a backup, holds the database. */
async function whenUnlocked(work: () => void): Promise<void> {
  for (let triesLeft = 50; ; triesLeft -= 1) {
    try {
      return work();
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
      if (!isLocked || triesLeft === 0) throw error;
      await delay(200);
    }
  }
}

/** Erases what the customer wrote and sent, and the files. Call it inside a transaction. */
export function eraseAnswers(
  db: Db,
  { cases, forms, files }: Pick<Person, 'cases' | 'forms' | 'files'>,
): void {
  for (const { form, row } of forms) {
    const table = formTables[form];
    db.delete(answerVersions)
      .where(and(eq(answerVersions.form, form), eq(answerVersions.submissionId, row.id)))
      .run();
    db.delete(table).where(eq(table.id, row.id)).run();
    searchIndex.removeSubmission(db, form, row.id);
  }
  deleteAll(db, orderFiles.id, files);
  for (const table of [orderMessages, customerReviews, promises])
    db.delete(table).where(among(table.caseId, cases)).run();
  // What happened to the money and the work stays.
  db.delete(caseEvents)
    .where(and(among(caseEvents.caseId, cases), notInArray(caseEvents.kind, ['work-status', 'recurring'])))
    .run();
  db.update(deliveries)
    .set({ note: '', link: '', phone: '', change: sql`CASE WHEN change IS NULL THEN NULL ELSE '' END` })
    .where(among(deliveries.caseId, cases))
    .run();
}

function eraseEmails(db: Db, { email, emails }: Person): void {
  deleteAll(db, sentEmails.outboxId, emails);
  deleteAll(db, outbox.id, emails);
  // Lists of several orders that were sent to the business.
  for (const { outboxId, text } of db.select().from(sentEmails).where(has(sentEmails.text, email)).all())
    if (mentions(text, email)) db.delete(sentEmails).where(eq(sentEmails.outboxId, outboxId)).run();
  for (const { key } of db.select().from(limitTimes).where(has(limitTimes.key, email)).all())
    if (mentions(key, email)) db.delete(limitTimes).where(eq(limitTimes.key, key)).run();
}

function eraseOrders(db: Db, { email, ...person }: Person, now: Date): void {
  for (const { id, key, text } of person.customer?.notes ?? [])
    if (key?.startsWith('import:') && mentions(text, email))
      db.delete(caseEvents).where(eq(caseEvents.id, id)).run();
  db.delete(importedPeople).where(eq(importedPeople.email, email)).run();
  for (const { id, orderNumber, imported, terms } of person.orders) {
    // An owner wrote what it was for.
    if (imported) db.update(orderLines).set({ name: ERASED }).where(eq(orderLines.orderId, id)).run();
    db.update(orders)
      .set({
        firstName: ERASED,
        lastName: '',
        email: '',
        phone: '',
        businessName: ERASED,
        businessDescription: '',
        city: null,
        postalCode: null,
        address: null,
        missingForms: [],
        dueAt: null,
        remindersStoppedAt: now,
        emailConfirmedAt: null,
        // The customer's links open nothing anymore.
        keyVersion: sql`${orders.keyVersion} + 1`,
        cameFrom: null,
        terms: withoutCertificate(terms),
      })
      .where(eq(orders.id, id))
      .run();
    searchIndex.refreshOrder(db, orderNumber);
  }
  for (const { id, details, price } of person.drafts) {
    db.update(checkoutDrafts)
      .set({ details: { ...details, ...blankDetails }, price: withoutCertificate(price) })
      .where(eq(checkoutDrafts.id, id))
      .run();
  }
  for (const { id, details, price } of person.paymentRequests)
    db.update(paymentRequests)
      .set({
        details: { ...details, ...blankDetails },
        price: withoutCertificate(price),
        reason: '',
        reminds: false,
      })
      .where(eq(paymentRequests.id, id))
      .run();
  for (const quote of person.quotes) eraseQuote(db, quote, now);
  deleteAll(db, unfinishedCheckouts.id, person.unfinished);
  db.update(promoUses)
    .set({ email: '' })
    .where(eq(promoUses.email, mailboxOf(email)))
    .run();
  for (const [table, rows, change] of [
    [agreements, person.recurring, { card: null }],
    [charges, person.charges, { payUrl: null }],
    [priceOffers, person.priceOffers, { text: '' }],
    [refunds, person.refunds, { reason: '' }],
    [payments, person.payments, { clientNetwork: null }],
  ] as const)
    db.update(table as SQLiteTable)
      .set(change)
      .where(among(table.id, idsOf(rows)))
      .run();
  const providerIds = person.payments.flatMap(({ providerPaymentId }) => providerPaymentId ?? []);
  const isTheirs = among(webhookEvents.providerPaymentId, providerIds);
  for (const { id, body, providerPaymentId } of db
    .select()
    .from(webhookEvents)
    .where(
      sql`${webhookEvents.processedAt} IS NOT NULL AND (${isTheirs} OR ${has(webhookEvents.body, email)})`,
    )
    .all())
    if (providerIds.includes(providerPaymentId ?? '') || mentions(body, email))
      db.update(webhookEvents).set({ body: '{}' }).where(eq(webhookEvents.id, id)).run();
}

/** The fields of a checkout that say who someone is. The rest is what they chose. */
const PERSONAL = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'businessName',
  'businessDescription',
  'city',
  'postalCode',
  'address',
] as const;
const blankDetails = Object.fromEntries(PERSONAL.map((name) => [name, '']));

/** Without SMTP, emails are files. Their text is encoded in lines that may end within a word. */
function deleteSavedEmails(folder: string, { email, numbers }: Person): void {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  const ofNumbers = numbers.map((number) => new RegExp(`${number}(?!\\d)`, 'i'));
  for (const name of names) {
    const file = join(folder, name);
    const content = textOf(file)
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
    if (mentions(content, email) || ofNumbers.some((number) => number.test(content)))
      rmSync(file, { force: true });
  }
}

/** Empty for a folder, and for a file that somebody else deleted meanwhile. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(ENOENT|EISDIR)$/.test(String(error.code))) return '';
    throw error;
  }
}
