import type { OrderMatch, QuarantineReason, SubmissionFacts } from './submissions.ts';

const UNVERIFIED: Partial<Record<OrderMatch, string>> = {
  'other-email': 'Unverified: the e-mail is not the order’s',
  'unknown-order': 'Unverified: no order has this number',
};

/** Why a form is in quarantine. */
export const QUARANTINE_WORDS: Record<NonNullable<QuarantineReason>, string> = {
  honeypot: 'filled in a hidden field',
  'too-fast': 'sent within two seconds',
  'too-many': 'many forms from one address',
};

/** What the server makes of a sender, in words; empty when there is nothing to say. */
export function flagWords({
  orderMatch,
  quarantineReason,
}: Pick<SubmissionFacts, 'orderMatch' | 'quarantineReason'>): string[] {
  return [
    quarantineReason && `Quarantine: ${QUARANTINE_WORDS[quarantineReason]}`,
    UNVERIFIED[orderMatch],
  ].filter((words): words is string => Boolean(words));
}

/** Of a website request. */
export function hostingWords(hosting: string): string {
  return hosting === 'hosted' ? 'Hosted on Replit' : 'Self-hosted';
}
