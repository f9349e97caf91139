import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { TaxRules } from '@northlight/shared/catalog/catalog.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import { termsOf } from '@northlight/shared/catalog/terms.ts';
import {
  chosenLines,
  notSuggested,
  priceQuote,
  servicesOf,
  type QuotePrice,
} from '@northlight/shared/catalog/quote.ts';
import { exemptionsOf } from '../../work/customers/customer-store.ts';
import type { Db } from '../../db/client.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import type { Role } from '@northlight/shared/contracts/rights.ts';
import { ApiError, conflict } from '../../base/errors.ts';
import type { AppContext } from '../context.ts';
import type { QuoteContent, QuoteCustomer, QuoteDraft, QuoteVersion } from '../../db/schema/quotes.ts';
import { EXPIRING_MS, type QuoteRow } from './quote-store.ts';
import type { QuoteState } from '@northlight/shared/contracts/lists.ts';

/** What is stored, or `expired`. */
export const stateOf = ({ state, validUntil }: QuoteRow, now: Date): QuoteState =>
  state === 'sent' && validUntil !== null && validUntil <= now ? 'expired' : state;

/** The version that counts. Undefined if none was sent. */
export const currentOf = ({ versions }: QuoteRow): QuoteVersion | undefined => versions.at(-1);

/** A version that is still to be sent. A quote that was withdrawn before it was sent keeps only its content. */
export const hasDraft = ({ draft, state, versions }: QuoteRow): boolean =>
  draft !== null && !(state === 'withdrawn' && versions.length === 0);

/** Who asked an owner to send the draft. Undefined without a request. */
export const askedBy = (quote: QuoteRow): number | null | undefined =>
  hasDraft(quote) ? quote.draft?.askedBy : undefined;

/** What the studio can send: the draft, or as it was a quote that has expired or ends soon. */
export const toSend = (quote: QuoteRow, now: Date): QuoteDraft | undefined =>
  quote.draft ??
  (stateOf(quote, new Date(now.getTime() + EXPIRING_MS)) === 'expired'
    ? currentOf(quote)?.content
    : undefined);

/** What a person of the team may send, in cents. Null for everything. */
export const limitOf = (db: Db, role: Role | undefined): number | null =>
  role === 'owner' ? null : readShopSettings(db).staffQuoteLimit * 100;

/** What the customer sees, or the draft of a quote that was never sent. */
export function contentOf(quote: QuoteRow): QuoteContent {
  const content = currentOf(quote)?.content ?? quote.draft;
  if (!content) throw new Error(`${quote.number} has neither a version nor a draft.`);
  return content;
}

/** Whether its price is the least that the customer can pay. */
export const isFrom = (quote: QuoteRow): boolean =>
  !currentOf(quote)?.agreed && notSuggested(contentOf(quote).lines).length > 0;

type Rules = Pick<AppContext, 'db' | 'settings' | 'now'>;

/** For the customers with these addresses. An exempt one pays no sales tax. */
export function taxRulesFor(context: Rules, emails: readonly string[]): (email: string) => TaxRules {
  const { taxes } = currentCatalog(context.db);
  const exempt = exemptionsOf(context, emails);
  const { taxesRecurring } = context.settings;
  return (email) => ({ taxes, taxesRecurring, exempt: exempt.get(email.toLowerCase()) });
}

export const taxRulesOf = (context: Rules, email: string): TaxRules => taxRulesFor(context, [email])(email);

/** The price of a quote that is accepted now. The order it makes keeps today's promises. */
export function agreedPrice(
  context: Rules,
  email: string,
  content: QuoteContent,
  customer: QuoteCustomer,
  without: readonly number[],
): QuotePrice {
  const price = priceQuote(taxRulesOf(context, email), content, customer, without);
  const services = servicesOf(chosenLines(content.lines, without));
  const withTerms = (part: Price): Price => ({
    ...part,
    terms: part.terms && termsOf(currentCatalog(context.db), services, part.terms),
  });
  return {
    whole: withTerms(price.whole),
    now: withTerms(price.now),
    later: price.later && withTerms(price.later),
  };
}

/** As it was agreed, or as it was sent. Today's taxes count only for what can be accepted today. */
export function versionPriceOf(
  context: Rules,
  quote: QuoteRow,
  version: Pick<QuoteVersion, 'content'> & Partial<QuoteVersion>,
  rules = taxRulesOf(context, quote.email),
): QuotePrice {
  const isOpen = version === currentOf(quote) && stateOf(quote, context.now()) === 'sent';
  const fixed = version.agreed?.price ?? (isOpen ? undefined : version.price);
  return fixed ?? priceQuote(rules, version.content, quote.customer);
}

/** Of the version that counts, or the draft. */
export const quotePriceOf = (context: Rules, quote: QuoteRow, rules?: TaxRules): QuotePrice =>
  versionPriceOf(context, quote, currentOf(quote) ?? { content: contentOf(quote) }, rules);

export const quoteUnknown = () =>
  new ApiError(
    404,
    'link_invalid',
    'This link isn’t valid. Please check that you opened the whole link, or reply to our email.',
  );

export const quoteChanged = (totalCents: number) =>
  conflict(
    'quote_changed',
    `This quote has changed. The total is now ${formatUsd(totalCents)}. Please look at it again before you accept it.`,
  );

const OVER: Partial<Record<QuoteState, string>> = {
  expired: 'This quote has expired. Send us a message, and we’ll renew it.',
  withdrawn: 'We withdrew this quote. Nothing was charged. Send us a message if you have a question.',
  declined: 'This quote was declined. Send us a message if you’ve changed your mind.',
  accepted: 'This quote was already accepted. Please reload the page.',
  draft: 'This quote isn’t ready yet.',
};

export const quoteOver = (state: QuoteState) =>
  conflict(`quote_${state}`, OVER[state] ?? 'This quote can’t be accepted.');

export const quotePaid = ({ number }: QuoteRow) =>
  conflict('quote_paid', `${number} has already become an order. Please write a new quote.`);

export const onlyOwner = (message: string) => new ApiError(403, 'not_allowed', message);
