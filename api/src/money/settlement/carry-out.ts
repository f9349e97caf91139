import { orderModeOf } from '../../base/settings/payment-settings.ts';
import type { AppContext } from '../context.ts';
import { noteArrival } from '../../db/changes.ts';
import { inTransaction } from '../../db/transaction.ts';
import { countPaid } from '../funnel/count-step.ts';
import { issueInvoice } from '../invoices/issue-documents.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as refundStore from '../payments/refund-store.ts';
import { openAgreement } from '../recurring/open-agreement.ts';
import { askToConfirm } from '../../work/forms/verify-form.ts';
import { markPaidBack } from '../recurring/paid-back.ts';
import { notifyOfRefusal } from '../recurring/notify-of-recurring.ts';
import { followDispute } from '../../work/fulfillment/promise-clock.ts';
import * as searchIndex from '../../db/search/search-index.ts';
import * as searchQueue from '../../db/search/search-queue.ts';
import { decide } from './decide.ts';
import type { Facts, Happening, Move } from './moves.ts';
import type { Purchase } from './order-content.ts';
import { countPromo } from '../promo-codes/promo-uses.ts';
import {
  queueOrderEmails,
  queuePaymentUpdate,
  queueReviewRequest,
  queueUnpaidDigest,
} from './queue-order-emails.ts';
import { personName } from '../../work/orders/present-order.ts';
import { requestPaid } from '../quotes/become-order.ts';
import * as unfinishedStore from '../unfinished-checkouts/unfinished-store.ts';
import { afterRefund, queueRefundEmail } from './after-refund.ts';
import { planSecondRefund } from './send-refund.ts';
import { queueCheckoutWebhooks } from './checkout-webhooks.ts';

const arrivalOf = (order: OrderWithLines) => ({
  kind: 'order' as const,
  orderNumber: order.orderNumber,
  title: personName(order),
});

/** What was decided and stored. `order` is the order of the payment or checkout after it. */
export type Recorded = { order: OrderWithLines | null; moves: readonly Move[] };

type About = { payment: Payment | null; purchase: Purchase | null };

/**
 * The only place where a payment changes orders, payments and refunds, for the browser, webhooks and the
 * sweep. One transaction reads the facts, decides and stores.
 */
export const record = (context: AppContext, about: About, happening: Happening): Promise<Recorded> =>
  inTransaction(context.db, () => store(context, about, happening));

/** The same. Call it inside a transaction. */
export function store(context: AppContext, about: About, happening: Happening): Recorded {
  const facts = readFacts(context, about);
  const moves = decide(facts, happening);
  let order = facts.order;
  for (const move of moves) order = carryOut(context, facts, order, move);
  // Last, because a payment may be refunded before its order is stored.
  if (facts.payment && moves.some((move) => move.do === 'store-refund')) afterRefund(context, facts.payment);
  queueCheckoutWebhooks(context, facts.payment, order, moves);
  return { order, moves };
}

function readFacts({ db, settings, now }: AppContext, about: About): Facts {
  // Another call may have changed it since the caller read it.
  const payment = about.payment && (paymentStore.byId(db, about.payment.id) ?? about.payment);
  const checkoutId = about.purchase?.draft.details.checkoutId;
  const order =
    (payment && orderStore.byPaymentId(db, payment.id)) ??
    (checkoutId ? orderStore.byCheckoutId(db, checkoutId) : undefined) ??
    null;
  const shopMode = orderModeOf(settings.payments);
  const orderPayment = order?.paymentId ? (paymentStore.byId(db, order.paymentId) ?? null) : null;
  return {
    now: now(),
    paymentMode: payment?.mode ?? shopMode,
    isOfOtherKeys: payment !== null && payment.mode !== shopMode,
    refundsSecondPayments: settings.refundsSecondPayments,
    payment,
    purchase: about.purchase,
    order,
    orderPayment,
    refunds: payment ? refundStore.ofPayment(db, payment.id) : [],
  };
}

/** Stores one move and returns the order after it. */
function carryOut(
  context: AppContext,
  facts: Facts,
  order: OrderWithLines | null,
  move: Move,
): OrderWithLines | null {
  const { db } = context;
  const { payment, purchase, now } = facts;
  switch (move.do) {
    case 'insert-order': {
      const inserted = orderStore.insert(db, move.content, move.lines, purchase?.draft.details.isTest);
      searchQueue.add(db, inserted.id);
      return inserted;
    }
    case 'rewrite-order':
      if (!order) return order;
      orderStore.rewrite(db, order.id, move.content, move.lines);
      return refreshed(context, { ...order, ...move.content, lines: [...move.lines] });
    case 'update-order':
      if (!order) return order;
      orderStore.change(db, order.id, move.change);
      return refreshed(context, { ...order, ...move.change });
    case 'give-invoice':
      if (order) issueInvoice(db, order, now);
      return order;
    case 'count-sale':
      if (order) countSale(context, order, payment);
      return order;
    case 'email-order':
      if (order) queueOrderEmails(context, order, purchase?.clientAddress);
      return order;
    case 'close-request':
      if (order) requestPaid(context, order);
      return order;
    case 'open-agreement':
      if (order) openAgreement(context, order);
      return order;
    case 'email-review':
      queueReviewRequest(context, { order, payment, occasion: move.occasion });
      return order;
    case 'email-payment-update':
      if (order && payment) queuePaymentUpdate(context, order, payment, move.state);
      return order;
    case 'list-as-unpaid':
      if (order) queueUnpaidDigest(context, order);
      return order;
    case 'mark-charged-back':
      if (order && order.paymentId === payment?.id) markPaidBack(context, order, 'charged_back');
      return order;
    case 'follow-dispute':
      if (order && order.paymentId === payment?.id) followDispute(context, order);
      return order;
    case 'announce':
      if (order) noteArrival(db, arrivalOf(order));
      return order;
    case 'after':
      return order;
  }
  if (!payment) throw new Error(`A payment is missing for the move ${move.do}.`);
  switch (move.do) {
    case 'mark-processing':
      paymentStore.markProcessing(db, payment.id, now);
      break;
    case 'mark-paid':
      paymentStore.markPaid(db, payment.id, move.received, now);
      break;
    case 'mark-failed':
      paymentStore.markFailed(db, payment.id, move.review, now);
      break;
    case 'refuse-capture':
      // It proves that no capture took the money.
      paymentStore.change(db, payment.id, { captureRefusal: 'told', captureSentAt: null, updatedAt: now });
      break;
    case 'email-refusal':
      notifyOfRefusal(context, payment.provider, move.reason);
      break;
    case 'review-payment':
      paymentStore.change(db, payment.id, { review: move.review, updatedAt: now });
      break;
    case 'store-charge':
      paymentStore.recordCharge(db, payment.id, move.chargeId);
      break;
    case 'store-refund': {
      const ofPayment = order?.paymentId === payment.id ? order : undefined;
      const own = refundStore.recordFromProvider(db, payment, move.refund, ofPayment, now);
      if (own?.status === 'succeeded') queueRefundEmail(context, payment, own);
      break;
    }
    case 'plan-second-refund':
      planSecondRefund(context, payment, move.amountCents);
      break;
  }
  return order;
}

function countSale(context: AppContext, order: OrderWithLines, payment: Payment | null): void {
  const beyond = countPromo(context, order);
  if (beyond) queueReviewRequest(context, { order, payment, occasion: 'promo', review: beyond });
  countPaid(context, order);
  if (order.checkoutId) unfinishedStore.finish(context.db, order.checkoutId, order.receivedAmountCents ?? 0);
}

/** Forms that arrived while the order was unpaid may match it now. */
function refreshed(context: AppContext, order: OrderWithLines): OrderWithLines {
  const { db } = context;
  const customer = orderStore.buyerOf(db, order.orderNumber);
  if (customer) searchIndex.rematchForms(db, order.orderNumber, customer);
  searchIndex.refreshOrder(db, order.orderNumber);
  askToConfirm(context, order.caseId);
  return order;
}
