import type { CaseAnswer, CaseSubmission } from '@northlight/shared/contracts/admin/cases.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from '../forms/present-submission.ts';
import type { Order } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { CasesDeps } from './cases-deps.ts';
import { presentCaseOrder, presentMessage, presentPayment } from './present-case.ts';
import { timelineOf } from './timeline.ts';

/** Everything under one number; undefined when there is neither an order nor a form. */
export function readCase(deps: CasesDeps, orderNumber: string): CaseAnswer | undefined {
  const order = deps.orderStore.byNumber(orderNumber);
  const submissions = submissionsOf(deps, orderNumber);
  const [first] = submissions;
  const workStatus = order?.workStatus ?? first?.submission.workStatus;
  if (!workStatus) return undefined;
  const payments = (order ? paymentsOf(deps, order) : []).map((payment) => ({
    payment,
    refunds: deps.refundStore.ofPayment(payment.id),
  }));
  const messages = deps.outboxStore.ofOrder(orderNumber);
  const events = deps.caseStore.events(orderNumber);
  return {
    success: true,
    orderNumber,
    workStatus,
    workVersion: deps.caseStore.lastWorkChange(orderNumber)?.version ?? 0,
    order: order ? presentCaseOrder(order) : null,
    payments: payments.map(({ payment, refunds }) => presentPayment(order, payment, refunds)),
    submissions,
    messages: messages.map(presentMessage),
    timeline: timelineOf({ order, payments, submissions, messages, events }),
  };
}

function submissionsOf({ submissionStore }: CasesDeps, orderNumber: string): CaseSubmission[] {
  return [
    ...submissionStore.website
      .ofOrder(orderNumber)
      .map((row) => ({ form: 'website' as const, submission: presentWebsiteSubmission(row) })),
    ...submissionStore.voice.ofOrder(orderNumber).map((row) => ({
      form: row.dental ? ('dental' as const) : ('voice' as const),
      submission: presentVoiceSubmission(row),
    })),
    ...submissionStore.onhold
      .ofOrder(orderNumber)
      .map((row) => ({ form: 'onhold' as const, submission: presentOnHoldSubmission(row) })),
  ];
}

/** Every attempt of its checkout, and the payment it names where there was no draft. */
function paymentsOf({ paymentStore }: CasesDeps, { checkoutId, paymentId }: Order): Payment[] {
  const attempts = checkoutId ? paymentStore.ofDraft(checkoutId) : [];
  if (paymentId === null || attempts.some(({ id }) => id === paymentId)) return attempts;
  const payment = paymentStore.byId(paymentId);
  return payment ? [...attempts, payment] : attempts;
}
