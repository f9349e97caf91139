import type * as z from 'zod/mini';
import { isDeepStrictEqual } from 'node:util';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { notSuggested, type QuotePrice } from '@northlight/shared/catalog/quote.ts';
import type { AcceptQuote, DeclineQuote } from '@northlight/shared/contracts/quotes.ts';
import type { SendMessage } from '@northlight/shared/contracts/order-page.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import type { QuoteContent, QuoteCustomer, QuoteVersion } from '../../db/schema/quotes.ts';
import { badField } from '../../base/errors.ts';
import { currentCatalog, termsVersion } from '../../db/catalogs.ts';
import { inTransaction } from '../../db/transaction.ts';
import { clientNetwork } from '../../http/limits/rate-limit.ts';
import { queueNotice } from '../../messages/notices.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { storeMessage } from '../../work/fulfillment/messages.ts';
import type { AppContext } from '../context.ts';
import { store } from '../settlement/carry-out.ts';
import { askForState } from '../checkout/ask-for-state.ts';
import { termsNotAccepted } from '../checkout/accept-terms.ts';
import { becomeOrder, detailsOf, named } from '../quotes/become-order.ts';
import { isQuoteKey, quoteCheckoutOf } from '../quotes/quote-key.ts';
import {
  agreedPrice,
  currentOf,
  quoteChanged,
  quoteOver,
  quotePriceOf,
  quoteUnknown,
  stateOf,
} from '../quotes/quote-state.ts';
import * as quoteStore from '../quotes/quote-store.ts';
import type { QuoteRow } from '../quotes/quote-store.ts';
import { planReminders } from '../quotes/payment-reminders.ts';
import * as requestStore from '../quotes/request-store.ts';
import { queueQuoteWebhook } from './write-quote.ts';

type Accepted = z.infer<typeof AcceptQuote>;

/** The quote of a customer's link. Drafts were never sent to anybody. */
export function linkedQuote(context: AppContext, number: string, key: string): QuoteRow {
  const quote = findLinked(context, number, key);
  if (!quote) throw quoteUnknown();
  return quote;
}

export function findLinked(context: AppContext, number: string, key: string): QuoteRow | undefined {
  const quote = quoteStore.byNumber(context.db, number);
  return quote && quote.versions.length > 0 && isQuoteKey(context, quote, key) ? quote : undefined;
}

/** Notes that the customer has opened it. */
export async function noteSeen(context: AppContext, quote: QuoteRow): Promise<QuoteRow> {
  if (quote.seenAt || quote.state !== 'sent') return quote;
  const { db, now } = context;
  return inTransaction(db, () => quoteStore.update(db, quote.id, { seenAt: now() }, now()));
}

/**
 * Accepts the current version at the total that the customer sees, once. Then its payment is open. Without one, it
 * becomes an order at once.
 */
export async function acceptQuote(
  context: AppContext,
  sent: Accepted,
  clientAddress: string,
): Promise<QuoteRow> {
  const { db, now } = context;
  return inTransaction(db, () => {
    const quote = linkedQuote(context, sent.quote, sent.key);
    const state = stateOf(quote, now());
    const current = currentOf(quote);
    if (!current) throw quoteUnknown();
    const total = quotePriceOf(context, quote).whole.dueTodayCents;
    if (sent.version !== quote.versions.length) throw quoteChanged(total);
    const { lines } = current.content;
    const without = [...new Set(sent.without ?? notSuggested(lines))].toSorted((a, b) => a - b);
    if (!without.every((index) => lines[index]?.isOptional))
      throw notLeftOut('Only optional lines can be left out.');
    if (without.length === lines.length)
      throw notLeftOut('Please choose at least one line, or decline the quote.');
    if (state === 'accepted' && current.agreed) {
      // The same answer from another window, or sent twice.
      if (isDeepStrictEqual(current.agreed.without, without) && total === sent.total) return quote;
      throw quoteOver(state);
    }
    if (state !== 'sent') throw quoteOver(state);
    const { firstName, lastName, businessName, phone } = quote.customer;
    // All of the address, because a field that the customer emptied is not sent.
    const customer: QuoteCustomer = sent.address
      ? { firstName, lastName, businessName, phone, ...sent.address }
      : quote.customer;
    const price = agreedPrice(context, quote.email, current.content, customer, without);
    if (price.whole.dueTodayCents !== sent.total) throw quoteChanged(price.whole.dueTodayCents);
    const asked = { ...customer, askedForState: sent.askedForState };
    askForState(currentCatalog(db).taxes, price.whole, asked, 'address.state');
    const terms = termsVersion(db);
    if (terms !== null && sent.termsVersion !== terms) throw termsNotAccepted('termsVersion');
    const version: QuoteVersion = {
      ...current,
      agreed: {
        name: sent.name,
        at: now().toISOString(),
        without,
        content: current.content,
        price,
        customer,
        ...(terms !== null && { termsVersion: terms }),
        network: clientNetwork(clientAddress),
      },
    };
    const change = {
      state: 'accepted' as const,
      customer,
      answeredAt: now(),
      totalCents: price.whole.dueTodayCents,
      versions: [...quote.versions.slice(0, -1), version],
    };
    const updated = quoteStore.update(db, quote.id, change, now());
    queueAnswer(context, updated, { id: quote.id, news: 'accepted' });
    queueQuoteWebhook(context, updated, 'accepted', {
      total: formatUsd(price.whole.dueTodayCents),
      dueNow: formatUsd(price.now.dueTodayCents),
    });
    return askOrOrder(context, updated, current.content, price, clientAddress);
  });
}

const notLeftOut = (message: string) => badField('without', message);

/** Opens the payment of what was accepted, or places the order if nothing is due now. */
function askOrOrder(
  context: AppContext,
  quote: QuoteRow,
  content: QuoteContent,
  price: QuotePrice,
  clientAddress: string,
): QuoteRow {
  const { db, now, settings } = context;
  const checkoutId = quoteCheckoutOf(settings.secret, quote, quote.versions.length);
  const details = detailsOf(context, quote, content, price, checkoutId);
  const first = named(quote, price, price.now);
  if (first.dueTodayCents > 0) {
    const request = requestStore.insert(db, {
      checkoutId,
      quoteId: quote.id,
      caseId: quote.caseId,
      reason: `Quote ${quote.number}`,
      details,
      price: first,
      state: 'open',
      reminds: true,
      createdAt: now(),
      updatedAt: now(),
    });
    planReminders(context, request, quote.email);
    return quote;
  }
  const purchase = {
    draft: { details, price: first, consent: null },
    method: 'credit-card' as const,
    clientAddress,
  };
  const { order } = store(context, { payment: null, purchase }, { kind: 'claimed', received: null });
  if (!order) throw new Error('A quote without a payment always becomes an order.');
  return becomeOrder(context, quote, order);
}

export async function declineQuote(
  context: AppContext,
  sent: z.infer<typeof DeclineQuote>,
): Promise<QuoteRow> {
  const { db, now } = context;
  return inTransaction(db, () => {
    const quote = linkedQuote(context, sent.quote, sent.key);
    const state = stateOf(quote, now());
    if (state === 'declined') return quote;
    if (state !== 'sent' && state !== 'expired') throw quoteOver(state);
    const change = { state: 'declined' as const, declineReason: sent.reason, answeredAt: now() };
    const updated = quoteStore.update(db, quote.id, change, now());
    queueAnswer(context, updated, { id: quote.id, news: 'declined' });
    queueQuoteWebhook(context, updated, 'declined', {});
    return updated;
  });
}

/** Stores a message about a quote once, and emails it to the other side. `adminId` is null for the customer. */
export async function messageAboutQuote(
  context: AppContext,
  quote: QuoteRow,
  adminId: number | null,
  sent: SendMessage,
): Promise<void> {
  const { db } = context;
  await inTransaction(db, () => {
    const id = storeMessage(context, { caseId: quote.caseId, adminId }, sent);
    if (id === null) return;
    if (adminId === null) queueAnswer(context, quote, { id: quote.id, news: 'question', message: id });
    else queueReply(context, quote, id);
  });
}

type Answer = OutboxPayload['quote-answer'];

/** Call it inside a transaction. */
function queueAnswer(context: AppContext, { number, versions, caseId }: QuoteRow, payload: Answer): void {
  const about = [payload.news, number, payload.message ?? versions.length].join(':');
  queueNotice(context, payload.news === 'question' ? 'work' : 'orders', {
    kind: 'quote-answer',
    key: `quote-answer:${about}`,
    caseId,
    payload,
  });
}

function queueReply(context: AppContext, { id, caseId, email }: QuoteRow, message: number): void {
  outboxStore.queue(context, {
    kind: 'quote',
    key: `quote-message:${message}`,
    caseId,
    payload: { id, news: 'message', message },
    recipient: email,
  });
}
