import { numberOf } from '../../db/cases.ts';
import { shownWork } from '../../db/shown-work.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { EXTRA_REVISIONS } from '@northlight/shared/catalog/rounds.ts';
import { reviewOf } from '../../work/fulfillment/reviews.ts';
import { CaseSubmission, type CaseResponse } from '@northlight/shared/contracts/cases.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from '../../work/forms/present-submission.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { versionsOf } from '../../work/forms/correct-submission.ts';
import * as fileStore from '../../work/files/order-file-store.ts';
import { presentRequest } from '../../money/quote-rules/ask-payment.ts';
import { presentAll } from '../quotes/present-quote.ts';
import * as quoteStore from '../../money/quotes/quote-store.ts';
import * as requestStore from '../../money/quotes/request-store.ts';
import { filesOf } from '../../work/forms/order-files.ts';
import type { Order } from '../../work/orders/order-store.ts';
import { type Payment } from '../../money/payments/payment-store.ts';
import { isOver } from '../../money/payments/recurring.ts';
import { presentExtra } from '../../work/orders/order-lookups.ts';
import { presentCaseOrder, presentEmail, presentPayment } from './present-case.ts';
import { timelineOf } from './timeline.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { presentDocuments } from '../../money/invoices/documents.ts';
import * as refundStore from '../../money/payments/refund-store.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { OutboxMessage } from '../../messages/outbox/outbox-store.ts';
import * as caseStore from '../../work/fulfillment/case-store.ts';
import { messagesOf, presentForTeam } from '../../work/fulfillment/messages.ts';
import { readServices, soldWorkOf } from '../../work/fulfillment/service-state.ts';
import { submissionTables } from '../../work/forms/submission-store.ts';
import * as paymentStore from '../../money/payments/payment-store.ts';
import * as agreementStore from '../../money/recurring/agreement-store.ts';
import { presentCaseAgreement } from '../../money/recurring/present-agreement.ts';
import { offersOf, presentOffer } from '../../money/recurring/price-offers.ts';
import type { AppContext } from '../../money/context.ts';

/** Everything on a case; undefined when there is no order or form. */
export function readCase(context: AppContext, caseId: CaseId): CaseResponse | undefined {
  const orders = orderStore.ofCase(context.db, caseId);
  const [order, ...addons] = orders;
  const orderNumber = numberOf(context.db, caseId);
  const submissions = submissionsOf(context, caseId);
  const [first] = submissions;
  const workStatus = order ? shownWork(context.db, order) : first?.submission.workStatus;
  if (!workStatus) return undefined;
  const payments = orders.flatMap((one) =>
    paymentsOf(context, one).map((payment) => ({
      order: one,
      payment,
      refunds: refundStore.ofPayment(context.db, payment.id),
    })),
  );
  const messages = outboxStore.ofCase(context.db, caseId);
  const agreement = order && agreementStore.byOrder(context.db, order.id);
  const charges = agreement ? agreementStore.chargesOf(context.db, agreement.id) : [];
  const events = caseStore.events(context.db, { caseId });
  return {
    success: true,
    orderNumber,
    workStatus,
    workVersion: caseStore.lastWorkChange(context.db, caseId)?.version ?? 0,
    order: order ? presentCaseOrder(context, order) : null,
    payments: payments.map(({ order: one, payment, refunds }) =>
      presentPayment(
        one,
        payment,
        refunds,
        context.settings.hours.timeZone,
        one?.paymentId === payment.id ? ifRefunded(context, one) : '',
      ),
    ),
    addons: addons.map((addon) => presentExtra(context.db, addon)),
    documents: orders.flatMap((one) =>
      presentDocuments(context.db, one, `/api/json/cases/${one.orderNumber}/invoice.pdf`),
    ),
    recurring: agreement
      ? presentCaseAgreement(agreement, charges, presentOffer(context, agreement), context.billingNow())
      : null,
    canStartRecurring: order !== undefined && agreement === undefined && hasSavedCard(order, payments),
    paymentRequests: requestStore.ofCase(context.db, caseId).map(presentRequest),
    quotes: presentAll(context, quoteStore.list(context.db, { order: orderNumber }, context.now()).rows),
    submissions,
    services: order ? readServices(context.db, order) : [],
    work: soldWorkOf(context.db, caseId),
    conversation: messagesOf(context.db, caseId).map((row) => presentForTeam(context.db, row)),
    review: presentReview(context, caseId),
    files: filesOf(context.db, caseId, 'admin'),
    messages: messages.filter((message) => !isPlannedUpdate(message, context.now())).map(presentEmail),
    timeline: timelineOf({
      timeZone: context.settings.hours.timeZone,
      orders,
      payments,
      submissions,
      messages,
      events,
      charges,
      offers: agreement ? offersOf(context.db, agreement.id) : [],
      files: fileStore.ofCase(context.db, caseId),
    }),
  };
}

/** What an accountant sees of a case: no answers, files, or emails. */
export const booksOf = (found: CaseResponse): CaseResponse => ({
  ...found,
  order: found.order && {
    ...found.order,
    isUnanswered: false,
    cameFrom: null,
    businessDescription: '',
    dueAt: null,
    late: null,
  },
  submissions: [],
  conversation: [],
  review: null,
  files: [],
  messages: [],
  services: found.services.map((service) => ({ ...service, deliveries: [] })),
  timeline: found.timeline.filter(({ kind }) => ['order', 'payment', 'refund', 'recurring'].includes(kind)),
});

function presentReview({ db }: AppContext, caseId: CaseId): CaseResponse['review'] {
  const row = reviewOf(db, caseId);
  if (!row) return null;
  const { text, name, mayShow, createdAt, usedAt } = row;
  return { text, name, mayShow, sentAt: createdAt.toISOString(), usedAt: usedAt?.toISOString() ?? null };
}

/** An alert to the business, one for each promise. Most are dropped when they are due. */
const isPlannedUpdate = ({ kind, status, dueAt }: OutboxMessage, now: Date): boolean =>
  kind === 'order-news' && (status === 'dropped' || (status === 'waiting' && dueAt > now));

/** Only a card that was saved at checkout can be charged later. PayPal asks for its own approval. */
function hasSavedCard(order: Order, payments: readonly { payment: Payment }[]): boolean {
  const own = payments.find(({ payment }) => payment.id === order.paymentId)?.payment;
  return order.recurringPaymentCents > 0 && own?.status === 'paid' && own.provider !== 'paypal';
}

function submissionsOf({ db }: AppContext, caseId: CaseId): CaseSubmission[] {
  return [
    ...submissionTables.website.ofCase(db, caseId).map((row) => {
      const submission = presentWebsiteSubmission(row);
      return withEarlier(db, 'website', { form: 'website' as const, submission });
    }),
    ...submissionTables.voice.ofCase(db, caseId).map((row) => {
      const form = row.dental ? ('dental' as const) : ('voice' as const);
      return withEarlier(db, 'voice', { form, submission: presentVoiceSubmission(row) });
    }),
    ...submissionTables.onhold.ofCase(db, caseId).map((row) => {
      const submission = presentOnHoldSubmission(row);
      return withEarlier(db, 'onhold', { form: 'onhold' as const, submission });
    }),
  ];
}

/** With earlier answers, except those that the form takes in another shape by now. */
function withEarlier<Sent extends Omit<CaseSubmission, 'earlier'>>(
  db: AppContext['db'],
  service: ServiceId,
  sent: Sent,
): Sent & Pick<CaseSubmission, 'earlier'> {
  const fits = ([name, value]: [string, unknown]) => {
    const answers = name === 'dental' ? Object(value) : { [name]: value };
    const submission = { ...sent.submission, ...answers };
    return value === null || CaseSubmission.safeParse({ ...sent, submission, earlier: [] }).success;
  };
  const earlier = versionsOf(db, service, sent.submission.id).map(({ answers, sentAt }) => ({
    answers: Object.fromEntries(Object.entries(answers).filter(fits)),
    sentAt: sentAt.toISOString(),
  }));
  return { ...sent, earlier };
}

/** What a refund of everything does besides. See `markPaidBack` and `includedLines`. */
function ifRefunded({ db, settings }: AppContext, { id, isExtra, extraRevisions }: Order): string {
  const agreement = agreementStore.byOrder(db, id);
  return [
    ...(agreement && !isOver(agreement) && !agreement.paidBack && settings.endsPaidBack
      ? [
          `A refund of everything also ends the payment of ${formatUsd(agreement.amountCents)} per ${agreement.period}.`,
        ]
      : []),
    ...(isExtra && extraRevisions
      ? [`A refund of everything also takes the ${EXTRA_REVISIONS} revisions back.`]
      : []),
  ].join(' ');
}

/** Every attempt of its checkout, plus the order's own payment if it has no draft. */
function paymentsOf({ db }: AppContext, { checkoutId, paymentId }: Order): Payment[] {
  const attempts = checkoutId ? paymentStore.ofDraft(db, checkoutId) : [];
  if (paymentId === null || attempts.some(({ id }) => id === paymentId)) return attempts;
  const payment = paymentStore.byId(db, paymentId);
  return payment ? [...attempts, payment] : attempts;
}
