import { formatUsd, textToCents } from '../../catalogue/money.ts';
import { MESSAGE_NAMES } from '../../contracts/admin/cases.ts';
import type { CaseAnswer, CaseMessage, CaseOrder, CasePayment, CaseRefund, CaseSubmission } from '../../contracts/admin/case-answers.ts';
import { FORM_NAMES } from '../../contracts/forms/forms.ts';
import { submissionFlags } from '../../contracts/admin/submission-labels.ts';

export const REFUND_WORDS: Record<CaseRefund['status'], string> = {
  pending: 'refund on its way',
  succeeded: 'refunded',
  failed: 'not refunded',
};

export const PAYMENT_WORDS: Record<CasePayment['status'], string> = {
  open: 'Started, not paid',
  processing: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
};

export const MESSAGE_WORDS: Record<CaseMessage['status'], string> = {
  waiting: 'Waits to be sent',
  sent: 'Sent',
  'given-up': 'Could not be sent',
  replaced: 'Replaced by a later one',
  dropped: 'Not needed any more',
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
    order?.reviewReason ? { key: 'review', text: `The payment needs a look: ${order.reviewReason}` } : null,
    ...claimWords(order).map((text) => ({ key: text, text })),
    ...payments.map(
      ({ id, reviewReason, isUnused }) =>
        reviewReason !== null &&
        !isUnused &&
        reviewReason !== order?.reviewReason && { key: `payment ${id}`, text: `A payment: ${reviewReason}` },
    ),
    ...messages.map(
      ({ id, kind, recipient, status, lastError }) =>
        status === 'given-up' && {
          key: `message ${id}`,
          text: `${MESSAGE_NAMES[kind]} to ${recipient} could not be sent${lastError ? `: ${lastError}` : ''}`,
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

/** Where the browser reported something else than the server computed. */
function claimWords(order: CaseOrder | null): string[] {
  if (!order) return [];
  const { claims, initialPayment, recurringPayment, paymentStatus } = order;
  const usd = (text: string) => formatUsd(textToCents(text));
  return [
    claims.initialPayment !== null &&
      `The browser said ${usd(claims.initialPayment)} today, the shop computed ${usd(initialPayment)}`,
    claims.recurringPayment !== null &&
      `The browser said ${usd(claims.recurringPayment)} recurring, the shop computed ${usd(recurringPayment)}`,
    claims.paymentStatus !== null &&
      `The browser said “${claims.paymentStatus}”, the payment is ${paymentStatus}`,
  ].filter((words) => words !== false);
}
