import type { Cents } from '@northlight/shared/catalogue/money.ts';
import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import type { Checkout, PaymentMethod } from '@northlight/shared/contracts/shop/checkout.ts';
import type { Db } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import type { NewOrder, OrderWithLines } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import { planSecondPaymentRefund } from './refunds/second-payment.ts';
import { queueOrderEmails } from './queue-order-emails.ts';
import { requestReview } from './request-review.ts';
import type { Draft } from './draft-store.ts';
import { queueUnpaidDigest } from './unpaid-digest.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as orderStore from '../orders/order-store.ts';
import * as searchIndex from '../search/search-index.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import type { AppContext } from '../context.ts';

export type Received = { amountCents: Cents; currency: string };

/** What the browser reports; stored beside what the server computes. */
export type Claims = Pick<
  Checkout,
  'initialPayment' | 'recurringPayment' | 'paymentStatus' | 'seoOptimization' | 'blogSetup' | 'extraRevisions'
>;

export type OrderToComplete = {
  /** The stored draft, or what the browser sent where there is none. */
  draft: Omit<Draft, 'details'> & { details: OrderDetails };
  method: PaymentMethod;
  payment: Payment | null;
  /** What the provider says has arrived; null when nothing has. */
  received: Received | null;
  claims?: Claims;
  /** Of the browser; none where a webhook or the sweeper asks. */
  clientAddress?: string;
};

type OrderDetails = Omit<Draft['details'], 'checkoutId'> & { checkoutId?: string | undefined };

/**
 * The only place that completes an order, for the browser, webhooks and the sweep. One transaction takes the number,
 * writes the order, its lines and its mail. Calling again for the same payment or checkout gives the same order.
 */
export async function completeOrder(context: AppContext, input: OrderToComplete): Promise<OrderWithLines> {
  const { db } = context;
  let isNews = false;
  const order = await inTransaction(db, () => {
    const { payment, received } = input;
    const existing = findExisting(db, input);
    const isDuplicate =
      payment !== null && existing !== undefined && isPaidOtherwise(context, existing, payment);
    if (payment && received && (payment.status !== 'paid' || payment.reviewReason === PAID_WITHOUT_ORDER)) {
      paymentStore.markPaid(db, payment.id, received, null, context.now());
      if (isDuplicate) {
        planSecondPaymentRefund(context, payment, existing.orderNumber, received.amountCents);
        requestReview(context, { order: existing, payment, occasion: 'surplus' });
      }
    }
    // A resend that names no payment brings no news.
    if (existing && (isDuplicate || !payment || existing.paymentStatus === 'completed')) return existing;
    if (existing && !received && hasNoNews(existing, input)) return existing;
    isNews = true;
    if (!existing) return insertOrder(context, input);
    if (isPaidInFull(input)) return rewriteOrder(context, existing, input);
    return upgradeOrder(context, existing, input);
  });
  if (isNews) publishOrder(context, order);
  return order;
}

/** The provider is asked about a payment that is processing again and again. */
function hasNoNews(existing: OrderWithLines, input: OrderToComplete): boolean {
  const reason = reasonToReview(existing.initialPaymentCents, input);
  return existing.paymentId === input.payment?.id && existing.reviewReason === reason;
}

function publishOrder({ liveFeed }: AppContext, { orderNumber, firstName, lastName }: OrderWithLines): void {
  liveFeed.publish({ kind: 'order', orderNumber, title: `${firstName} ${lastName}` });
}

const PAID_WITHOUT_ORDER = 'Paid, but no order names this payment.';

/** Money of an attempt that was begun without a draft: its pending order hears of it, else an administrator must look. */
export function recordPaidWithoutDraft(
  context: AppContext,
  input: { payment: Payment; received: Received; method: PaymentMethod },
): Promise<void> {
  return inTransaction(context.db, () => {
    const existing = orderStore.byPaymentId(context.db, input.payment.id);
    const reason = existing ? null : PAID_WITHOUT_ORDER;
    paymentStore.markPaid(context.db, input.payment.id, input.received, reason, context.now());
    if (reason) requestReview(context, { order: undefined, payment: input.payment, occasion: 'stray' });
    if (existing?.paymentStatus === 'pending') upgradeOrder(context, existing, input);
  });
}

function findExisting(db: Db, { payment, draft }: OrderToComplete): OrderWithLines | undefined {
  const byPayment = payment && orderStore.byPaymentId(db, payment.id);
  if (byPayment) return byPayment;
  return draft.details.checkoutId ? orderStore.byCheckoutId(db, draft.details.checkoutId) : undefined;
}

/** The order needs no payment or has its money from another one. An attempt that brought nothing stands in nobody's way. */
function isPaidOtherwise({ db }: AppContext, existing: OrderWithLines, payment: Payment): boolean {
  if (existing.paymentId === payment.id) return false;
  if (existing.paymentStatus === 'completed') return true;
  return existing.paymentId !== null && paymentStore.byId(db, existing.paymentId)?.status === 'paid';
}

function insertOrder(context: AppContext, input: OrderToComplete): OrderWithLines {
  const stored = orderStore.insert(context.db, contentOf(context, input), input.draft.quote.lines);
  searchIndex.refreshOrder(context.db, stored.orderNumber);
  tellByMail(context, stored, input);
  return stored;
}

/** The money is that of the draft as it stands now: the buyer mended it since the order's number was given out. */
function isPaidInFull({ draft, payment, received }: OrderToComplete): boolean {
  return received !== null && reasonToReview(draft.quote.dueTodayCents, { payment, received }) === null;
}

/** A pending order becomes what was paid for, under its old number; its buyer has had no mail before. */
function rewriteOrder(context: AppContext, existing: OrderWithLines, input: OrderToComplete): OrderWithLines {
  const { id, orderNumber, ...before } = existing;
  const content = contentOf(context, input);
  const order: NewOrder = {
    ...content,
    checkoutId: before.checkoutId ?? content.checkoutId,
    createdAt: before.createdAt,
    // The sweeper has no claims; what the browser once said stays.
    ...(!input.claims && {
      seoOptimization: before.seoOptimization,
      blogSetup: before.blogSetup,
      extraRevisions: before.extraRevisions,
      claimedInitialPaymentCents: before.claimedInitialPaymentCents,
      claimedRecurringPaymentCents: before.claimedRecurringPaymentCents,
      claimedPaymentStatus: before.claimedPaymentStatus,
    }),
  };
  orderStore.rewrite(context.db, id, order, input.draft.quote.lines);
  refreshForms(context, orderNumber);
  const rewritten = { ...existing, ...order, lines: input.draft.quote.lines };
  queueOrderEmails(context, rewritten);
  return rewritten;
}

function contentOf(context: AppContext, input: OrderToComplete): NewOrder {
  const { details, quote, consent } = input.draft;
  const reviewReason = reasonToReview(quote.dueTodayCents, input);
  const { firstName, lastName, email, phone, businessName, businessDescription, country } = details;
  return {
    firstName,
    lastName,
    email,
    phone,
    businessName,
    businessDescription,
    country,
    serviceTypes: details.serviceTypes,
    missingForms: details.serviceTypes,
    isYearly: details.isYearly,
    state: details.state ?? null,
    city: details.city ?? null,
    postalCode: details.postalCode ?? null,
    address: details.address ?? null,
    checkoutId: details.checkoutId ?? null,
    paymentId: input.payment?.id ?? null,
    basePriceCents: quote.subtotalCents,
    promoCode: quote.promoCode,
    discountCents: quote.discountCents,
    taxCents: quote.taxCents,
    initialPaymentCents: quote.dueTodayCents,
    recurringPaymentCents: quote.recurringCents,
    recurringPeriod: quote.recurringPeriod,
    consent,
    paymentMethod: input.method,
    paymentMode: context.settings.payments.mode,
    paymentStatus: reviewReason ? 'pending' : 'completed',
    receivedAmountCents: input.received?.amountCents ?? null,
    reviewReason,
    seoOptimization: input.claims?.seoOptimization ?? false,
    blogSetup: input.claims?.blogSetup ?? false,
    extraRevisions: input.claims?.extraRevisions ?? false,
    claimedInitialPaymentCents: input.claims?.initialPayment ?? null,
    claimedRecurringPaymentCents: input.claims?.recurringPayment ?? null,
    claimedPaymentStatus: input.claims?.paymentStatus ?? null,
    createdAt: context.now(),
  };
}

/** A pending order hears of money that is not what its draft asks for now, or of none: its content stays. */
function upgradeOrder(
  context: AppContext,
  existing: OrderWithLines,
  input: Pick<OrderToComplete, 'payment' | 'received' | 'method' | 'clientAddress'>,
): OrderWithLines {
  const reviewReason = reasonToReview(existing.initialPaymentCents, input);
  const change = {
    paymentId: input.payment?.id ?? existing.paymentId,
    paymentMethod: input.method,
    paymentStatus: reviewReason ? ('pending' as const) : ('completed' as const),
    receivedAmountCents: input.received?.amountCents ?? existing.receivedAmountCents,
    reviewReason,
  };
  orderStore.recordPayment(context.db, existing.id, change);
  refreshForms(context, existing.orderNumber);
  const upgraded = { ...existing, ...change };
  tellByMail(context, upgraded, input);
  return upgraded;
}

function reasonToReview(
  dueCents: Cents,
  { payment, received }: Pick<OrderToComplete, 'payment' | 'received'>,
): string | null {
  if (dueCents === 0) return null;
  if (!payment) return 'The browser said it was paid, but no payment belongs to this order.';
  if (!received)
    return payment.status === 'processing' ? PROCESSING : 'The payment has not arrived at the provider.';
  if (received.currency !== payment.currency || received.amountCents !== dueCents) {
    return `The amount differs: ${formatUsd(dueCents)} was due, ${formatUsd(received.amountCents)} ${received.currency.toUpperCase()} arrived.`;
  }
  return null;
}

const PROCESSING = 'The payment is on its way: the bank has not confirmed it yet.';

/** The buyer paid by a debit that came to nothing: they hear of it, and so does the business. */
export function recordLostPayment(context: AppContext, payment: Payment, reason: string): void {
  const order = orderStore.byPaymentId(context.db, payment.id);
  if (!order || order.receivedAmountCents !== null) return;
  const { id, paymentMethod, receivedAmountCents } = order;
  const reviewReason = `${reason} Nothing was charged, and the buyer was told by email.`;
  orderStore.recordPayment(context.db, id, {
    paymentId: payment.id,
    paymentStatus: 'pending',
    paymentMethod,
    receivedAmountCents,
    reviewReason,
  });
  refreshForms(context, order.orderNumber);
  updateBuyer(context, order, payment, 'failed');
  requestReview(context, { order, payment, occasion: 'lost' });
}

/** Forms that came while the order was a claim, or under way, fit it otherwise now. */
function refreshForms({ db }: AppContext, orderNumber: string): void {
  const order = orderStore.buyerOf(db, orderNumber);
  if (order) searchIndex.rematchForms(db, orderNumber, order);
  searchIndex.refreshOrder(db, orderNumber);
}

function updateBuyer(
  { db, now }: AppContext,
  { orderNumber, email }: OrderWithLines,
  payment: Payment,
  state: 'processing' | 'failed',
): void {
  outboxStore.add(
    db,
    {
      kind: 'payment-update',
      key: `payment-${state}:${orderNumber}:${payment.id}`,
      orderNumber,
      payload: { state },
      recipient: email,
    },
    now(),
  );
}

/** A pending order is news for the business alone, but for a buyer whose money is under way. */
function tellByMail(
  context: AppContext,
  order: OrderWithLines,
  { payment, received, clientAddress }: Pick<OrderToComplete, 'payment' | 'received' | 'clientAddress'>,
): void {
  if (!order.reviewReason) queueOrderEmails(context, order, clientAddress);
  else if (received) requestReview(context, { order, payment, occasion: `${received.amountCents} arrived` });
  else if (payment && order.reviewReason === PROCESSING) updateBuyer(context, order, payment, 'processing');
  else queueUnpaidDigest(context, order);
}
