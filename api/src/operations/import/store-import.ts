import { orderModeOf } from '../../base/settings/payment-settings.ts';
import { newCase } from '../../db/cases.ts';
import type { Fate } from '@northlight/shared/contracts/import.ts';
import { type Cents, formatUsd } from '@northlight/shared/catalog/money.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { placeholders, prepared } from '../../db/prepared.ts';
import { importedPeople, imports } from '../../db/schema/customers.ts';
import { orderLines, orders } from '../../db/schema/orders.ts';
import { agreements } from '../../db/schema/recurring.ts';
import * as searchIndex from '../../db/search/search-index.ts';
import type { AppContext } from '../../money/context.ts';
import * as customerStore from '../../work/customers/customer-store.ts';
import { personByEmail } from '../../work/customers/customer-store.ts';
import { type About, addEvent } from '../../work/fulfillment/case-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { type Adopted, EARLIER_WORK, termsOf } from './decide-fates.ts';
import type { ImportRow, ReadRow, RowOf } from './read-rows.ts';
import type { Period } from '@northlight/shared/contracts/lists.ts';

type Context = Pick<AppContext, 'db' | 'settings' | 'now'>;
export type ImportSource = { name: string; adminId: number | null };

/** The key of the note on what a row added. Notes without it are from people, and keep their subject from an undo. */
export const importKey = (importId: number, line: number | ''): string => `import:${importId}:${line}`;

type Import = ImportSource & { id: number; context: Context; adopted: Adopted };

/**
 * Stores the rows that are to be added, in the order of `fates`, and returns the number of the import. No emails, no
 * promises, no invoices: what it adds is past. Call it inside a transaction.
 */
export function storeImport(
  context: Context,
  source: ImportSource,
  rows: readonly ReadRow[],
  fates: readonly Fate[],
  adopted: Adopted,
): number {
  const { db, now } = context;
  const { id } = db
    .insert(imports)
    .values({ ...source, createdAt: now() })
    .returning()
    .get();
  const about: Import = { ...source, id, context, adopted };
  rows.forEach((read, nth) => {
    if (fates[nth]?.fate === 'add' && 'row' in read) add(about, read.row, read.line);
  });
  return id;
}

function add(about: Import, row: ImportRow, line: number): void {
  const { db } = about.context;
  if (row.kind === 'customer') {
    const customerId = addPerson(about, row);
    const facts = [
      row.phone && `Phone: ${row.phone}`,
      addressOf(row) && `Address: ${addressOf(row)}`,
      row.note,
    ];
    noteOn(about, { customerId }, line, [row.email, ...facts]);
    if (row.tags.length > 0) customerStore.update(db, customerId, { tags: row.tags });
    return;
  }
  if (row.kind === 'order') {
    addOrder(about, line, row, {
      services: row.services,
      name: row.description || EARLIER_WORK,
      totalCents: row.amount,
      taxCents: row.tax ?? 0,
      isPaid: row.paid,
      at: row.date,
      invoice: row.invoice || null,
      recurring: null,
      facts: [
        row.invoice && `Invoice ${row.invoice}.`,
        row.paymentmethod && `Paid by ${row.paymentmethod}.`,
        row.note,
      ],
    });
    return;
  }
  if (row.provider === 'paypal') addPaypalNote(about, row, line);
  else adoptSubscription(about, row, line);
}

/** The customer of a person, who becomes one now unless they are one already. */
function addPerson({ id, context: { db, now } }: Import, row: ImportRow): number {
  const { firstName, lastName } = nameOf(row);
  if (!personByEmail(db, row.email)) {
    const name = `${firstName} ${lastName}`.trim();
    db.insert(importedPeople)
      .values({ email: row.email, importId: id, name, businessName: row.business, createdAt: now() })
      .run();
    searchIndex.indexCustomer(db, row.email);
  }
  const person = personByEmail(db, row.email);
  if (!person) throw new Error('A trigger should have made this customer.');
  return person.customerId;
}

type OrderFacts = {
  services: ServiceId[];
  name: string;
  totalCents: Cents;
  taxCents: Cents;
  isPaid: boolean;
  at: Date;
  invoice: string | null;
  recurring: { amountCents: Cents; period: Period } | null;
  facts: (string | false)[];
};

// Empty in every imported order. Drizzle's placeholders do not accept an empty time.
const { dueAt: _due, emailConfirmedAt: _confirmed, ...columns } = placeholders(orders);
const NOTHING = Object.fromEntries(Object.keys(columns).map((name) => [name, null]));
const FALSE = {
  isYearly: false,
  seoOptimization: false,
  blogSetup: false,
  extraRevisions: false,
  isExtra: false,
};

/** Prepared once, because it includes all triggers. */
const insertOrder = prepared((db) => db.insert(orders).values(columns).returning());

/** A delivered order, which waits for nothing. Returns its ID. */
function addOrder(about: Import, line: number, row: ImportRow, order: OrderFacts): number {
  const { context, id: importId } = about;
  const { db, settings, now } = context;
  const { services, name, totalCents, taxCents, isPaid, at, invoice, recurring, facts } = order;
  const isFree = totalCents === 0;
  const orderNumber = orderStore.takeNumber(db, now());
  const caseId = newCase(orderNumber);
  const stored = insertOrder(db).get({
    ...NOTHING,
    ...FALSE,
    keyVersion: 0,
    missingForms: [],
    orderNumber,
    caseId,
    ...nameOf(row),
    email: row.email,
    phone: row.phone,
    businessName: row.business,
    businessDescription: '',
    country: row.country || 'US',
    state: row.state || null,
    city: row.city || null,
    postalCode: row.zip || null,
    address: row.address || null,
    serviceTypes: services,
    basePriceCents: totalCents - taxCents,
    discountCents: 0,
    taxCents,
    initialPaymentCents: totalCents,
    recurringPaymentCents: recurring?.amountCents ?? 0,
    recurringPeriod: recurring?.period ?? null,
    paymentMethod: recurring ? 'credit-card' : 'by-hand',
    // What was paid elsewhere is real, whatever keys this shop has.
    paymentMode: recurring ? orderModeOf(settings.payments) : 'live',
    paymentStatus: isPaid ? 'completed' : 'pending',
    receivedAmountCents: isPaid && !isFree ? totalCents : null,
    workStatus: 'delivered',
    deliveredAt: at,
    remindersStoppedAt: now(),
    imported: { importId, invoice },
    createdAt: at,
  });
  db.insert(orderLines)
    .values({
      orderId: stored.id,
      serviceId: services[0] ?? 'website',
      name,
      amountCents: totalCents - taxCents,
    })
    .run();
  noteOn(about, { caseId }, line, facts);
  searchIndex.indexOrder(db, stored, []);
  return stored.id;
}

/** From now on the worker reads it, as if the shop had started it. Nothing is started or charged here. */
function adoptSubscription(about: Import, row: RowOf<'subscription'>, line: number): void {
  const { db, now } = about.context;
  const found = about.adopted.get(row.subscription);
  if (typeof found !== 'object') throw new Error('Only a subscription that Stripe described can be adopted.');
  const {
    id: providerId,
    amountCents,
    period,
    since,
    countedFrom,
    firstChargeAt,
    periodEnd,
    cancelAt,
  } = found;
  const id = addOrder(about, line, row, {
    services: ['website'],
    name: 'Website',
    totalCents: 0,
    taxCents: 0,
    isPaid: true,
    at: since,
    invoice: null,
    recurring: { amountCents, period },
    facts: [`Takes over the Stripe subscription ${row.subscription}.`, row.note],
  });
  db.insert(agreements)
    .values({
      id,
      provider: 'stripe',
      providerId,
      state: 'active',
      period,
      amountCents,
      startedAt: countedFrom,
      firstChargeAt,
      nextChargeAt: cancelAt && cancelAt <= periodEnd ? null : periodEnd,
      // Without it, the first check would tell the customer.
      cancelAt,
      nextCheckAt: now(),
      updatedAt: now(),
    })
    .run();
}

function addPaypalNote(about: Import, row: RowOf<'subscription'>, line: number): void {
  const { amountCents, period } = termsOf(row, about.adopted);
  const price = amountCents === null ? '' : `of ${formatUsd(amountCents)}${period ? ` a ${period}` : ''} `;
  const next = row.nextcharge && `The next charge was to be on ${row.nextcharge}.`;
  const text = `Has a PayPal subscription ${row.subscription} ${price}that Northlight doesn’t manage.`;
  noteOn(about, { customerId: addPerson(about, row) }, line, [row.email, text, next, row.note]);
}

function noteOn(
  { id, name, adminId, context: { db, now } }: Import,
  on: About,
  line: number,
  facts: readonly (string | false)[],
): void {
  const text = [`Imported from ${name}, line ${line}.`, ...facts].filter(Boolean).join('\n');
  addEvent(db, { ...on, kind: 'note', key: importKey(id, line), text, adminId, createdAt: now() });
}

/** Before "Jr." and the like, which belong to the last name. */
const BEFORE_SUFFIX = /^(.*?),?\s+((?:jr|sr|ii|iii|iv|esq|md|dds|dmd|phd|cpa)\.?)$/i;
const COMPANY = /\b(?:llc|pllc|inc|ltd|corp|co|llp|company|studio|group)\.?$/i;

/** Of a full name, the last word is the last name, also in "Park, Cleo". That of a company stays whole. */
function nameOf({ firstname, lastname, name }: ImportRow): { firstName: string; lastName: string } {
  if (firstname || lastname) return { firstName: firstname, lastName: lastname };
  if (COMPANY.test(name)) return { firstName: name, lastName: '' };
  const [, person = name, suffix = ''] = BEFORE_SUFFIX.exec(name) ?? [];
  const [last, first, ...more] = person.split(/,\s*/);
  const words = (first && more.length === 0 ? `${first} ${last}` : person).split(/\s+/);
  const lastWord = words.length > 1 ? words.pop() : '';
  return { firstName: words.join(' '), lastName: [lastWord, suffix].filter(Boolean).join(' ') };
}

const addressOf = ({ address, city, state, zip, country }: ImportRow): string =>
  [address, city, `${state} ${zip}`.trim(), country].filter(Boolean).join(', ');
