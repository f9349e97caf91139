import * as z from 'zod/mini';
import { SERVICE_IDS } from '../../catalogue/ids.ts';

/** Something that waits for the administrator: where it is (money may fit no order), whose it is, and since when. */
export const Waiting = z.object({
  orderNumber: z.nullable(z.string()),
  title: z.string(),
  detail: z.string(),
  since: z.string(),
});
export type Waiting = z.infer<typeof Waiting>;

/** How many there are, and the oldest of them. */
export const Todo = z.object({ count: z.int(), items: z.array(Waiting) });
export type Todo = z.infer<typeof Todo>;

export const Week = z.object({
  /** The Monday, such as "2026-11-16". */
  from: z.string(),
  /** US dollars that arrived, as text with two decimals. */
  paid: z.string(),
  /** US dollars a month that were agreed on; a yearly price counts a twelfth. */
  recurring: z.string(),
});
export type Week = z.infer<typeof Week>;

export const OverviewAnswer = z.object({
  success: z.literal(true),
  /** Paid orders whose buyer has not sent the form. */
  missingForms: Todo,
  newSubmissions: Todo,
  /** Payments that did not match, or that fit no order. */
  paymentsToReview: Todo,
  /** Given up, or due for minutes and still here. */
  unsentMessages: Todo,
  /** How many mails are to leave now, how many later, and how many never will by themselves. */
  mails: z.object({ due: z.int(), planned: z.int(), givenUp: z.int() }),
  /** The next of those that leave later; `since` is when. */
  plannedMails: z.array(Waiting),
  quarantine: Todo,
  /** The last twelve, oldest first. */
  weeks: z.array(Week),
  ordersByService: z.record(z.enum(SERVICE_IDS), z.int()),
});
export type OverviewAnswer = z.infer<typeof OverviewAnswer>;
