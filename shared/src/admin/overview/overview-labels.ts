import type { Backup, OverviewResponse } from '../../contracts/overview.ts';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import { ageWords } from '../list/times.tsx';

export type TodoName = {
  [Name in keyof OverviewResponse]-?: OverviewResponse[Name] extends OverviewResponse['missingForms']
    ? Name
    : never;
}[keyof OverviewResponse];

export type TaskKind = TodoName | 'late' | 'today';

type Words = { one: string; many: string; all: string; label: string };
/** How the day's line counts each kind, the heading of all of them, and what stands before the words of one. */
export const KIND_WORDS: Record<TaskKind, Words> = {
  late: { one: '1 late', many: 'late', all: 'Late', label: '' },
  today: { one: '1 due today', many: 'due today', all: 'Due today', label: '' },
  messagesToAnswer: { one: '1 message', many: 'messages', all: 'Messages to answer', label: 'Message' },
  quotes: { one: '1 quote', many: 'quotes', all: 'Quotes that wait for you', label: 'Quote' },
  unsentMessages: {
    one: '1 email not sent',
    many: 'emails not sent',
    all: 'Emails that were not sent',
    label: 'Email not sent',
  },
  paymentsToReview: {
    one: '1 payment to review',
    many: 'payments to review',
    all: 'Payments to review',
    label: '',
  },
  paymentsToCollect: {
    one: '1 payment to collect',
    many: 'payments to collect',
    all: 'Payments to collect',
    label: 'To collect',
  },
  newSubmissions: { one: '1 new form', many: 'new forms', all: 'New forms to start', label: 'New' },
  quarantine: {
    one: '1 form in quarantine',
    many: 'forms in quarantine',
    all: 'Forms in quarantine',
    label: 'Quarantine',
  },
  missingForms: {
    one: '1 order missing a form',
    many: 'orders missing forms',
    all: 'Paid orders missing forms',
    label: '',
  },
};
export const TASK_KINDS = Object.keys(KIND_WORDS) as TaskKind[];

export const countOf = ({ promises, ...others }: OverviewResponse, kind: TaskKind): number =>
  (kind === 'late' || kind === 'today' ? promises[kind] : others[kind]).count;

export const kindsOf = (response: OverviewResponse): TaskKind[] =>
  TASK_KINDS.filter((kind) => countOf(response, kind) > 0);

/** How many kinds the line of the day counts. The others stand below the list. */
export const IN_LINE = 4;

/** "5 payments to collect", or "$903.88 to collect" for those who see the sum. */
export function countWords(kind: TaskKind, count: number, sum?: string): string {
  if (sum) return `${formatUsd(textToCents(sum))} to collect`;
  const { one, many } = KIND_WORDS[kind];
  return count === 1 ? one : `${count.toLocaleString('en-US')} ${many}`;
}

export const wordsOf = (response: OverviewResponse, kind: TaskKind): string =>
  countWords(kind, countOf(response, kind), kind === 'paymentsToCollect' ? response[kind].sum : undefined);

/** "2 emails sending soon, 14 scheduled." Null if there are none. */
export function emailCounts({ due, planned }: OverviewResponse['mails']): string | null {
  const parts = [
    due > 0 && `${counted(due, 'email', 'emails')} sending soon`,
    planned > 0 &&
      (due > 0
        ? `${planned.toLocaleString('en-US')} scheduled`
        : `${counted(planned, 'email', 'emails')} scheduled`),
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(', ')}.` : null;
}

/** One line about payments that are no business of this shop. */
export function otherPaymentsWords(count: number): string {
  const many = count >= 1_000 ? 'More than 1,000 payments' : counted(count, 'payment', 'payments');
  return `${many} in your Stripe or PayPal account came from other systems. There’s nothing to do.`;
}

export function givenUpWords(givenUp: number): string {
  return `Resend ${counted(givenUp, 'failed email', 'failed emails')}`;
}

/** What the overview says about backups. `title` is null when nothing needs attention. */
export function backupWords(backup: Backup, now: number): { title: string | null; text: string } {
  const { lastSuccess, failure, needsAttention } = backup;
  const last = lastSuccess && `${ageWords(lastSuccess, now)} ago`;
  if (failure !== null)
    return { title: `Backups are failing (${last ? `last success: ${last}` : 'none yet'})`, text: failure };
  if (needsAttention)
    return {
      title: `The last backup was ${last}`,
      text: 'It should run every hour. Ask whoever runs the server.',
    };
  return { title: null, text: last ? `Last backup ${last}.` : 'The first backup is being made.' };
}

export const unpublishedWords = (reason: string): string => `Your changes couldn’t be published: ${reason}`;

/** "48 of 50 (96%)". */
export function keptWords({ kept, all }: { kept: number; all: number }): string {
  if (all === 0) return 'None yet';
  const [part, whole] = [kept, all].map((count) => count.toLocaleString('en-US'));
  return `${part} of ${whole} ${all === 1 ? 'promise' : 'promises'} (${Math.floor((kept / all) * 100)}%)`;
}

/** "−42%": how many fewer reached a step than the one before it. Empty without any before it. */
export function shareWords(count: number, before: number): string {
  if (before === 0) return '';
  const change = Math.round((count / before - 1) * 100);
  return change < 0 ? `−${-change}%` : change === 0 ? '0%' : `+${change}%`;
}

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
