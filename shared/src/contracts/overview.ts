import * as z from 'zod/mini';
import { SERVICE_IDS } from '../catalog/ids.ts';
import { ActionResponse, type EndpointTable } from './endpoint.ts';
import { RecurringFigures } from './recurring.ts';

/** One of the two: a payment without an order, or an order that was never paid. */
const DismissRequest = z.object({ paymentId: z.optional(z.int()), orderNumber: z.optional(z.string()) });

/**
 * Something that needs attention, and since when. `orderNumber` is null for an item without an order, such as
 * an unassigned payment.
 */
export const Waiting = z.object({
  orderNumber: z.nullable(z.string()),
  title: z.string(),
  detail: z.string(),
  since: z.string(),
  /** What dismisses it, if nothing else ends it. */
  dismiss: z.optional(DismissRequest),
  /** A payment request that can be sent. */
  send: z.optional(z.int()),
});
export type Waiting = z.infer<typeof Waiting>;

/** The count and the oldest items. `sum`: US dollars as text. */
export const Todo = z.object({ count: z.int(), items: z.array(Waiting), sum: z.optional(z.string()) });
export type Todo = z.infer<typeof Todo>;

export const Week = z.object({
  /** The Monday in the studio's time zone, such as "2026-11-16". */
  from: z.string(),
  /** US dollars received, as text with two decimals. */
  paid: z.string(),
  /** Of it, what an owner recorded, such as a check. */
  byHand: z.string(),
  /** Refunded in this week, for payments of any week. */
  refunded: z.string(),
  /** Taken back by banks in this week, after disputes that were lost. */
  takenBack: z.string(),
  /** New monthly revenue in US dollars. A yearly price counts as a twelfth. */
  recurring: z.string(),
});
export type Week = z.infer<typeof Week>;

export const Backup = z.object({
  lastSuccess: z.nullable(z.string()),
  /** Why the last try failed. */
  failure: z.nullable(z.string()),
  isLate: z.boolean(),
  needsAttention: z.boolean(),
});
export type Backup = z.infer<typeof Backup>;

/** The most urgent running promise of an order. `what` names the service and what was promised. */
export const DuePromise = z.object({
  orderNumber: z.string(),
  customer: z.string(),
  what: z.string(),
  dueAt: z.string(),
  /** How late it is in business time, such as "2 hours late". Null if it is not late. */
  late: z.nullable(z.string()),
});
export type DuePromise = z.infer<typeof DuePromise>;

/** How many orders, and the most urgent ones. */
export const DuePromises = z.object({ count: z.int(), items: z.array(DuePromise) });
export type DuePromises = z.infer<typeof DuePromises>;

/** What a shop needs before it sells, in the order in which it is done. */
export const SETUP_STEPS = [
  'business',
  'shop',
  'payments',
  'email',
  'backups',
  'address',
  'factor',
  'test-order',
  'live',
] as const;

/** `server`: the keys are set on the server, which decides. */
export const LivePayments = z.object({
  success: z.literal(true),
  state: z.enum(['on', 'off', 'server']),
  checks: z.array(z.object({ label: z.string(), isDone: z.boolean() })),
});

/** How far the newest order has come: each part that works is true. */
export const TestOrder = z.object({
  orderNumber: z.nullable(z.string()),
  paid: z.boolean(),
  email: z.boolean(),
  form: z.boolean(),
  refund: z.boolean(),
});
export type TestOrder = z.infer<typeof TestOrder>;

/** A step of a test order, and why it did not work with what to do. */
export const TestStep = z.object({
  what: z.enum(['pay', 'order', 'form', 'refund', 'email']),
  problem: z.nullable(z.string()),
});
export type TestStep = z.infer<typeof TestStep>;

/** A version that is newer than the shop's, what is new in it, and the command that upgrades. */
export const NewerVersion = z.object({ version: z.string(), news: z.string(), command: z.string() });
export type NewerVersion = z.infer<typeof NewerVersion>;

export const OverviewResponse = z.object({
  success: z.literal(true),
  /** What is not set up yet. For owners. Empty when all is done, or when an owner dismissed the list. */
  setup: z.optional(z.array(z.enum(SETUP_STEPS))),
  testOrder: z.optional(TestOrder),
  /** For owners, if the server reads a feed of versions. */
  newer: z.optional(NewerVersion),
  promises: z.object({
    late: DuePromises,
    /** Due until the end of the studio's day, and not late. */
    today: DuePromises,
    /** How many of all promises of the last days were kept in time. */
    kept: z.array(z.object({ days: z.int(), kept: z.int(), all: z.int() })),
  }),
  /** Orders that the caller is responsible for and that aren't delivered. */
  mine: z.object({ open: z.int(), late: z.int() }),
  /** Open orders that nobody is responsible for. 0 where one person works. Absent in older responses. */
  unassigned: z.optional(z.int()),
  /** Orders whose customer wrote last. */
  messagesToAnswer: Todo,
  /** To send, to answer, or sent and about to expire. */
  quotes: Todo,
  /** What customers owe: final payments that were not asked for, and what was asked for and is not paid. */
  paymentsToCollect: Todo,
  /** Paid orders with missing forms. */
  missingForms: Todo,
  newSubmissions: Todo,
  /** How many of them each form has. Absent in older responses. */
  newForms: z.optional(z.record(z.enum(SERVICE_IDS), z.int())),
  /** Payments that do not match their order, or that have no order. */
  paymentsToReview: Todo,
  /** How many payments of other systems were seen in the same accounts, up to 1,000. Nothing is to do about them. */
  otherPayments: z.int(),
  /** Emails that failed permanently or are minutes overdue. */
  unsentMessages: Todo,
  /** Webhooks that have failed for more than a day. */
  failingWebhooks: z.array(z.object({ host: z.string(), since: z.string() })),
  /**
   * The number of emails to send now, to send later, and to send only after an administrator resends them.
   */
  mails: z.object({ due: z.int(), planned: z.int(), givenUp: z.int() }),
  /** The next scheduled emails. `since` is the scheduled time. */
  plannedMails: z.array(Waiting),
  quarantine: Todo,
  /** For owners, if backups are set up. */
  backup: z.optional(Backup),
  /** The last twelve weeks, oldest first. The last one is not over. Only for those who see the revenue, like the next two. */
  weeks: z.optional(z.array(Week)),
  /** What is left after refunds of the last 28 whole days, and of the 28 before them. */
  recent: z.optional(z.object({ net: z.string(), before: z.string() })),
  recurring: z.optional(RecurringFigures),
  ordersByService: z.record(z.enum(SERVICE_IDS), z.int()),
});
export type OverviewResponse = z.infer<typeof OverviewResponse>;

export const overviewEndpoints = {
  'GET /api/json/overview': {
    access: 'read',
    summary: 'Returns what needs attention and the shop’s figures.',
    response: OverviewResponse,
    isKeptOffline: true,
  },
  'POST /api/admin/setup': {
    access: 'manage',
    summary: 'Dismisses the list of what is not set up yet, or shows it again.',
    body: z.object({ isDismissed: z.boolean('Must be true or false') }),
    response: ActionResponse,
  },
  'POST /api/admin/test-order': {
    access: 'manage',
    summary:
      'Buys, pays, fills out the form, and refunds as a customer would, with test keys or in the demo.',
    response: z.extend(ActionResponse, { steps: z.array(TestStep) }),
  },
  'GET /api/json/live-payments': {
    access: 'manage',
    summary: 'Returns whether real money is taken, and what has to be done before.',
    response: LivePayments,
  },
  'POST /api/json/live-payments': {
    access: 'manage',
    isForPeople: true,
    confirms: true,
    summary: 'Takes live payments once everything is ready, or stops taking them.',
    body: z.object({ isOn: z.boolean('Must be true or false') }),
    response: ActionResponse,
  },
  'POST /api/admin/payments/dismiss': {
    access: 'manage',
    summary:
      'Takes a payment without an order, or an order that was never paid, off the list of payments to review.',
    body: DismissRequest,
    response: ActionResponse,
  },
} satisfies EndpointTable;
