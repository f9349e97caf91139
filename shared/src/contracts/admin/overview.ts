import type { ServiceId } from '../../catalogue/ids.ts';

export const OVERVIEW_PATH = '/api/json/overview';

/** Something that waits for the administrator: where it is (money may fit no order), whose it is, and since when. */
export type Waiting = { orderNumber: string | null; title: string; detail: string; since: string };

/** How many there are, and the oldest of them. */
export type Todo = { count: number; items: Waiting[] };

export type Week = {
  /** The Monday, such as "2026-11-16". */
  from: string;
  /** US dollars that arrived, as text with two decimals. */
  paid: string;
  /** US dollars a month that were agreed on; a yearly price counts a twelfth. */
  recurring: string;
};

export type OverviewAnswer = {
  success: true;
  /** Paid orders whose buyer has not sent the form. */
  missingForms: Todo;
  newSubmissions: Todo;
  /** Payments that did not match, or that fit no order. */
  paymentsToReview: Todo;
  /** Given up, or due for minutes and still here. */
  unsentMessages: Todo;
  /** How many mails are to leave now, how many later, and how many never will by themselves. */
  mails: { due: number; planned: number; givenUp: number };
  /** The next of those that leave later; `since` is when. */
  plannedMails: Waiting[];
  quarantine: Todo;
  /** The last twelve, oldest first. */
  weeks: Week[];
  ordersByService: Record<ServiceId, number>;
};
