import * as z from 'zod/mini';
import { SERVICE_IDS } from '../../catalogue/ids.ts';
import { RecurringFigures } from './recurring-answers.ts';

/**
 * Something that needs attention, and since when. `orderNumber` is null for an item without an order, such as
 * an unassigned payment.
 */
export const Waiting = z.object({
  orderNumber: z.nullable(z.string()),
  title: z.string(),
  detail: z.string(),
  since: z.string(),
});
export type Waiting = z.infer<typeof Waiting>;

/** The count and the oldest items. */
export const Todo = z.object({ count: z.int(), items: z.array(Waiting) });
export type Todo = z.infer<typeof Todo>;

export const Week = z.object({
  /** The Monday, such as "2026-11-16". */
  from: z.string(),
  /** US dollars received, as text with two decimals. */
  paid: z.string(),
  /** New monthly revenue in US dollars. A yearly price counts as a twelfth. */
  recurring: z.string(),
});
export type Week = z.infer<typeof Week>;

export const Backup = z.object({
  isConfigured: z.boolean(),
  lastSuccess: z.nullable(z.string()),
  /** Why the last try failed. */
  failure: z.nullable(z.string()),
  isLate: z.boolean(),
  /** False in demo mode without backups. */
  needsAttention: z.boolean(),
});
export type Backup = z.infer<typeof Backup>;

export const OverviewAnswer = z.object({
  success: z.literal(true),
  /** Paid orders with missing forms. */
  missingForms: Todo,
  newSubmissions: Todo,
  /** Payments that do not match their order, or that have no order. */
  paymentsToReview: Todo,
  /** Emails that failed permanently or are minutes overdue. */
  unsentMessages: Todo,
  /**
   * The number of emails to send now, to send later, and to send only after an administrator resends them.
   */
  mails: z.object({ due: z.int(), planned: z.int(), givenUp: z.int() }),
  /** The next scheduled emails. `since` is the scheduled time. */
  plannedMails: z.array(Waiting),
  quarantine: Todo,
  backup: Backup,
  /** The last twelve weeks, oldest first. */
  weeks: z.array(Week),
  recurring: RecurringFigures,
  ordersByService: z.record(z.enum(SERVICE_IDS), z.int()),
});
export type OverviewAnswer = z.infer<typeof OverviewAnswer>;
