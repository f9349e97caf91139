import type { CaseAnswer, CaseSubmission } from '@northlight/shared/contracts/admin/case-answers.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from '../forms/present-submission.ts';
import type { Order } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import { presentCaseOrder, presentMessage, presentPayment } from './present-case.ts';
import { timelineOf } from './timeline.ts';
import * as orderStore from '../orders/order-store.ts';
import * as refundStore from '../payments/refund-store.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import * as caseStore from './case-store.ts';
import { submissionTables } from '../forms/submission-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as agreementStore from '../recurring/agreement-store.ts';
import { presentCaseAgreement } from '../recurring/present-agreement.ts';
import type { AppContext } from '../context.ts';

/** Everything under one number; undefined when there is no order or form. */
export function readCase(context: AppContext, orderNumber: string): CaseAnswer | undefined {
  const order = orderStore.byNumber(context.db, orderNumber);
  const submissions = submissionsOf(context, orderNumber);
  const [first] = submissions;
  const workStatus = order?.workStatus ?? first?.submission.workStatus;
  if (!workStatus) return undefined;
  const payments = (order ? paymentsOf(context, order) : []).map((payment) => ({
    payment,
    refunds: refundStore.ofPayment(context.db, payment.id),
  }));
  const messages = outboxStore.ofOrder(context.db, orderNumber);
  const agreement = order && agreementStore.byOrder(context.db, order.id);
  const charges = agreement ? agreementStore.chargesOf(context.db, agreement.id) : [];
  const events = caseStore.events(context.db, orderNumber);
  return {
    success: true,
    orderNumber,
    workStatus,
    workVersion: caseStore.lastWorkChange(context.db, orderNumber)?.version ?? 0,
    order: order ? presentCaseOrder(order) : null,
    payments: payments.map(({ payment, refunds }) => presentPayment(order, payment, refunds)),
    recurring: agreement ? presentCaseAgreement(agreement, charges) : null,
    canStartRecurring: order !== undefined && agreement === undefined && hasSavedCard(order, payments),
    submissions,
    messages: messages.map(presentMessage),
    timeline: timelineOf({ order, payments, submissions, messages, events, charges }),
  };
}

/** Only a card that was saved at checkout can be charged later. PayPal asks for its own approval. */
function hasSavedCard(order: Order, payments: readonly { payment: Payment }[]): boolean {
  const own = payments.find(({ payment }) => payment.id === order.paymentId)?.payment;
  return order.recurringPaymentCents > 0 && own?.status === 'paid' && own.provider !== 'paypal';
}

function submissionsOf({ db }: AppContext, orderNumber: string): CaseSubmission[] {
  return [
    ...submissionTables.website
      .ofOrder(db, orderNumber)
      .map((row) => ({ form: 'website' as const, submission: presentWebsiteSubmission(row) })),
    ...submissionTables.voice.ofOrder(db, orderNumber).map((row) => ({
      form: row.dental ? ('dental' as const) : ('voice' as const),
      submission: presentVoiceSubmission(row),
    })),
    ...submissionTables.onhold
      .ofOrder(db, orderNumber)
      .map((row) => ({ form: 'onhold' as const, submission: presentOnHoldSubmission(row) })),
  ];
}

/** Every attempt of its checkout, plus the order's own payment if it has no draft. */
function paymentsOf({ db }: AppContext, { checkoutId, paymentId }: Order): Payment[] {
  const attempts = checkoutId ? paymentStore.ofDraft(db, checkoutId) : [];
  if (paymentId === null || attempts.some(({ id }) => id === paymentId)) return attempts;
  const payment = paymentStore.byId(db, paymentId);
  return payment ? [...attempts, payment] : attempts;
}
