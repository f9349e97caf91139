import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { formatUsd, type Cents } from '@northlight/shared/catalog/money.ts';
import type { Fate } from '@northlight/shared/contracts/import.ts';
import type { Db } from '../../db/client.ts';
import { caseEvents, orderLines, orders } from '../../db/schema/orders.ts';
import { agreements } from '../../db/schema/recurring.ts';
import { RecurringRefused, type AdoptedRecurring } from '../../money/payments/recurring.ts';
import type { Providers } from '../../money/payments/provider.ts';
import * as agreementStore from '../../money/recurring/agreement-store.ts';
import { workThrough } from '../../base/poller.ts';
import { personByEmail } from '../../work/customers/customer-store.ts';
import type { ReadRow, RowOf } from './read-rows.ts';

/** Subscriptions at Stripe by their IDs, or why they can't be adopted. */
export type Adopted = ReadonlyMap<string, AdoptedRecurring | string>;

/** Asks Stripe about the subscriptions of the file. Changes nothing, here or there. */
export async function askStripe(providers: Providers, rows: readonly ReadRow[]): Promise<Adopted> {
  const { 'credit-card': cards } = providers;
  const stripe = cards.name === 'stripe' ? cards : undefined;
  const answers = new Map<string, AdoptedRecurring | string>();
  const ids = rows.flatMap((read) =>
    'row' in read && read.row.kind === 'subscription' && read.row.provider === 'stripe'
      ? read.row.subscription
      : [],
  );
  await workThrough([...new Set(ids)], async (id) => {
    try {
      const found = await stripe?.recurring.adopt?.(id);
      answers.set(id, found ?? 'Connect Stripe first, under Settings, Connections.');
    } catch (error) {
      const isRefused = error instanceof RecurringRefused;
      answers.set(id, isRefused ? error.message : 'Stripe didn’t answer. Try again in a few minutes.');
    }
  });
  return answers;
}

const KINDS = { customer: 0, order: 1, subscription: 2 };

/** Customers first, because their tags and notes are only for new ones, which an order makes, too. */
export const inOrder = (rows: readonly ReadRow[]): ReadRow[] =>
  rows.toSorted((a, b) => KINDS[a.kind] - KINDS[b.kind]);

/**
 * What an import does with each row, in the order of `inOrder`. Reads the database and changes nothing, so that the check
 * and the import itself, inside its transaction, decide alike.
 */
export function decideFates(db: Db, rows: readonly ReadRow[], adopted: Adopted, now: Date): Fate[] {
  const known = knownOrders(db);
  const seen = new Map<string, number>();
  /** The line of an earlier row of the file that is the same. */
  const before = (key: string, line: number): number | undefined => {
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, line);
    return earlier;
  };
  const decide = (read: ReadRow): Pick<Fate, 'fate' | 'why'> => {
    if ('refused' in read) return { fate: 'refused', why: read.refused };
    if ('continues' in read) return { fate: 'exists', why: `More of line ${read.continues}.` };
    const { row, line } = read;
    if (row.kind === 'customer') {
      if (personByEmail(db, row.email))
        return { fate: 'exists', why: 'Already a customer. Nothing changes.' };
      return fateOf(before(row.email, line), 'A customer');
    }
    if (row.kind === 'subscription') {
      const refusal = row.provider === 'stripe' ? whyNotAdopted(db, row, adopted) : null;
      if (refusal) return { fate: 'refused', why: refusal };
      if (isKnownSubscription(db, row, adopted)) return { fate: 'exists', why: 'Already imported.' };
      const { amountCents, period, notice } = termsOf(row, adopted);
      const price =
        amountCents === null ? '' : ` of ${formatUsd(amountCents)}${period ? ` a ${period}` : ''}`;
      const what =
        row.provider === 'stripe'
          ? [`Takes over a subscription${price}`, notice].filter(Boolean).join('. ')
          : `A note on a PayPal subscription${price}`;
      return fateOf(before(row.subscription, line), what);
    }
    if (row.date > now) return { fate: 'refused', why: 'date: The date is in the future' };
    const key = keyOf(row.email, row.date, row.amount, row.description);
    const earlier = before(`${row.invoice} ${key}`, line);
    const numbered = known.byInvoice.get(row.invoice);
    if (numbered && numbered.key !== key)
      return { fate: 'refused', why: `Invoice ${row.invoice} already belongs to ${numbered.owner}.` };
    if (earlier === undefined && (numbered || (!row.invoice && known.keys.has(key))))
      return { fate: 'exists', why: 'Already imported.' };
    if (row.invoice) known.byInvoice.set(row.invoice, { key, owner: `line ${line}` });
    const paid = row.paid ? 'paid' : 'unpaid';
    return fateOf(earlier, `An order of ${formatUsd(row.amount)}, ${paid}`);
  };
  return rows.map((read) => ({ line: read.line, kind: read.kind, who: read.who, ...decide(read) }));
}

const fateOf = (earlier: number | undefined, what: string): Pick<Fate, 'fate' | 'why'> =>
  earlier === undefined
    ? { fate: 'add', why: what }
    : { fate: 'exists', why: `The same as line ${earlier}.` };

const keyOf = (email: string, at: Date, amountCents: Cents, description: string): string =>
  JSON.stringify([email.toLowerCase(), at.toISOString().slice(0, 10), amountCents, description]);

/** How an order without a description names its line. */
export const EARLIER_WORK = 'Earlier work';

/** The orders that were imported before. */
function knownOrders(db: Db) {
  const found = db
    .select({
      orderNumber: orders.orderNumber,
      email: orders.email,
      createdAt: orders.createdAt,
      amountCents: orders.initialPaymentCents,
      imported: orders.imported,
      description: orderLines.name,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(isNotNull(orders.imported))
    .all()
    .map(({ orderNumber, email, createdAt, amountCents, imported, description }) => {
      const named = description === EARLIER_WORK ? '' : description;
      return {
        key: keyOf(email, createdAt, amountCents, named),
        owner: `order ${orderNumber}`,
        invoice: imported?.invoice,
      };
    });
  return {
    keys: new Set(found.flatMap(({ key, invoice }) => (invoice ? [] : [key]))),
    byInvoice: new Map(found.flatMap((one) => (one.invoice ? [[one.invoice, one] as const] : []))) as Map<
      string,
      { key: string; owner: string }
    >,
  };
}

/** What Stripe says, or for PayPal what the row says. */
export function termsOf(row: RowOf<'subscription'>, adopted: Adopted) {
  const found = row.provider === 'stripe' ? adopted.get(row.subscription) : undefined;
  return typeof found === 'object' ? found : { amountCents: row.amount, period: row.period, notice: null };
}

function whyNotAdopted(db: Db, row: RowOf<'subscription'>, adopted: Adopted): string | null {
  // Stripe may refuse what it once allowed, such as after a failed charge.
  if (isKnownSubscription(db, row, adopted)) return null;
  const found = adopted.get(row.subscription);
  if (typeof found !== 'object') return found ?? 'Stripe was not asked about it.';
  const { email, amountCents, period, customerId } = found;
  const own = db
    .select()
    .from(agreements)
    .where(and(eq(agreements.provider, 'stripe'), eq(agreements.providerId, customerId)))
    .get();
  if (own) return 'Northlight started a recurring payment for this customer of Stripe.';
  if (email && email.toLowerCase() !== row.email) return `At Stripe it belongs to ${email}.`;
  if (row.amount !== null && row.amount !== amountCents)
    return `Stripe charges ${formatUsd(amountCents)}, not ${formatUsd(row.amount)}.`;
  if (row.period && row.period !== period) return `Stripe charges it every ${period}.`;
  return null;
}

function isKnownSubscription(db: Db, row: RowOf<'subscription'>, adopted: Adopted): boolean {
  if (row.provider === 'paypal') {
    const person = personByEmail(db, row.email);
    const isNoted = and(
      eq(caseEvents.customerId, person?.customerId ?? 0),
      sql`instr(${caseEvents.text}, ${`PayPal subscription ${row.subscription} `}) > 0`,
    );
    return db.select().from(caseEvents).where(isNoted).get() !== undefined;
  }
  const found = adopted.get(row.subscription);
  if (typeof found === 'object') return agreementStore.byProviderId(db, 'stripe', found.id).length > 0;
  const isTheirs = sql`${agreements.providerId} LIKE ${`% ${row.subscription}`}`;
  return db.select().from(agreements).where(isTheirs).get() !== undefined;
}
