import type { OverviewResponse } from '@northlight/shared/contracts/overview.ts';

/** What waits, by what it harms. What is in the same group is as harmful, so that whoever waits longest comes first. */
const GROUPS = [
  // The shop itself fails, and nobody is told anything.
  ['unsentMessages'],
  // Money that may be lost, some of it by a day that a bank set.
  ['paymentsToReview'],
  // Customers who wait.
  ['late', 'messagesToAnswer', 'questions'],
  ['today'],
  // Money that nobody has asked for.
  ['toAskFor'],
  ['quotes'],
  ['newSubmissions'],
  ['quarantine'],
  // Now it is the customer's turn.
  ['paymentsToCollect'],
  ['missingForms'],
] as const;
type Kind = (typeof GROUPS)[number][number];

/** "2 2026-11-20T21:00:00.000Z": sorted as text, the first is to be done first. */
const harmOf = (kind: Kind, since: string): string =>
  `${GROUPS.findIndex((group) => (group as readonly Kind[]).includes(kind))} ${since}`;

type Tasks = Pick<OverviewResponse, 'promises' | Exclude<Kind, 'late' | 'today' | 'questions' | 'toAskFor'>>;

/** Gives each task its place in the one list of what to do now. */
export function inOrderOfHarm<All extends Tasks>(all: All): All {
  const { promises } = all;
  for (const name of ['late', 'today'] as const)
    for (const item of promises[name].items) item.harm = harmOf(name, item.dueAt);
  const mark = (
    name: Exclude<keyof Tasks, 'promises'>,
    kindOf: (item: Tasks[typeof name]['items'][number]) => Kind,
  ) => {
    for (const item of all[name].items) item.harm = harmOf(kindOf(item), item.since);
  };
  mark('quotes', ({ isQuestion }) => (isQuestion ? 'questions' : 'quotes'));
  mark('paymentsToCollect', ({ send }) => (send === undefined ? 'paymentsToCollect' : 'toAskFor'));
  for (const name of [
    'unsentMessages',
    'paymentsToReview',
    'messagesToAnswer',
    'newSubmissions',
    'quarantine',
    'missingForms',
  ] as const)
    mark(name, () => name);
  return all;
}
