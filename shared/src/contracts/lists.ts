import * as z from 'zod/mini';
import { SERVICE_IDS } from '../catalog/ids.ts';
import { isDay, line, numberInQuery } from './texts.ts';

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 500;

/** The progress of the work on an order or request. */
export const WORK_STATUSES = ['new', 'waiting', 'in-progress', 'delivered'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];
/** As people read it: work that ended without a delivered version is closed. */
export const SHOWN_WORK = [...WORK_STATUSES, 'closed'] as const;
export type ShownWork = (typeof SHOWN_WORK)[number];
export const storedWork = (shown: ShownWork): WorkStatus => (shown === 'closed' ? 'delivered' : shown);
export const WORK_LABELS: Record<ShownWork, string> = {
  new: 'New',
  waiting: 'Waiting for customer',
  'in-progress': 'In progress',
  delivered: 'Delivered',
  closed: 'Closed',
};

/** The payment status of an order. */
export const PAYMENT_STATUSES = ['completed', 'pending'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The states of a recurring payment. docs/payment-states.md has the table of moves. */
export const AGREEMENT_STATES = ['pending', 'active', 'past-due', 'paused', 'canceled', 'ended'] as const;
export type AgreementStatus = (typeof AGREEMENT_STATES)[number];

export const PERIODS = ['month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

export const QUOTE_STATES = [
  'draft',
  'sent',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'replaced',
] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

const day = (name: string) =>
  z
    .string(`${name} must be a date such as 2026-11-21`)
    .check(z.refine(isDay, `${name} must be a date such as 2026-11-21`));

export const pageLimit = numberInQuery(
  /^([1-9]\d?|[1-4]\d\d|500)$/,
  'limit must be a whole number from 1 to 500',
);

/** The query parameters of all admin lists. All are optional. */
export const listQuery = {
  /** Any part of an order number, name, email, business, or answer. All words must match. */
  q: z.optional(line(200)),
  work: z.optional(z.enum(SHOWN_WORK, `work must be one of: ${SHOWN_WORK.join(', ')}`)),
  /** Days in the studio's time zone, inclusive. */
  from: z.optional(day('from')),
  to: z.optional(day('to')),
  limit: z._default(pageLimit, DEFAULT_PAGE_SIZE),
  /** The `nextCursor` of the previous page. Omit it for the first page. */
  cursor: z.optional(numberInQuery(/^[1-9]\d{0,14}$/, 'cursor must be a nextCursor from a previous page')),
};
export type ListQuery = z.infer<z.ZodMiniObject<typeof listQuery>>;

export const PageResponse = z.object({
  /** The number of rows on all pages. */
  total: z.int(),
  /** False if there are more than `total` rows. Counting stops at a limit. */
  isTotalExact: z.boolean(),
  /** Null on the last page. */
  nextCursor: z.nullable(z.string()),
});
export type PageResponse = z.infer<typeof PageResponse>;

const ORDER_SORTS = ['newest', 'oldest', 'due', 'highest', 'lowest', 'business', 'work', 'payment'] as const;

/**
 * `form`: whether the customer has sent the forms for all services. `due`: whether a promise is late, or still due
 * until the end of the studio's day.
 */
export const ListOrders = z.object({
  ...listQuery,
  service: z.optional(z.enum(SERVICE_IDS, `service must be one of: ${SERVICE_IDS.join(', ')}`)),
  payment: z.optional(z.enum(PAYMENT_STATUSES, 'payment must be completed or pending')),
  form: z.optional(z.enum(['waiting', 'complete'], 'form must be waiting or complete')),
  due: z.optional(z.enum(['late', 'today'], 'due must be late or today')),
  /** `waiting`: the customer wrote last. */
  answer: z.optional(z.literal('waiting', 'answer must be waiting')),
  /** `nobody`: of what is not delivered. */
  responsible: z.optional(z.enum(['me', 'nobody'], 'responsible must be me or nobody')),
  /** Order numbers, separated by commas: only these. */
  numbers: z.optional(z.string().check(z.maxLength(2_000, 'Please choose fewer orders'))),
  sort: z._default(z.enum(ORDER_SORTS, `sort must be one of: ${ORDER_SORTS.join(', ')}`), 'newest'),
});
export type ListOrders = z.infer<typeof ListOrders>;

const { work: _work, ...withoutWork } = listQuery;

const CUSTOMER_SORTS = ['newest', 'oldest', 'last', 'highest', 'name'] as const;

export const ListCustomers = z.object({
  ...withoutWork,
  /** `open`: a paid order is not delivered yet. `recurring`: a recurring payment goes on. */
  has: z.optional(z.enum(['open', 'recurring'], 'has must be open or recurring')),
  tag: z.optional(line(40)),
  responsible: z.optional(z.literal('me', 'responsible must be me')),
  sort: z._default(z.enum(CUSTOMER_SORTS, `sort must be one of: ${CUSTOMER_SORTS.join(', ')}`), 'last'),
});
export type ListCustomers = z.infer<typeof ListCustomers>;

/** `ending`: active, but canceled for the end of the period. Those are not listed as active. */
const RECURRING_FILTERS = [...AGREEMENT_STATES, 'ending'] as const;
const RECURRING_SORTS = ['newest', 'oldest', 'next', 'highest'] as const;

export const ListRecurring = z.object({
  ...withoutWork,
  state: z.optional(z.enum(RECURRING_FILTERS, `state must be one of: ${RECURRING_FILTERS.join(', ')}`)),
  period: z.optional(z.enum(PERIODS, 'period must be month or year')),
  sort: z._default(z.enum(RECURRING_SORTS, `sort must be one of: ${RECURRING_SORTS.join(', ')}`), 'newest'),
});
export type ListRecurring = z.infer<typeof ListRecurring>;

export const ListQuotes = z.object({
  /** Any part of a number, name, business, or email. All words must match. */
  q: listQuery.q,
  state: z.optional(z.enum([...QUOTE_STATES, 'open', 'expiring', 'waiting', 'lost'])),
  /** Only of this order. */
  order: z.optional(line(24)),
  /** Whose tax rules to return. */
  email: z.optional(line(254)),
  limit: listQuery.limit,
  cursor: listQuery.cursor,
});
export type ListQuotes = z.infer<typeof ListQuotes>;

const FLAGS = ['none', 'unverified', 'quarantine', 'not-quarantine'] as const;

/** `flag` filters by spam check and verification. `kind`: which of the two voice agent forms. */
export const ListSubmissions = z.object({
  ...listQuery,
  kind: z.optional(
    z.enum(['voice-agent', 'dental-voice-agent'], 'kind must be voice-agent or dental-voice-agent'),
  ),
  flag: z.optional(z.enum(FLAGS, `flag must be one of: ${FLAGS.join(', ')}`)),
  sort: z._default(z.enum(['newest', 'oldest', 'due'], 'sort must be newest, oldest or due'), 'newest'),
});
export type ListSubmissions = z.infer<typeof ListSubmissions>;
