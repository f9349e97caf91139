import type { OverviewAnswer } from '../../contracts/admin/overview.ts';

const MINUTE_MS = 60_000;
const UNITS = [
  { ms: 24 * 60 * MINUTE_MS, one: '1 day', many: 'days' },
  { ms: 60 * MINUTE_MS, one: '1 hour', many: 'hours' },
  { ms: MINUTE_MS, one: '1 minute', many: 'minutes' },
];

/** "2 days", "1 hour", "less than a minute"; whole units, rounded down. `now` in milliseconds. */
export function ageWords(since: string, now: number): string {
  const age = now - Date.parse(since);
  const unit = UNITS.find(({ ms }) => age >= ms);
  if (!unit) return 'less than a minute';
  const count = Math.floor(age / unit.ms);
  return count === 1 ? unit.one : `${count} ${unit.many}`;
}

export type TodoName = {
  [Name in keyof OverviewAnswer]: OverviewAnswer[Name] extends OverviewAnswer['missingForms'] ? Name : never;
}[keyof OverviewAnswer];

/** What each thing that waits is called, the most pressing first. */
const SENTENCES: Record<TodoName, { one: string; many: string }> = {
  paymentsToReview: { one: '1 payment needs a look', many: 'payments need a look' },
  unsentMessages: { one: '1 mail has not left', many: 'mails have not left' },
  missingForms: { one: '1 paid order waits for its form', many: 'paid orders wait for their form' },
  newSubmissions: { one: '1 new form is not yet begun', many: 'new forms are not yet begun' },
  quarantine: { one: '1 form is in quarantine', many: 'forms are in quarantine' },
};
export const TODO_NAMES = Object.keys(SENTENCES) as TodoName[];

/** "3 paid orders wait for their form; the oldest for 2 days"; null when nothing does. */
export function todoSentence(
  name: TodoName,
  { count, items: [oldest] }: OverviewAnswer[TodoName],
  now: number,
): string | null {
  if (count === 0) return null;
  const { one, many } = SENTENCES[name];
  const age = oldest && ageWords(oldest.since, now);
  if (count === 1) return age ? `${one}, for ${age}` : one;
  return `${count.toLocaleString('en-US')} ${many}${age ? `; the oldest for ${age}` : ''}`;
}

/** "2 mails leave in a moment, 14 are planned."; null when there are none. */
export function mailWords({ due, planned }: OverviewAnswer['mails']): string | null {
  const parts = [
    due > 0 && `${counted(due, 'mail leaves', 'mails leave')} in a moment`,
    planned > 0 &&
      (due > 0
        ? `${counted(planned, 'is', 'are')} planned`
        : `${counted(planned, 'mail is', 'mails are')} planned`),
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(', ')}.` : null;
}

export function givenUpWords(givenUp: number): string {
  return givenUp === 1
    ? 'Send the one that was given up again'
    : `Send the ${givenUp.toLocaleString('en-US')} that were given up again`;
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
