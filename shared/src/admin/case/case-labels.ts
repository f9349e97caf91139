import { formatUsd, textToCents } from '../../catalog/money.ts';
import { isPrintable } from '../../catalog/printable.ts';
import type { CaseMessage } from '../../contracts/emails.ts';
import type { CaseResponse, CaseOrder, CaseSubmission } from '../../contracts/cases.ts';
import type { CasePayment, CaseRefund } from '../../contracts/payments.ts';
import { PROMISE_NAMES, type OrderService, type PromiseKind } from '../../contracts/deliveries.ts';
import { storedWork } from '../../contracts/lists.ts';
import { FORM_NAMES } from '../../contracts/forms/forms.ts';
import { disputeText, failedPaymentText } from '../../contracts/review.ts';
import { submissionFlags } from '../../contracts/submissions.ts';

export const REFUND_LABELS: Record<CaseRefund['status'], string> = {
  pending: 'refund pending',
  succeeded: 'refunded',
  failed: 'refund failed',
};

export const PAYMENT_LABELS: Record<CasePayment['status'], string> = {
  open: 'Started, not paid',
  processing: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
};

export const EMAIL_LABELS: Record<CaseMessage['status'], string> = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  'given-up': 'Couldn’t be sent',
  replaced: 'Replaced by a newer email',
  dropped: 'No longer needed',
};

const STATES = {
  form: 'Waiting for the customer’s form',
  review: 'Waiting for the customer’s approval',
  done: 'Done',
  closed: 'Closed without a delivered version',
};

/** The acts of the studio that nobody was promised. */
const ACTS: { [state in OrderService['state']]?: PromiseKind } = {
  working: 'delivery',
  change: 'delivery',
  launch: 'launch',
};

/** What the studio has to do next: the promise that runs, as the overview calls it, or what nobody was promised. */
export const actOf = ({ state, promise }: OrderService): PromiseKind | undefined => promise ?? ACTS[state];

export function toDo(service: OrderService): string {
  const { state } = service;
  const act = actOf(service);
  return act
    ? `${state === 'change' ? 'Change requested. ' : ''}To do: ${PROMISE_NAMES[act]}`
    : STATES[state as keyof typeof STATES];
}

/** True for an email that is scheduled for later and has not been attempted. */
export function isPlanned({ status, dueAt, attempts }: CaseMessage, now = Date.now()): boolean {
  return status === 'waiting' && attempts === 0 && Date.parse(dueAt) > now;
}

/**
 * A problem to review. A quarantined form can be released, an unverified form can be accepted, and an order whose payment never
 * came can be closed.
 */
export type Flag = {
  key: string;
  text: string;
  quarantined?: CaseSubmission;
  unverified?: CaseSubmission;
  isStuck?: true;
};

/** The problems of a case, most serious first. */
export function flagsOf(
  { order, payments, recurring, submissions, messages: emails }: CaseResponse,
  timeZone: string,
): Flag[] {
  const stuck = stuckText(order, payments, timeZone);
  const flags: (Flag | false | null)[] = [
    stuck !== null && {
      key: 'stuck',
      text: stuck,
      ...(!(order && storedWork(order.workStatus) === 'delivered') && { isStuck: true }),
    },
    stuck === null && order?.reviewReason
      ? { key: 'review', text: `Payment to review: ${order.reviewReason}` }
      : null,
    ...mismatchTexts(order, stuck !== null).map((text) => ({ key: text, text })),
    ...payments.map(
      ({ id, reviewReason, isUnused }) =>
        stuck === null &&
        reviewReason !== null &&
        !isUnused &&
        reviewReason !== order?.reviewReason && {
          key: `payment ${id}`,
          text: `Payment to review: ${reviewReason}`,
        },
    ),
    recurring?.problem ? { key: 'recurring', text: `Recurring payment: ${recurring.problem}` } : null,
    ...(recurring?.charges ?? []).map(
      ({ id, dispute }) =>
        dispute?.status === 'open' && {
          key: `charge ${id}`,
          text: `Recurring payment to review: ${disputeText(dispute, timeZone)}`,
        },
    ),
    ...emails.map(
      ({ id, name, recipient, status, sentAt, lastError }) =>
        status === 'given-up' && {
          key: `email ${id}`,
          text: `${sentAt ? 'This email came back: the' : 'Couldn’t send the'} ${inSentence(name)} to ${recipient}${lastError ? `: ${lastError}` : ''}`,
        },
    ),
    ...submissions.flatMap((sent) =>
      submissionFlags(sent.submission).map(({ kind, text }) => ({
        key: `${sent.form} ${sent.submission.id} ${text}`,
        text: `${FORM_NAMES[sent.form]}. ${text}`,
        ...(kind === 'quarantine' && { quarantined: sent }),
        ...(kind === 'unverified' && order && { unverified: sent }),
      })),
    ),
  ];
  return flags.filter((flag) => flag !== null && flag !== false);
}

const inSentence = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

/** Nobody paid it, and no payment is under way. */
export const isStuck = ({
  order,
  payments,
}: {
  order: CaseOrder | null;
  payments: readonly CasePayment[];
}): boolean =>
  order?.paymentStatus === 'pending' &&
  !payments.some(({ status }) => status === 'paid' || status === 'processing');

/** What is wrong with an order that nobody paid. Null for another one. */
function stuckText(
  order: CaseOrder | null,
  payments: readonly CasePayment[],
  timeZone: string,
): string | null {
  if (!order || !isStuck({ order, payments })) return null;
  const [failed] = payments
    .filter(({ status }) => status === 'failed')
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  if (!failed) return order.reviewReason ?? 'Nobody has paid this order yet.';
  return failedPaymentText(textToCents(order.initialPayment), failed, timeZone);
}

/** Differences between what the browser reported and what the server calculated. */
function mismatchTexts(order: CaseOrder | null, hasStuckText: boolean): string[] {
  if (!order) return [];
  const { claims, initialPayment, soldRecurringPayment, paymentStatus } = order;
  const usd = (text: string) => formatUsd(textToCents(text));
  return [
    !isPrintable(`${order.businessName} ${order.firstName} ${order.lastName}`) &&
      'The letters of this customer’s name can’t be shown on invoices. They name the email address instead.',
    claims.initialPayment !== null &&
      `The browser reported ${usd(claims.initialPayment)} due today. The shop calculated ${usd(initialPayment)}.`,
    claims.recurringPayment !== null &&
      `The browser reported ${usd(claims.recurringPayment)} recurring. The shop calculated ${usd(soldRecurringPayment)}.`,
    !hasStuckText &&
      claims.paymentStatus !== null &&
      `The browser reported the payment as “${claims.paymentStatus}”, but it’s ${paymentStatus}.`,
  ].filter((text) => text !== false);
}
