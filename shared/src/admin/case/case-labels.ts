import { formatUsd, textToCents } from '../../catalogue/money.ts';
import { MESSAGE_NAMES } from '../../contracts/admin/cases.ts';
import type {
  CaseAnswer,
  CaseMessage,
  CaseOrder,
  CasePayment,
  CaseRefund,
  CaseSubmission,
} from '../../contracts/admin/case-answers.ts';
import { FORM_NAMES } from '../../contracts/forms/forms.ts';
import { submissionFlags } from '../../contracts/admin/submission-labels.ts';

export const REFUND_WORDS: Record<CaseRefund['status'], string> = {
  pending: 'refund pending',
  succeeded: 'refunded',
  failed: 'refund failed',
};

export const PAYMENT_WORDS: Record<CasePayment['status'], string> = {
  open: 'Started, not paid',
  processing: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
};

export const MESSAGE_WORDS: Record<CaseMessage['status'], string> = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  'given-up': 'Couldn’t be sent',
  replaced: 'Replaced by a newer email',
  dropped: 'No longer needed',
};

/** Its time has not come, and nothing has gone wrong with it. */
export function isPlanned({ status, dueAt, attempts }: CaseMessage, now = Date.now()): boolean {
  return status === 'waiting' && attempts === 0 && Date.parse(dueAt) > now;
}

/** Something to look at; a form in quarantine can be let out, and one that nothing shows to be the buyer's accepted. */
export type Flag = { key: string; text: string; quarantined?: CaseSubmission; unverified?: CaseSubmission };

/** What is odd about a case, in words, the gravest first; empty when nothing is. */
export function flagsOf({ order, payments, submissions, messages }: CaseAnswer): Flag[] {
  const flags: (Flag | false | null)[] = [
    order?.reviewReason ? { key: 'review', text: `Payment to review: ${order.reviewReason}` } : null,
    ...claimWords(order).map((text) => ({ key: text, text })),
    ...payments.map(
      ({ id, reviewReason, isUnused }) =>
        reviewReason !== null &&
        !isUnused &&
        reviewReason !== order?.reviewReason && {
          key: `payment ${id}`,
          text: `Payment to review: ${reviewReason}`,
        },
    ),
    ...messages.map(
      ({ id, kind, recipient, status, lastError }) =>
        status === 'given-up' && {
          key: `message ${id}`,
          text: `Couldn’t send the ${inSentence(MESSAGE_NAMES[kind])} to ${recipient}${lastError ? `: ${lastError}` : ''}`,
        },
    ),
    ...submissions.flatMap((sent) =>
      submissionFlags(sent.submission).map(({ kind, words }) => ({
        key: `${sent.form} ${sent.submission.id} ${words}`,
        text: `${FORM_NAMES[sent.form]}. ${words}`,
        ...(kind === 'quarantine' && { quarantined: sent }),
        ...(kind === 'unverified' && order && { unverified: sent }),
      })),
    ),
  ];
  return flags.filter((flag) => flag !== null && flag !== false);
}

const inSentence = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

/** Where the browser reported something else than the server computed. */
function claimWords(order: CaseOrder | null): string[] {
  if (!order) return [];
  const { claims, initialPayment, recurringPayment, paymentStatus } = order;
  const usd = (text: string) => formatUsd(textToCents(text));
  return [
    claims.initialPayment !== null &&
      `The browser reported ${usd(claims.initialPayment)} due today. The shop calculated ${usd(initialPayment)}.`,
    claims.recurringPayment !== null &&
      `The browser reported ${usd(claims.recurringPayment)} recurring. The shop calculated ${usd(recurringPayment)}.`,
    claims.paymentStatus !== null &&
      `The browser reported the payment as “${claims.paymentStatus}”, but it’s ${paymentStatus}.`,
  ].filter((words) => words !== false);
}
