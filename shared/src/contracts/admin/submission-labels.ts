import type { OrderMatch, QuarantineReason, SubmissionFacts } from './submission-answers.ts';

const UNVERIFIED: Partial<Record<OrderMatch, string>> = {
  unconfirmed: 'Unverified: sent without the customer’s link, and not confirmed by the customer yet',
  'other-email': 'Unverified: the email doesn’t match the order',
  'unpaid-order': 'Unverified: the order hasn’t been paid',
  'unknown-order': 'Unverified: no order with this number',
};

/** Why a form is in quarantine. */
export const QUARANTINE_LABELS: Record<NonNullable<QuarantineReason>, string> = {
  honeypot: 'filled out a hidden field',
  'too-fast': 'sent in under two seconds',
  'too-many': 'too many forms from one network address',
};

export type SubmissionFlag = { kind: 'quarantine' | 'unverified' | 'outside-order'; text: string };
type Flagged = Pick<SubmissionFacts, 'orderMatch' | 'isOutsideOrder' | 'quarantineReason'>;

/** The problems of a form, most serious first. */
export function submissionFlags({ orderMatch, isOutsideOrder, quarantineReason }: Flagged): SubmissionFlag[] {
  const unverified = UNVERIFIED[orderMatch];
  return [
    ...(quarantineReason
      ? [{ kind: 'quarantine' as const, text: `Quarantine: ${QUARANTINE_LABELS[quarantineReason]}` }]
      : []),
    ...(unverified ? [{ kind: 'unverified' as const, text: unverified }] : []),
    ...(isOutsideOrder ? [{ kind: 'outside-order' as const, text: 'Not part of this order' }] : []),
  ];
}

/** Only the texts of the flags. */
export function flagWords(flagged: Flagged): string[] {
  return submissionFlags(flagged).map(({ text }) => text);
}

export function hostingWords(hosting: string): string {
  return hosting === 'hosted' ? 'Hosted on Replit' : 'Self-hosted';
}
