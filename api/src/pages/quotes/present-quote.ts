import { versionOf } from '../../base/seen-version.ts';
import type { TaxRules } from '@northlight/shared/catalog/catalog.ts';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import { priceQuote, sentCents, type QuoteLine, type QuotePrice } from '@northlight/shared/catalog/quote.ts';
import type { ListedQuote, QuoteCaseResponse, QuoteResponse } from '@northlight/shared/contracts/quotes.ts';
import { orderModeOf } from '../../base/settings/payment-settings.ts';
import { termsVersion } from '../../db/catalogs.ts';
import type { QuoteContent, QuoteCustomer, QuoteVersion } from '../../db/schema/quotes.ts';
import { orderPageOf } from '../../work/orders/order-links.ts';
import { messagesOf, presentForTeam, presentMessage } from '../../work/fulfillment/messages.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { AppContext } from '../../money/context.ts';
import { ordersOf } from '../../money/quotes/become-order.ts';
import { finalCheckoutsOf, quotePageOf } from '../../money/quotes/quote-key.ts';
import {
  askedBy,
  contentOf,
  currentOf,
  hasDraft,
  isFrom,
  quotePriceOf,
  stateOf,
  taxRulesFor,
  taxRulesOf,
  toSend,
  versionPriceOf,
} from '../../money/quotes/quote-state.ts';
import * as quoteStore from '../../money/quotes/quote-store.ts';
import type { QuoteRow } from '../../money/quotes/quote-store.ts';
import { presentOpen } from '../../money/quotes/requested-checkout.ts';
import * as requestStore from '../../money/quotes/request-store.ts';

export const presentLine = ({ amountCents, ...line }: QuoteLine) => ({
  ...line,
  amount: centsToText(amountCents),
});

const presentContent = ({ lines, discountCents, duePercent }: QuoteContent) => ({
  lines: lines.map(presentLine),
  discount: centsToText(discountCents),
  duePercent,
});

const presentAgreed = ({ agreed }: Pick<QuoteVersion, 'agreed'>) =>
  agreed && { name: agreed.name, at: agreed.at, without: agreed.without };

function shown(context: AppContext, quote: QuoteRow, price: QuotePrice) {
  const current = currentOf(quote);
  return {
    number: quote.number,
    state: stateOf(quote, context.now()),
    version: quote.versions.length,
    ...presentContent(contentOf(quote)),
    total: centsToText(price.whole.dueTodayCents),
    isFrom: isFrom(quote),
    dueNow: centsToText(price.now.dueTodayCents),
    validUntil: quote.validUntil?.toISOString() ?? null,
    sentAt: current?.sentAt ?? null,
    orderNumber: quote.orderNumber,
  };
}

const addressOf = ({ country, state, city, postalCode, address }: QuoteCustomer) => ({
  country,
  state,
  city,
  postalCode,
  address,
});

const presentCustomer = (customer: QuoteCustomer) => ({
  firstName: customer.firstName,
  lastName: customer.lastName,
  businessName: customer.businessName,
  phone: customer.phone,
  address: addressOf(customer),
});

export function presentForCustomer(context: AppContext, quote: QuoteRow): QuoteResponse {
  const { db, settings } = context;
  const current = currentOf(quote);
  const open = requestStore.openOfQuote(db, quote.id);
  const order = quote.orderNumber === null ? undefined : orderStore.byNumber(db, quote.orderNumber);
  const price = quotePriceOf(context, quote);
  return {
    success: true,
    ...shown(context, quote, price),
    price,
    message: contentOf(quote).message,
    firstName: quote.customer.firstName,
    businessName: quote.customer.businessName,
    address: addressOf(quote.customer),
    taxRules: taxRulesOf(context, quote.email),
    agreed: current ? presentAgreed(current) : null,
    termsVersion: termsVersion(db),
    payment: open ? presentOpen(open) : null,
    payments: ordersOf(context, quote).flatMap(({ createdAt, receivedAmountCents }) =>
      receivedAmountCents ? [{ at: createdAt.toISOString(), amountCents: receivedAmountCents }] : [],
    ),
    // The link came to the customer's own address, as an order's link does.
    orderUrl: order ? orderPageOf({ ...settings, publicUrl: '' }, order) : null,
    messages: messagesOf(db, quote.caseId).map(presentMessage),
    isDemo: orderModeOf(settings.payments) !== 'live',
    timeZone: settings.hours.timeZone,
  };
}

type Found = { quote: QuoteRow; waitsSince: Date | null };

export function presentAll(context: AppContext, found: readonly Found[]): ListedQuote[] {
  const emails = found.map(({ quote }) => quote.email);
  const rulesFor = taxRulesFor(context, emails);
  return found.map(({ quote, waitsSince }) =>
    presentListed(context, quote, waitsSince !== null, rulesFor(quote.email)),
  );
}

function presentListed(
  context: AppContext,
  quote: QuoteRow,
  isWaiting: boolean,
  rules: TaxRules,
): ListedQuote {
  const price = quotePriceOf(context, quote, rules);
  const { firstName, lastName, businessName } = quote.customer;
  const order = quote.orderNumber === null ? undefined : orderStore.byNumber(context.db, quote.orderNumber);
  const finalPayment =
    order && requestStore.finalOf(context.db, order.caseId, finalCheckoutsOf(context.settings.secret, quote));
  return {
    ...shown(context, quote, price),
    firstName,
    lastName,
    businessName,
    email: quote.email,
    recurring: centsToText(price.whole.recurringCents),
    recurringPeriod: price.whole.recurringPeriod,
    seenAt: quote.seenAt?.toISOString() ?? null,
    answeredAt: quote.answeredAt?.toISOString() ?? null,
    isPaid: quote.orderNumber !== null,
    ...(finalPayment && { finalPayment }),
    ...(order && { mode: order.paymentMode }),
    isWaiting,
    hasDraft: hasDraft(quote),
    asksOwner: askedBy(quote) !== undefined,
    createdAt: quote.createdAt.toISOString(),
  };
}

/** `limitCents`: what the caller may send. */
export function presentCase(
  context: AppContext,
  quote: QuoteRow,
  limitCents: number | null,
  mayWork: boolean,
): QuoteCaseResponse {
  const { db, settings, now } = context;
  const { versions, draft } = quote;
  const current = currentOf(quote);
  const taxRules = taxRulesOf(context, quote.email);
  const next = quote.nextCustomer ?? quote.customer;
  const isWaiting = quoteStore.waitingSince(db, [quote]).size > 0;
  const content = toSend(quote, now());
  const needsOwner =
    limitCents !== null && content !== undefined && sentCents(taxRules, content, next) > limitCents;
  return {
    success: true,
    quote: {
      ...presentListed(context, quote, isWaiting, taxRules),
      ...presentCustomer(quote.customer),
      editVersion: quoteVersion(quote),
      price: quotePriceOf(context, quote, taxRules),
      message: mayWork ? contentOf(quote).message : '',
      declineReason: mayWork ? quote.declineReason : '',
      validDays: contentOf(quote).validDays,
      aboutOrder: quoteStore.aboutOf(db, quote),
      // Whoever has it can accept the quote.
      link: mayWork ? quotePageOf(context, quote) : '',
      draft: draft && {
        ...presentContent(draft),
        message: mayWork ? draft.message : '',
        validDays: draft.validDays,
        price: priceQuote(taxRules, draft, next),
        ...presentCustomer(next),
      },
      agreed: current ? presentAgreed(current) : null,
      versions: versions.map((version, index) => ({
        version: index + 1,
        state: index + 1 < versions.length ? 'replaced' : stateOf(quote, context.now()),
        sentAt: version.sentAt,
        total: centsToText(versionPriceOf(context, quote, version, taxRules).whole.dueTodayCents),
        agreed: presentAgreed(version),
      })),
      messages: mayWork ? messagesOf(db, quote.caseId).map((row) => presentForTeam(db, row)) : [],
      needsOwner,
      canRenew: content !== undefined && !hasDraft(quote) && !needsOwner,
    },
    taxRules,
    timeZone: settings.hours.timeZone,
  };
}

/** What the dashboard's actions depend on. That the customer has looked at it is none of it. */
export const quoteVersion = ({ state, draft, versions, customer, nextCustomer }: QuoteRow): string =>
  versionOf({ state, draft, versions, customer, nextCustomer });
