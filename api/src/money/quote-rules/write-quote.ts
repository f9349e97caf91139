import { isDeepStrictEqual } from 'node:util';
import { formatUsd, type Cents } from '@northlight/shared/catalog/money.ts';
import { MAXIMUM_AMOUNT_CENTS, MINIMUM_AMOUNT_CENTS } from '@northlight/shared/catalog/price.ts';
import { priceQuote, sentCents, type QuotePrice } from '@northlight/shared/catalog/quote.ts';
import type { ActOnQuote, NewQuote } from '@northlight/shared/contracts/write-quote.ts';
import type { Role } from '@northlight/shared/contracts/rights.ts';
import { notFound, conflict, badField } from '../../base/errors.ts';
import { DAY_MS } from '../../base/units.ts';
import type { QuoteContent, QuoteCustomer, QuoteDraft } from '../../db/schema/quotes.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { queueWebhooks } from '../../messages/webhooks/queue-webhooks.ts';
import { keepPromises } from '../../work/fulfillment/promise-clock.ts';
import type { AppContext } from '../context.ts';
import { askForState } from '../checkout/ask-for-state.ts';
import { endAttempts } from '../settlement/settle-payment.ts';
import { contentIn, customerIn, personOf, withoutBlanks } from './quote-content.ts';
import { quoteCheckoutOf } from '../quotes/quote-key.ts';
import {
  contentOf,
  limitOf,
  onlyOwner,
  quoteOver,
  quotePaid,
  stateOf,
  taxRulesOf,
  toSend,
} from '../quotes/quote-state.ts';
import * as quoteStore from '../quotes/quote-store.ts';
import type { QuoteRow } from '../quotes/quote-store.ts';
import * as requestStore from '../quotes/request-store.ts';

/** The administrator who writes. */
export type Writer = { adminId: number | null; role: Role };

/** Stores a quote, and sends it if asked to. Called again with its key, it changes the draft of the same quote. */
export async function writeQuote(context: AppContext, by: Writer, sent: NewQuote): Promise<QuoteRow> {
  const { db, now } = context;
  const about = sent.orderNumber === undefined ? null : personOf(context, sent.orderNumber);
  if (sent.orderNumber !== undefined && !about)
    throw badField('orderNumber', `There’s no order or request ${sent.orderNumber}.`);
  const email = sent.email ?? about?.email;
  if (!email) throw badField('email', 'Please enter an email address');
  // The page of a quote shows the conversation of its case, which must be with the same customer.
  const caseId = about?.email.toLowerCase() === email.toLowerCase() ? about.caseId : undefined;
  const customer = { ...about?.customer, ...withoutBlanks(customerIn(sent)) } as QuoteCustomer;
  return inTransaction(db, () => {
    const content = contentIn(sent);
    const written = {
      email,
      customer: { ...customerIn(sent), ...customer },
      draft: draftOf(content, by, sent),
      totalCents: draftTotal(context, email, content, { ...customer, askedForState: sent.askedForState }),
    };
    const before = sent.key === undefined ? undefined : quoteStore.byKey(db, sent.key);
    if (before && before.state !== 'draft') {
      if (isDeepStrictEqual(contentOf(before), content)) return before;
      throw alreadySent(before);
    }
    const stored = before
      ? quoteStore.update(db, before.id, written, now())
      : quoteStore.insert(
          db,
          {
            ...written,
            key: sent.key ?? null,
            adminId: by.adminId,
            createdAt: now(),
            updatedAt: now(),
          },
          caseId,
        );
    return sent.send ? sendNow(context, by, stored) : stored;
  });
}

/** Changes the draft, or begins the next version. What was sent stays as it is until the next version is sent. */
export async function saveDraft(
  context: AppContext,
  by: Writer,
  number: string,
  sent: Extract<ActOnQuote, { action: 'save' }>,
): Promise<QuoteRow> {
  const { db, now } = context;
  const save = (): QuoteRow => {
    const quote = found(context, number);
    refuseChange(quote, by);
    const content = contentIn(sent);
    const customer = customerIn(sent);
    const isFirst = quote.versions.length === 0;
    const asked = { ...customer, askedForState: sent.askedForState };
    const draftCents = draftTotal(context, quote.email, content, asked);
    const totalCents = isFirst ? draftCents : quote.totalCents;
    // The address of what was sent decides its tax, so that only a new version changes it.
    const change = isFirst ? ({ customer, totalCents, state: 'draft' } as const) : { nextCustomer: customer };
    return quoteStore.update(db, quote.id, { draft: draftOf(content, by, sent), ...change }, now());
  };
  if (sent.send) return endPayment(context, number, () => sendNow(context, by, save()));
  return inTransaction(db, save);
}

/** What a draft comes to. Throws a 400 if its customer's state is to be asked for. */
function draftTotal(
  context: AppContext,
  email: string,
  content: QuoteContent,
  customer: QuoteCustomer & Pick<NewQuote, 'askedForState'>,
): Cents {
  const rules = taxRulesOf(context, email);
  const { whole } = priceQuote(rules, content, customer);
  askForState(rules.taxes, whole, customer);
  return whole.dueTodayCents;
}

const draftOf = (
  content: QuoteContent,
  { adminId }: Writer,
  { asksOwner }: { asksOwner: boolean },
): QuoteDraft => ({
  ...content,
  ...(asksOwner && { askedBy: adminId }),
});

/** Makes the draft a task of the owners. */
export async function askOwner(context: AppContext, by: Writer, number: string): Promise<QuoteRow> {
  return inTransaction(context.db, () => {
    const quote = found(context, number);
    refuseChange(quote, by);
    if (!quote.draft) throw quoteOver(stateOf(quote, context.now()));
    const draft = draftOf(quote.draft, by, { asksOwner: true });
    return quoteStore.update(context.db, quote.id, { draft }, context.now());
  });
}

/** Sends the draft as the next version, or the email of the current version again, unless it `renews` that. */
export async function sendQuote(context: AppContext, by: Writer, number: string, renews = false) {
  const send = () => sendNow(context, by, found(context, number), renews);
  const isNew = renews || found(context, number).draft !== null;
  return isNew ? endPayment(context, number, send) : inTransaction(context.db, send);
}

/** Call it inside a transaction. */
function sendNow(context: AppContext, by: Writer, quote: QuoteRow, renews = false): QuoteRow {
  const { db, now } = context;
  const state = stateOf(quote, now());
  const next = toSend(quote, now());
  if (!quote.draft && state === 'sent' && !(renews && next)) {
    queueQuote(context, quote, `again-${now().getTime()}`);
    return quote;
  }
  refuseChange(quote, by);
  if (!next) throw quoteOver(state);
  const { askedBy: _, ...content } = next;
  const customer = quote.nextCustomer ?? quote.customer;
  const price = checkContent(context, by, content, { ...customer, email: quote.email });
  const sentAt = now();
  const validUntil = new Date(sentAt.getTime() + content.validDays * DAY_MS);
  const version = {
    content,
    sentAt: sentAt.toISOString(),
    validUntil: validUntil.toISOString(),
    price,
    agreed: null,
  };
  const change = {
    state: 'sent',
    draft: null,
    customer,
    nextCustomer: null,
    validUntil,
    seenAt: null,
    answeredAt: null,
    declineReason: '',
    totalCents: price.whole.dueTodayCents,
  } as const;
  const versions = [...quote.versions, version];
  const stored = quoteStore.update(db, quote.id, { ...change, versions }, now());
  queueQuote(context, stored, `${stored.versions.length}`);
  // The customer was promised an answer.
  keepPromises(context, quote.caseId, { kinds: ['contact'] });
  queueQuoteWebhook(context, stored, 'sent', {
    total: formatUsd(price.whole.dueTodayCents),
    dueNow: formatUsd(price.now.dueTodayCents),
  });
  return stored;
}

/** Throws if this administrator may not send it, or if nobody could pay it. Returns what it costs. */
function checkContent(
  context: AppContext,
  by: Writer,
  content: QuoteContent,
  { email, ...customer }: QuoteCustomer & { email: string },
): QuotePrice {
  const rules = taxRulesOf(context, email);
  const priceOf = (duePercent: number, without: readonly number[] = []) =>
    priceQuote(rules, { ...content, duePercent }, customer, without);
  const limit = limitOf(context.db, by.role);
  if (limit !== null && sentCents(rules, content, customer) > limit)
    throw onlyOwner(`Only an owner can send a quote above ${formatUsd(limit)}.`);
  const { recurringCents } = priceOf(100).whole;
  const refusedFor = (message: string) => badField('lines', message);
  const optional = content.lines.flatMap(({ isOptional }, index) => (isOptional ? [index] : []));
  // Without the optional lines, and with each one alone: all other choices cost more.
  const choices = [optional, ...optional.map((kept) => optional.filter((index) => index !== kept))];
  const amounts = [[], ...choices]
    .map((without) => priceOf(100, without).whole)
    .flatMap((price) => [price.dueTodayCents, price.recurringCents]);
  if (amounts.some((cents) => cents > MAXIMUM_AMOUNT_CENTS || (cents > 0 && cents < MINIMUM_AMOUNT_CENTS)))
    throw refusedFor(
      `Nobody can pay less than ${formatUsd(MINIMUM_AMOUNT_CENTS)} or more than ${formatUsd(MAXIMUM_AMOUNT_CENTS)} at once. Please change the lines, also for a customer who leaves out optional ones.`,
    );
  const isPaidHere = content.duePercent > 0 && recurringCents > 0;
  if (isPaidHere && priceOf(100, optional).whole.dueTodayCents < MINIMUM_AMOUNT_CENTS)
    throw refusedFor(
      'Please add a line that is paid once and isn’t optional, such as a setup fee. The first payment saves the card for the monthly or yearly price.',
    );
  return priceQuote(rules, content, customer);
}

/** Withdraws a quote, so that it can be neither accepted nor paid. */
export async function withdrawQuote(context: AppContext, by: Writer, number: string): Promise<QuoteRow> {
  return endPayment(context, number, () => {
    const quote = found(context, number);
    if (quote.state === 'withdrawn') return quote;
    refuseChange(quote, by);
    // What was never sent has no other content.
    const draft = quote.versions.length === 0 ? quote.draft : null;
    return quoteStore.update(context.db, quote.id, { state: 'withdrawn', draft }, context.now());
  });
}

/**
 * Ends the payment of an accepted version, so that the old price can't be paid, and makes the change. Throws if it was
 * paid, or if a payment provider doesn't answer.
 */
async function endPayment(context: AppContext, number: string, change: () => QuoteRow): Promise<QuoteRow> {
  const { db, now, settings } = context;
  const before = found(context, number);
  const checkoutId = quoteCheckoutOf(settings.secret, before, before.versions.length);
  return context.locks.run(checkoutId, async () => {
    if (await endAttempts(context, checkoutId, () => true, 'price_changed')) throw quotePaid(before);
    return inTransaction(db, () => {
      // Another window may have sent another version since.
      if (found(context, number).versions.length !== before.versions.length) throw changedMeanwhile();
      const changed = change();
      const open = requestStore.byCheckoutId(db, checkoutId);
      if (open?.state === 'open')
        requestStore.update(db, open.id, { state: 'canceled', reminds: false }, now());
      return changed;
    });
  });
}

const alreadySent = ({ number }: QuoteRow) =>
  conflict('quote_sent', `This quote was already sent as ${number}. Please open it to change it.`);

const changedMeanwhile = () =>
  conflict('quote_changed', 'Someone else has just changed this quote. Please reload it.');

function refuseChange(quote: QuoteRow, { role }: Writer): void {
  if (quote.orderNumber) throw quotePaid(quote);
  if (quote.state === 'accepted' && role !== 'owner')
    throw onlyOwner('Only an owner can change a quote that was accepted.');
}

export function found({ db }: Pick<AppContext, 'db'>, number: string): QuoteRow {
  const quote = quoteStore.byNumber(db, number);
  if (!quote) throw notFound();
  return quote;
}

function queueQuote(context: AppContext, { id, number, caseId, email }: QuoteRow, occasion: string): void {
  outboxStore.queue(context, {
    kind: 'quote',
    key: `quote:${number}:${occasion}`,
    caseId,
    payload: { id, news: 'sent' },
    recipient: email,
  });
}

/** Call it inside a transaction. */
export function queueQuoteWebhook(
  context: AppContext,
  quote: QuoteRow,
  what: 'sent' | 'accepted' | 'declined',
  facts: Record<string, string>,
): void {
  const { number, versions } = quote;
  queueWebhooks(context, {
    event: `quote.${what}`,
    orderNumber: quote.orderNumber ?? quoteStore.aboutOf(context.db, quote),
    id: `${number}:${versions.length}`,
    text: `Quote ${number} was ${what}${facts['total'] ? ` (${facts['total']})` : ''}`,
    facts: { quote: number, version: versions.length, ...facts },
  });
}
