/** How long each kind of data is kept: the days at first, what an owner can choose, and what it is for customers. */
export const RETENTION = {
  answersDays: {
    days: 3 * 365,
    least: 180,
    most: 3_650,
    label: 'Answers, messages, and files of an order, and unanswered quotes',
    reads: 'Your answers to our forms, your messages, and your files',
  },
  emailsDays: {
    days: 2 * 365,
    least: 30,
    most: 3_650,
    label: 'Copies of sent emails',
    reads: 'Copies of the emails we sent you',
  },
  quarantineDays: {
    days: 180,
    least: 7,
    most: 730,
    label: 'Forms in quarantine',
    reads: 'Forms that our spam filter held back',
  },
  unfinishedDays: {
    days: 30,
    // The link in the email works for 7 days.
    least: 7,
    most: 365,
    label: 'Unfinished checkouts',
    reads: 'A checkout that you didn’t finish',
  },
  providerEventsDays: {
    days: 90,
    least: 30,
    most: 730,
    label: 'Messages from payment providers',
    reads: 'Messages from payment providers about your payment',
  },
  webhooksDays: {
    days: 30,
    least: 7,
    most: 730,
    label: 'Webhook log',
    reads: 'What we sent to other services we use',
  },
} as const;

export type Kept = Record<keyof typeof RETENTION, number>;
export const KEPT_NAMES = Object.keys(RETENTION) as (keyof Kept)[];
export const DEFAULT_KEPT = Object.fromEntries(
  KEPT_NAMES.map((name) => [name, RETENTION[name].days] as const),
) as Kept;

/** In years or months if these are exact, otherwise in days: "2 years", "6 months", "45 days". */
export function periodText(days: number): string {
  const [length, unit] =
    days % 365 === 0 ? [365, 'year'] : days > 30 && days % 30 === 0 ? [30, 'month'] : [1, 'day'];
  const count = days / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
