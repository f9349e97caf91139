import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import type { AppContext } from '../../money/context.ts';
import { failedPayment } from '../../money/payments/payment-reviews.ts';
import { offerOf } from '../../money/checkout/addon.ts';
import { openOfCase } from '../../money/quote-rules/ask-payment.ts';
import { filesOf } from '../../work/forms/order-files.ts';
import { messagesOf, presentMessage } from '../../work/fulfillment/messages.ts';
import { readServices, soldWorkOf } from '../../work/fulfillment/service-state.ts';
import { presentReview } from '../../work/fulfillment/reviews.ts';
import { documentsOfCustomer, receiptUrlOf } from '../../money/invoices/documents.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { presentExtra, receiptOf } from '../../work/orders/order-lookups.ts';
import { isPaid } from '../../work/orders/present-order.ts';
import { readAnswers, readFormsToConfirm } from './read-answers.ts';

const ON_ITS_WAY = {
  title: 'Your payment is on its way.',
  text: 'We’ll start as soon as it arrives. Please don’t pay again.',
};
const FAILED = {
  title: 'Your payment didn’t go through.',
  text: 'Nothing was charged. If you still want this, order again with another payment method, or send us a message.',
};

/** A closed order waits for no payment. */
function noticeOf({ paymentStatus, workStatus }: OrderWithLines, hasFailed: boolean) {
  if (paymentStatus !== 'pending') return null;
  if (hasFailed) return FAILED;
  return workStatus === 'delivered' ? null : ON_ITS_WAY;
}

/** Everything that the customer's page shows. */
export function readOrder(context: AppContext, order: OrderWithLines): OrderResponse {
  const { db, settings } = context;
  const { orderNumber, caseId, firstName, createdAt, paymentStatus, paymentMode } = order;
  const requests = openOfCase(db, caseId);
  const hasFailed = failedPayment(db, order) !== undefined;
  const addons = orderStore.extrasOf(db, caseId).filter((addon) => addon.paymentStatus === 'completed');
  return {
    success: true,
    orderNumber,
    firstName,
    createdAt: createdAt.toISOString(),
    paymentStatus,
    isPaid: isPaid(order),
    paymentNotice: isPaid(order) || requests.length > 0 ? null : noticeOf(order, hasFailed),
    isDemo: paymentMode !== 'live',
    // Nobody fills out a form for work that starts with a payment that failed.
    services: readServices(db, order).filter(({ state }) => !(hasFailed && state === 'form')),
    work: soldWorkOf(db, caseId),
    answers: readAnswers(db, order),
    formsToConfirm: readFormsToConfirm(db, caseId),
    messages: messagesOf(db, caseId).map(presentMessage),
    files: filesOf(db, caseId, 'customer'),
    receipt: receiptOf(db, order),
    refundedCents: orderStore.refundedOf(db, order),
    addons: addons.map((addon) => presentExtra(db, addon)),
    revisions: offerOf(context, order),
    requests,
    documents: [order, ...addons].flatMap((one) => documentsOfCustomer({ db, settings }, one)),
    review: presentReview(db, order),
    termsAcceptedAt: order.acceptedTerms?.at ?? null,
    receiptUrl:
      paymentStatus === 'completed' && !order.imported ? receiptUrlOf(settings.secret, order) : null,
    timeZone: settings.hours.timeZone,
  };
}

/** For colleagues of the customer who only see the work. */
export const withoutMoney = (page: OrderResponse): OrderResponse => ({
  ...page,
  receipt: null,
  refundedCents: 0,
  addons: [],
  revisions: null,
  requests: [],
  documents: [],
  receiptUrl: null,
  review: null,
});
