import { ORDER_MODES } from './payments.ts';
import * as z from 'zod/mini';
import { MoneyText, OpenPayment } from './checkout.ts';
import { Address, askedForState, withStateCode } from './customer-information.ts';
import { type EndpointTable, act, success, call, raw } from './endpoint.ts';
import { OrderMessage, SendMessage } from './order-page.ts';
import { ListQuotes, PageResponse, QUOTE_STATES } from './lists.ts';
import { QuotePriceResponse, ShownLine, TaxRulesResponse } from './quote-price.ts';
import { line, oneLine, text } from './texts.ts';
import { ActOnQuote, NewQuote } from './write-quote.ts';

/** The customer's page of a quote. Takes `quote` and `key` from the customer's link. */
export const QUOTE_PAGE = '/quote';

/** "q1001" and "1001" become "Q-1001". */
const QuoteNumber = z.pipe(
  z.string('quote is missing').check(oneLine(), z.maxLength(24, 'quote is too long')),
  z.transform((typed) => typed.toUpperCase().replace(/^#?(?:Q[\s-]*)?(?=\d+$)/, 'Q-')),
);

/** The query of the customer's link to a quote. */
export const QuoteQuery = z.object({ quote: QuoteNumber, key: line(64, 'key is missing') });

export const AcceptQuote = z.extend(QuoteQuery, {
  name: line(200, 'Please type your name'),
  /** The total on the customer's screen, such as "450.00". If it isn't the current one, the server responds with 409. */
  total: MoneyText,
  /** The version on the customer's screen. */
  version: z.int('version is missing'),
  /** The optional lines that are left out, counted from 0. If missing, those that are not suggested. */
  without: z.optional(z.array(z.int()).check(z.maxLength(50))),
  /** The billing address, if the customer changed it. */
  address: z.optional(withStateCode(Address)),
  askedForState,
  /** The version of the shop whose terms the customer accepts. */
  termsVersion: z.optional(z.int()),
});
export const DeclineQuote = z.extend(QuoteQuery, { reason: z._default(text(2_000), '') });

const shown = {
  number: z.string(),
  state: z.enum(QUOTE_STATES),
  /** Counts from 1 with each version that is sent. */
  version: z.int(),
  lines: z.array(ShownLine),
  discount: z.string(),
  duePercent: z.int(),
  /** What is paid once, with tax, such as "450.00". */
  total: z.string(),
  /** More is to be paid if the customer chooses optional lines. */
  isFrom: z.boolean(),
  /** What is paid when it is accepted. */
  dueNow: z.string(),
  /** Null for a draft. */
  validUntil: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
  /** The order that it became, or joined. */
  orderNumber: z.nullable(z.string()),
};

const Agreed = z.object({
  name: z.string(),
  at: z.string(),
  /** The optional lines that were left out. */
  without: z.array(z.int()),
});

export const QuoteResponse = success({
  ...shown,
  message: z.string(),
  firstName: z.string(),
  businessName: z.string(),
  address: Address,
  price: QuotePriceResponse,
  /** For another address, or without some lines. */
  taxRules: TaxRulesResponse,
  agreed: z.nullable(Agreed),
  /** The version of the shop whose terms must be accepted with the quote. Null if it has none. */
  termsVersion: z.nullable(z.int()),
  /** What is left to pay of what was accepted. */
  payment: z.nullable(OpenPayment),
  /** What was paid of it, oldest first. */
  payments: z.array(z.object({ at: z.string(), amountCents: z.int() })),
  /** The path of the order's page, once there is an order. */
  orderUrl: z.nullable(z.string()),
  messages: z.array(OrderMessage),
  isDemo: z.boolean(),
  timeZone: z.string(),
});
export type QuoteResponse = z.infer<typeof QuoteResponse>;

/** A quote in the dashboard's list. */
export const ListedQuote = z.object({
  ...shown,
  firstName: z.string(),
  lastName: z.string(),
  businessName: z.string(),
  email: z.string(),
  recurring: z.string(),
  recurringPeriod: z.nullable(z.enum(['month', 'year'])),
  seenAt: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  isPaid: z.boolean(),
  /** The payment of what was left after the first one: not asked for yet, or asked for. Absent without one. */
  finalPayment: z.optional(z.enum(['draft', 'open'])),
  /** Of its order. Absent without one. */
  mode: z.optional(z.enum(ORDER_MODES)),
  /** The studio has something to do: send a draft, or answer a question. */
  isWaiting: z.boolean(),
  /** There is a version that was not sent yet. Its lines are above while nothing was sent. */
  hasDraft: z.boolean(),
  /** An owner was asked to send the draft. */
  asksOwner: z.boolean(),
  createdAt: z.string(),
});
export type ListedQuote = z.infer<typeof ListedQuote>;

/** What was won is revenue, which not everybody sees. */
const Sum = z.object({ count: z.int(), cents: z.optional(z.int()) });

const customer = {
  firstName: z.string(),
  lastName: z.string(),
  businessName: z.string(),
  phone: z.string(),
  address: Address,
};

export const QuotesResponse = success({
  ...PageResponse.shape,
  /** Newest first. */
  quotes: z.array(ListedQuote),
  figures: z.object({
    /** Sent and still valid. */
    open: Sum,
    /** Of these, valid for 3 more days at most. */
    expiring: Sum,
    /** Accepted in the last 90 days, and paid, or free. */
    won: Sum,
    /** Declined or expired in the last 90 days. */
    lost: Sum,
  }),
  /** The lines of earlier quotes, newest first, each once. */
  earlierLines: z.array(ShownLine),
  /** Those of the customer with the address that was asked for. */
  taxRules: TaxRulesResponse,
  /** What the caller may send, in cents. Null for everything. */
  limitCents: z.nullable(z.int()),
  timeZone: z.string(),
});
export type QuotesResponse = z.infer<typeof QuotesResponse>;

/** A version that was sent. */
const Version = z.object({
  version: z.int(),
  state: z.enum(QUOTE_STATES),
  sentAt: z.string(),
  total: z.string(),
  agreed: z.nullable(Agreed),
});

export const QuoteCaseResponse = success({
  quote: z.extend(ListedQuote, {
    ...customer,
    /** What the calls that change the quote take as `version`. */
    editVersion: z.string(),
    message: z.string(),
    declineReason: z.string(),
    price: QuotePriceResponse,
    validDays: z.int(),
    /** The order or the request that it is about. */
    aboutOrder: z.nullable(z.string()),
    /** The customer's page. */
    link: z.string(),
    draft: z.nullable(
      z.object({
        lines: z.array(ShownLine),
        discount: z.string(),
        duePercent: z.int(),
        message: z.string(),
        validDays: z.int(),
        price: QuotePriceResponse,
        ...customer,
      }),
    ),
    agreed: z.nullable(Agreed),
    /** Oldest first. */
    versions: z.array(Version),
    messages: z.array(OrderMessage),
    /** It is above what the caller may send. */
    needsOwner: z.boolean(),
    /** It has expired or ends soon, and the caller may send it as it was. */
    canRenew: z.boolean(),
  }),
  taxRules: TaxRulesResponse,
  timeZone: z.string(),
});
export type QuoteCaseResponse = z.infer<typeof QuoteCaseResponse>;

export const QuoteSavedResponse = success({
  message: z.string(),
  quote: z.object({ number: z.string(), state: z.enum(QUOTE_STATES), total: z.string() }),
});
export type QuoteSavedResponse = z.infer<typeof QuoteSavedResponse>;

const QUOTE_LIMIT = { name: 'quote', perMinute: 60 };
const ByNumber = z.object({ number: QuoteNumber });

export const quoteEndpoints = {
  'GET /api/quote': call('public', 'Returns everything on the customer’s page of a quote.', QuoteResponse, {
    limits: [QUOTE_LIMIT],
    query: QuoteQuery,
  }),
  'GET /api/quote/live': raw(
    'public',
    'Streams the changes of a quote to its customer.',
    'text/event-stream',
    { limits: [QUOTE_LIMIT], query: QuoteQuery },
  ),
  'GET /api/quote/quote.pdf': raw('public', 'Downloads a quote.', 'application/pdf', {
    limits: [{ name: 'order-invoice', perMinute: 30 }],
    query: QuoteQuery,
  }),
  'POST /api/quote/accept': call(
    'public',
    'Accepts a quote at the total that the customer sees.',
    QuoteResponse,
    { limits: [QUOTE_LIMIT], body: AcceptQuote },
  ),
  'POST /api/quote/decline': call('public', 'Declines a quote.', QuoteResponse, {
    limits: [QUOTE_LIMIT],
    body: DeclineQuote,
  }),
  'POST /api/quote/messages': act('public', 'Sends the shop a question about a quote.', {
    limits: [{ name: 'order-messages', perMinute: 20 }],
    query: QuoteQuery,
    body: SendMessage,
  }),
  'GET /api/json/quotes': call('read', 'Lists the quotes and their figures.', QuotesResponse, {
    query: ListQuotes,
    isKeptOffline: true,
  }),
  'POST /api/json/quotes': call('work', 'Writes a quote, and sends it if asked to.', QuoteSavedResponse, {
    body: NewQuote,
  }),
  'GET /api/json/quotes/:number': call(
    'read',
    'Returns a quote with its versions and messages. Accountants get neither messages nor the link.',
    QuoteCaseResponse,
    { params: ByNumber, isKeptOffline: true },
  ),
  'POST /api/json/quotes/:number': {
    access: 'work',
    accessFor: ({ action }: ActOnQuote) => (action === 'record' ? 'manage' : 'work'),
    summary:
      'Sends, changes, or withdraws a quote, asks an owner to send it, answers a question, or records its payment.',
    params: ByNumber,
    body: ActOnQuote,
    response: QuoteSavedResponse,
  },
} satisfies EndpointTable;
