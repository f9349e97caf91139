import { and, desc, eq } from 'drizzle-orm';
import { priceQuote, type QuoteLine } from '@northlight/shared/catalog/quote.ts';
import { DAY_MS, HOUR_MS } from '../src/base/units.ts';
import { currentCatalog } from '../src/db/catalogs.ts';
import type { Db } from '../src/db/client.ts';
import { orderMessages } from '../src/db/schema/fulfillment.ts';
import { orders } from '../src/db/schema/orders.ts';
import type { QuoteContent, QuoteCustomer, QuoteVersion } from '../src/db/schema/quotes.ts';
import { quoteCheckoutOf } from '../src/money/quotes/quote-key.ts';
import * as quoteStore from '../src/money/quotes/quote-store.ts';
import * as requestStore from '../src/money/quotes/request-store.ts';
import { detailsFor } from '../src/money/quotes/requested-checkout.ts';
import * as orderStore from '../src/work/orders/order-store.ts';
import { fill, type Sampler } from './sampler.ts';
import { sampleOrder } from './seed-orders.ts';
import { DECLINE_REASONS, OFFERS, QUOTE_MESSAGES, QUOTE_QUESTIONS } from './seed-texts.ts';

type Order = orderStore.Order;
type QuoteRow = quoteStore.QuoteRow;

const VALID_DAYS = 14;
/** What becomes of a quote without an order, and how many days ago it was written. */
const LEFT = [
  { state: 'draft', from: 0, to: 2 },
  { state: 'sent', from: 1, to: 9 },
  { state: 'sent', from: 11.5, to: 13.5 },
  { state: 'sent', from: 16, to: 80 },
  { state: 'declined', from: 5, to: 80 },
  { state: 'withdrawn', from: 5, to: 80 },
] as const;

/** Writes quotes in every state. Some became orders that were seeded before. Call it inside a transaction. */
export function seedQuotes(db: Db, count: number, sampler: Sampler, now: Date, secret: string): void {
  const { chance, pick, between } = sampler;
  const catalog = currentCatalog(db);
  const taxRules = { taxes: catalog.taxes, taxesRecurring: false };
  const ordered = and(eq(orders.paymentStatus, 'completed'), eq(orders.discountCents, 0));
  const sold = db
    .select()
    .from(orders)
    .where(ordered)
    .orderBy(desc(orders.id))
    .limit(count * 2)
    .all();
  for (const [nth, { orderNumber }] of sold.toReversed().entries())
    if (nth % 4 === 2) sell(orderNumber, nth % 8 === 2);
  for (let id = 1; id <= count; id += 1) leave(LEFT[id % LEFT.length] ?? LEFT[0], id);

  function leave({ state, from, to }: (typeof LEFT)[number], id: number): void {
    const createdAt = later(now, -between(from, to) * DAY_MS);
    const { order } = sampleOrder(sampler, { catalog, id, orderNumber: '', createdAt });
    const content = contentOf(pick(OFFERS), order.firstName);
    const isDraft = state === 'draft';
    // Some were sent again for less.
    const sent = chance(0.3) ? [content, { ...content, discountCents: 5_000 }] : [content];
    const asks = state === 'sent' && chance(0.5);
    const { number, caseId } = insert(order, content, createdAt, {
      state,
      asks,
      draft: isDraft ? content : null,
      versions: isDraft ? [] : sent.map((one) => versionOf(one, createdAt, order)),
      declineReason: state === 'declined' ? pick(DECLINE_REASONS) : '',
      answeredAt: state === 'declined' ? later(createdAt, HOUR_MS) : null,
    });
    const asked = { caseId, key: `seed-${number}`, createdAt: later(createdAt, HOUR_MS) };
    if (asks)
      db.insert(orderMessages)
        .values({ ...asked, adminId: null, text: pick(QUOTE_QUESTIONS) })
        .run();
  }

  /** The quote of an order. Some ask for half of their price at first. */
  function sell(orderNumber: string, isPart: boolean): void {
    const order = orderStore.byNumber(db, orderNumber);
    if (!order || order.initialPaymentCents === 0) return;
    const { createdAt: at, recurringPaymentCents, recurringPeriod, firstName, lastName } = order;
    const offer = { description: '', quantity: 1, isOptional: false, period: recurringPeriod } as const;
    const care = { ...offer, name: 'Hosting and care', amountCents: recurringPaymentCents } as const;
    const once = order.lines.map(({ name, amountCents, serviceId: service }) => {
      return { ...offer, name, service, amountCents: amountCents * (isPart ? 2 : 1), period: null };
    });
    const lines = recurringPeriod ? [...once, { ...care, service: 'website' as const }] : once;
    const content = { ...contentOf(lines, firstName), duePercent: isPart ? 50 : 100 };
    const customer = customerOf(order);
    const price = priceQuote(taxRules, content, customer);
    if (price.now.dueTodayCents !== order.initialPaymentCents) return;
    const name = `${firstName} ${lastName}`;
    const agreed = { name, at: at.toISOString(), without: [], content, price, customer, network: '' };
    const createdAt = later(at, -between(1, 5) * DAY_MS);
    const quote = insert(order, content, createdAt, {
      state: 'accepted',
      versions: [{ ...versionOf(content, createdAt, order), agreed }],
      answeredAt: at,
      orderNumber,
      caseId: order.caseId,
    });
    const { id: quoteId, number } = quote;
    const checkoutId = quoteCheckoutOf(secret, quote, 1);
    db.update(orders).set({ checkoutId }).where(eq(orders.id, order.id)).run();
    const { caseId: _own, ...details } = detailsFor(order, checkoutId);
    const reason = `Quote ${number}`;
    const asked = { caseId: order.caseId, createdAt: at, updatedAt: at };
    const paid = { state: 'paid', paidBy: orderNumber, price: price.now } as const;
    requestStore.insert(db, { ...asked, checkoutId, quoteId, reason, details, ...paid });
    if (!price.later) return;
    const restId = quoteCheckoutOf(secret, quote, -1);
    const rest = { ...detailsFor(order, restId), isRequested: true as const };
    const state = chance(0.5) ? ({ state: 'open', sentAt: at } as const) : ({ state: 'draft' } as const);
    const final = { reason: `${reason}: final payment`, price: price.later, ...state };
    requestStore.insert(db, { ...asked, ...final, checkoutId: restId, details: rest });
  }

  function insert(
    { email, ...person }: Order,
    content: QuoteContent,
    createdAt: Date,
    { asks = false, ...facts }: Partial<QuoteRow> & { versions: QuoteVersion[]; asks?: boolean },
  ): QuoteRow {
    const customer = customerOf(person);
    const last = facts.versions.at(-1);
    const row = {
      ...facts,
      email,
      customer,
      validUntil: last ? new Date(last.validUntil) : null,
      // Whoever answers or asks has seen it.
      seenAt: last && (facts.answeredAt || asks || chance(0.8)) ? later(createdAt, HOUR_MS / 2) : null,
      totalCents: priceQuote(taxRules, last?.content ?? content, customer).whole.dueTodayCents,
      createdAt,
      updatedAt: facts.answeredAt ?? createdAt,
    };
    return quoteStore.insert(db, row, facts.caseId);
  }

  function versionOf(content: QuoteContent, sentAt: Date, order: Omit<Order, 'email'>): QuoteVersion {
    const validUntil = later(sentAt, VALID_DAYS * DAY_MS).toISOString();
    const price = priceQuote(taxRules, content, customerOf(order));
    return { content, sentAt: sentAt.toISOString(), validUntil, price, agreed: null };
  }

  function contentOf(lines: readonly QuoteLine[], name: string): QuoteContent {
    const message = fill(pick(QUOTE_MESSAGES), { name });
    return { lines: [...lines], discountCents: 0, duePercent: 100, message, validDays: VALID_DAYS };
  }
}

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
const customerOf = (order: Omit<Order, 'email'>): QuoteCustomer => {
  const { firstName, lastName, businessName, phone, country, state, city, postalCode, address } = order;
  const place = {
    state: state ?? '',
    city: city ?? '',
    postalCode: postalCode ?? '',
    address: address ?? '',
  };
  return { firstName, lastName, businessName, phone, country, ...place };
};
