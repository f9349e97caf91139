import type { OrderMatch, QuarantineReason, SubmissionFacts } from './submission-answers.ts';

const UNVERIFIED: Partial<Record<OrderMatch, string>> = {
  'other-email': 'Unverified: the email doesn’t match the order',
  'unpaid-order': 'Unverified: the order hasn’t been paid',
  'unknown-order': 'Unverified: no order with this number',
};

/** Why a form is in quarantine. */
export const QUARANTINE_WORDS: Record<NonNullable<QuarantineReason>, string> = {
  honeypot: 'filled out a hidden field',
  'too-fast': 'sent in under two seconds',
  'too-many': 'too many forms from one network address',
};

export type SubmissionFlag = { kind: 'quarantine' | 'unverified' | 'outside-order'; words: string };
type Flagged = Pick<SubmissionFacts, 'orderMatch' | 'isOutsideOrder' | 'quarantineReason'>;

/** What the server makes of a form, the gravest first; empty when there is nothing to say. */
export function submissionFlags({ orderMatch, isOutsideOrder, quarantineReason }: Flagged): SubmissionFlag[] {
  const unverified = UNVERIFIED[orderMatch];
  return [
    ...(quarantineReason
      ? [{ kind: 'quarantine' as const, words: `Quarantine: ${QUARANTINE_WORDS[quarantineReason]}` }]
      : []),
    ...(unverified ? [{ kind: 'unverified' as const, words: unverified }] : []),
    ...(isOutsideOrder ? [{ kind: 'outside-order' as const, words: 'Not part of this order' }] : []),
  ];
}

/** The same in words alone. */
export function flagWords(flagged: Flagged): string[] {
  return submissionFlags(flagged).map(({ words }) => words);
}

/** Of a website request. */
export function hostingWords(hosting: string): string {
  return hosting === 'hosted' ? 'Hosted on Replit' : 'Self-hosted';
}
