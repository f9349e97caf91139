import * as z from 'zod/mini';
import { SERVICE_IDS } from '../catalog/ids.ts';
import {
  ActionResponse,
  NoDetails,
  type EndpointTable,
  act,
  success,
  call,
  seenVersion,
  shownVersion,
} from './endpoint.ts';
import { FunnelQuery } from './funnel.ts';
import { PROMISE_KINDS } from './deliveries.ts';
import { ORDER_MODES } from './payments.ts';
import { RecurringFigures } from './recurring.ts';
import { timeText } from './texts.ts';

/** One of these: a payment without an order, an order that was never paid, or an address that was left at the checkout. */
const DismissRequest = z.object({
  paymentId: z.optional(z.int()),
  orderNumber: z.optional(z.string()),
  leftAddress: z.optional(z.int()),
});

/** Its place among all tasks: sorted by it as text, what harms most comes first. Absent in older responses. */
const Harm = z.string();

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
  /** US dollars as text, where it is about money. */
  amount: z.optional(z.string()),
  /** The customer of a quote asked something. */
  isQuestion: z.optional(z.boolean()),
  harm: z.optional(Harm),
});
export type Waiting = z.infer<typeof Waiting>;

/** The count and the oldest items. `sum`: US dollars as text. */
export const Todo = z.object({ count: z.int(), items: z.array(Waiting), sum: z.optional(z.string()) });
export type Todo = z.infer<typeof Todo>;

export const Backup = z.object({
  lastSuccess: z.nullable(z.string()),
  /** Why the last try failed. */
  failure: z.nullable(z.string()),
  isLate: z.boolean(),
  needsAttention: z.boolean(),
});
export type Backup = z.infer<typeof Backup>;

const NextAct = z.object({
  promise: z.enum(PROMISE_KINDS),
  service: z.enum(SERVICE_IDS),
  version: z.int(),
  id: z.int(),
});
export type NextAct = z.infer<typeof NextAct>;

/** The most urgent running promise of an order. `what` names the service and what was promised. */
export const DuePromise = z.object({
  orderNumber: z.string(),
  customer: z.string(),
  what: z.string(),
  dueAt: z.string(),
  /** How late it is in business time, such as "2 hours late". Null if it is not late. */
  late: z.nullable(z.string()),
  /** What keeps it: the version that is delivered next, and the ID of what was sold. Absent in older responses. */
  act: z.optional(NextAct),
  harm: z.optional(Harm),
});
export type DuePromise = z.infer<typeof DuePromise>;

/** How many orders, and the most urgent ones. */
export const DuePromises = z.object({ count: z.int(), items: z.array(DuePromise) });
export type DuePromises = z.infer<typeof DuePromises>;

/** What a shop needs before it sells, in the order in which it is done. */
export const SETUP_STEPS = [
  'business',
  'shop',
  'terms',
  'payments',
  'email',
  'backups',
  'address',
  'factor',
  'test-order',
  'live',
] as const;

/** `server`: the keys are set on the server, which decides. */
export const LivePayments = success({
  version: shownVersion,
  state: z.enum(['on', 'off', 'server']),
  checks: z.array(
    z.object({
      label: z.string(),
      isDone: z.boolean(),
      /** The section of the settings in which it is done. Absent in older responses. */
      section: z.optional(z.string()),
    }),
  ),
  /** What an owner is asked before the switch is turned: what happens to whom. Absent in older responses. */
  question: z.optional(z.string()),
});

/** How far the newest order has come: each part that works is true. */
export const TestOrder = z.object({
  orderNumber: z.nullable(z.string()),
  paid: z.boolean(),
  email: z.boolean(),
  form: z.boolean(),
  refund: z.boolean(),
  /** Whether its provider told the shop of it. Absent where none does, and in older responses. */
  event: z.optional(z.boolean()),
});
export type TestOrder = z.infer<typeof TestOrder>;

/** A step of a test order, and why it did not work with what to do. */
export const TestStep = z.object({
  what: z.enum(['pay', 'order', 'form', 'refund', 'email', 'event']),
  problem: z.nullable(z.string()),
});
export type TestStep = z.infer<typeof TestStep>;

/** A version that is newer than the shop's, what is new in it, and the command that upgrades. */
export const NewerVersion = z.object({ version: z.string(), news: z.string(), command: z.string() });
export type NewerVersion = z.infer<typeof NewerVersion>;

export const OverviewResponse = success({
  /** What is not set up yet. For owners. Empty when all is done, or when an owner dismissed the list. */
  setup: z.optional(z.array(z.enum(SETUP_STEPS))),
  testOrder: z.optional(TestOrder),
  /** For owners: what they saved is being published. */
  isPublishing: z.optional(z.boolean()),
  /** For owners: why what they saved could not be published. Absent in older responses. */
  publishFailure: z.optional(z.string()),
  /** For owners, if the server reads a feed of versions. */
  newer: z.optional(NewerVersion),
  /** How orders are paid now. Absent in older responses. */
  paymentMode: z.optional(z.enum(ORDER_MODES)),
  /** For owners, why nobody can pay, and what to do. Absent while somebody can. */
  closed: z.optional(z.string()),
  promises: z.object({
    late: DuePromises,
    /** Due until the end of the studio's day, and not late. */
    today: DuePromises,
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
  /** Since when everything that goes out waits for an owner to say that the old machine is off. For owners. */
  restoredAt: z.optional(z.string()),
  /** For owners, connections that were changed, until they say that they know. */
  changedConnections: z.optional(
    z.array(
      z.object({
        label: z.string(),
        news: z.enum(['changed', 'disconnected']),
        by: z.string(),
        at: z.string(),
      }),
    ),
  ),
  /** US dollars received since the beginning of yesterday. Only for those who see the revenue, like the next. */
  sinceYesterday: z.optional(z.string()),
  recurring: z.optional(RecurringFigures),
});
export type OverviewResponse = z.infer<typeof OverviewResponse>;

const Both = <Value extends z.ZodMiniType>(value: Value) => z.object({ now: value, before: value });

/** US dollars as text. */
export const Revenue = z.object({
  /** Paid orders and recurring payments, without what was refunded or taken back. */
  net: z.string(),
  paid: z.string(),
  /** Of it, what an owner recorded, such as a check. */
  byHand: z.string(),
  recurring: z.string(),
  /** Refunded in this period, for orders of any time. */
  refunded: z.string(),
  /** Taken back by banks in this period, after disputes that were lost. */
  takenBack: z.string(),
  /** New revenue per month. A yearly price counts as a twelfth. */
  newMonthly: z.string(),
});
export type Revenue = z.infer<typeof Revenue>;

/** Of the last days until now, and of as many before them until the same time of day. */
export const FiguresResponse = success({
  /** For those who see the revenue, like `bars`. */
  revenue: z.optional(Both(Revenue)),
  /** What is left of the revenue, oldest first: from this day of the studio until the next. */
  bars: z.optional(z.array(z.extend(Both(z.string()), { from: z.string() }))),
  orders: Both(z.int()),
  /** Promises that were kept or became late. For those who keep them. */
  kept: z.optional(Both(z.object({ kept: z.int(), all: z.int() }))),
  services: z.record(z.enum(SERVICE_IDS), Both(z.int())),
});
export type FiguresResponse = z.infer<typeof FiguresResponse>;

export const overviewEndpoints = {
  'GET /api/json/figures': call(
    'read',
    'Returns the shop’s figures of a period, and of the one before.',
    FiguresResponse,
    { query: FunnelQuery, isKeptOffline: true },
  ),
  'GET /api/json/overview': call('read', 'Returns what needs attention.', OverviewResponse, {
    isKeptOffline: true,
  }),
  'POST /api/admin/setup': act('manage', 'Dismisses the list of what is not set up yet, or shows it again.', {
    body: z.object({ isDismissed: z.boolean('Must be true or false') }),
  }),
  'POST /api/admin/test-order': call(
    'manage',
    'Buys, pays, fills out the form, and refunds as a customer would, with test keys or in the demo.',
    z.extend(ActionResponse, { steps: z.array(TestStep) }),
  ),
  'GET /api/json/live-payments': {
    access: 'manage',
    summary: 'Returns whether real money is taken, and what has to be done before.',
    response: LivePayments,
  },
  'POST /api/json/live-payments': act(
    'manage',
    'Takes live payments once everything is ready, or stops taking them.',
    {
      isForPeople: true,
      confirms: true,
      body: z.object({ version: seenVersion, isOn: z.boolean('Must be true or false') }),
    },
  ),
  'POST /api/admin/connection-news': act(
    'manage',
    'Takes the connections that were changed until then off the caller’s overview.',
    { body: z.object({ until: timeText }) },
  ),
  'POST /api/json/old-machine': act(
    'manage',
    'Says that the machine that the shop was restored from is off. What waited for it goes on.',
    { isForPeople: true, confirms: true, body: NoDetails },
  ),
  'POST /api/admin/payments/dismiss': act(
    'manage',
    'Takes a payment without an order, an order that was never paid, or an answered address off its list.',
    { body: DismissRequest },
  ),
} satisfies EndpointTable;
