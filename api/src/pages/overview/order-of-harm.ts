import type { OverviewResponse } from '@northlight/shared/contracts/overview.ts';

/** What waits, by what it harms. Of what is as harmful, whoever waits longest comes first. */
const HARM = {
  // The shop itself fails, and nobody is told anything.
  unsentMessages: 0,
  // Money that may be lost, some of it by a day that a bank set.
  paymentsToReview: 1,
  // Customers who wait.
  late: 2,
  messagesToAnswer: 2,
  questions: 2,
  today: 3,
  // Money that nobody has asked for.
  toAskFor: 4,
  quotes: 5,
  newSubmissions: 6,
  quarantine: 7,
  // Now it is the customer's turn.
  paymentsToCollect: 8,
  missingForms: 9,
};
type Kind = keyof typeof HARM;

/** "2 2026-11-20T21:00:00.000Z": sorted as text, the first is to be done first. */
const harmOf = (kind: Kind, since: string): string => `${HARM[kind]} ${since}`;

type Todos = Exclude<Kind, 'late' | 'today' | 'questions' | 'toAskFor'>;

/** Gives each task its place in the one list of what to do now. */
export function inOrderOfHarm<All extends Pick<OverviewResponse, 'promises' | Todos>>(all: All): All {
  for (const name of ['late', 'today'] as const)
    for (const item of all.promises[name].items) item.harm = harmOf(name, item.dueAt);
  for (const name of Object.keys(HARM) as Kind[]) {
    if (name === 'late' || name === 'today' || name === 'questions' || name === 'toAskFor') continue;
    for (const item of all[name].items) {
      const isToAskFor = name === 'paymentsToCollect' && item.send !== undefined;
      item.harm = harmOf(item.isQuestion ? 'questions' : isToAskFor ? 'toAskFor' : name, item.since);
    }
  }
  return all;
}
