import type { Cents } from '@northlight/shared/catalogue/money.ts';
import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import type { Checkout, PaymentMethod, PaymentMode } from '@northlight/shared/contracts/checkout.ts';
import type { CaseIndex } from '../cases/case-index.ts';
import type { Db } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { StrangerMails } from '../mail/stranger-mails.ts';
import type { NewOrder, OrderStore, OrderWithLines } from '../orders/order-store.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { Payment, PaymentStore } from '../payments/payment-store.ts';
import { refundSecondPayment } from '../refunds/second-payment.ts';
import type { RefundStore } from '../refunds/refund-store.ts';
import { announceOrder } from './announce-order.ts';
import { askForLook } from './ask-for-look.ts';
import type { Draft } from './draft-store.ts';
import { listUnpaid } from './list-unpaid.ts';

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
type Deps = {
  db: Db;
  orderStore: OrderStore;
  paymentStore: PaymentStore;
  refundStore: RefundStore;
  refundsSecondPayments: boolean;
  outboxStore: OutboxStore;
  caseIndex: CaseIndex;
  liveFeed: LiveFeed;
  paymentMode: PaymentMode;
  businessEmail: string;
  strangerMails: StrangerMails;
  now: () => Date;
};

/**
 * The only place that completes an order, for the browser, webhooks and the sweep. One transaction takes the number,
 * writes the order, its lines and its mail. Calling again for the same payment or checkout gives the same order.
 */
export async function completeOrder(deps: Deps, input: OrderToComplete): Promise<OrderWithLines> {
  const { db, orderStore, paymentStore } = deps;
  let isNews = false;
  const order = await inTransaction(db, () => {
    const { payment, received } = input;
    const existing = findExisting(orderStore, input);
    const isSurplus = payment !== null && existing !== undefined && isPaidOtherwise(deps, existing, payment);
    if (payment && received && (payment.status !== 'paid' || payment.reviewReason === PAID_WITHOUT_ORDER)) {
      paymentStore.markPaid(payment.id, received, null, deps.now());
      if (isSurplus) {
        refundSecondPayment(deps, payment, existing.orderNumber, received.amountCents);
        askForLook(deps, { order: existing, payment, occasion: 'surplus' });
      }
    }
    // A resend that names no payment brings no news.
    if (existing && (isSurplus || !payment || existing.paymentStatus === 'completed')) return existing;
    if (existing && !received && hasNoNews(existing, input)) return existing;
    isNews = true;
    if (!existing) return insertOrder(deps, input);
    if (isPaidInFull(input)) return rewriteOrder(deps, existing, input);
    return upgradeOrder(deps, existing, input);
  });
  if (isNews) tellDashboards(deps, order);
  return order;
}

/** The provider is asked about a payment that is processing again and again. */
function hasNoNews(existing: OrderWithLines, input: OrderToComplete): boolean {
  const reason = reasonToReview(existing.initialPaymentCents, input);
  return existing.paymentId === input.payment?.id && existing.reviewReason === reason;
}

function tellDashboards({ liveFeed }: Deps, { orderNumber, firstName, lastName }: OrderWithLines): void {
  liveFeed.publish({ kind: 'order', orderNumber, title: `${firstName} ${lastName}` });
}

const PAID_WITHOUT_ORDER = 'Paid, but no order names this payment.';

/** Money of an attempt that was begun without a draft: its pending order hears of it, else an administrator must look. */
export function recordPaidWithoutDraft(
  deps: Deps,
  input: { payment: Payment; received: Received; method: PaymentMethod },
): Promise<void> {
  return inTransaction(deps.db, () => {
    const existing = deps.orderStore.byPaymentId(input.payment.id);
    const reason = existing ? null : PAID_WITHOUT_ORDER;
    deps.paymentStore.markPaid(input.payment.id, input.received, reason, deps.now());
    if (reason) askForLook(deps, { order: undefined, payment: input.payment, occasion: 'stray' });
    if (existing?.paymentStatus === 'pending') upgradeOrder(deps, existing, input);
  });
}

function findExisting(
  orderStore: OrderStore,
  { payment, draft }: OrderToComplete,
): OrderWithLines | undefined {
  const byPayment = payment && orderStore.byPaymentId(payment.id);
  if (byPayment) return byPayment;
  return draft.details.checkoutId ? orderStore.byCheckoutId(draft.details.checkoutId) : undefined;
}

/** The order needs no payment or has its money from another one. An attempt that brought nothing stands in nobody's way. */
function isPaidOtherwise({ paymentStore }: Deps, existing: OrderWithLines, payment: Payment): boolean {
  if (existing.paymentId === payment.id) return false;
  if (existing.paymentStatus === 'completed') return true;
  return existing.paymentId !== null && paymentStore.byId(existing.paymentId)?.status === 'paid';
}

function insertOrder(deps: Deps, input: OrderToComplete): OrderWithLines {
  const stored = deps.orderStore.insert(contentOf(deps, input), input.draft.quote.lines);
  deps.caseIndex.refreshOrder(stored.orderNumber);
  tellByMail(deps, stored, input);
  return stored;
}

/** The money is that of the draft as it stands now: the buyer mended it since the order's number was given out. */
function isPaidInFull({ draft, payment, received }: OrderToComplete): boolean {
  return received !== null && reasonToReview(draft.quote.dueTodayCents, { payment, received }) === null;
}

/** A pending order becomes what was paid for, under its old number; its buyer has had no mail before. */
function rewriteOrder(deps: Deps, existing: OrderWithLines, input: OrderToComplete): OrderWithLines {
  const { id, orderNumber, ...before } = existing;
  const content = contentOf(deps, input);
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
  deps.orderStore.rewrite(id, order, input.draft.quote.lines);
  refreshForms(deps, orderNumber);
  const rewritten = { ...existing, ...order, lines: input.draft.quote.lines };
  announceOrder(deps, rewritten);
  return rewritten;
}

function contentOf(deps: Deps, input: OrderToComplete): NewOrder {
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
    paymentMode: deps.paymentMode,
    paymentStatus: reviewReason ? 'pending' : 'completed',
    receivedAmountCents: input.received?.amountCents ?? null,
    reviewReason,
    seoOptimization: input.claims?.seoOptimization ?? false,
    blogSetup: input.claims?.blogSetup ?? false,
    extraRevisions: input.claims?.extraRevisions ?? false,
    claimedInitialPaymentCents: input.claims?.initialPayment ?? null,
    claimedRecurringPaymentCents: input.claims?.recurringPayment ?? null,
    claimedPaymentStatus: input.claims?.paymentStatus ?? null,
    createdAt: deps.now(),
  };
}

/** A pending order hears of money that is not what its draft asks for now, or of none: its content stays. */
function upgradeOrder(
  deps: Deps,
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
  deps.orderStore.recordPayment(existing.id, change);
  refreshForms(deps, existing.orderNumber);
  const upgraded = { ...existing, ...change };
  tellByMail(deps, upgraded, input);
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
export function recordLostPayment(deps: Deps, payment: Payment, reason: string): void {
  const order = deps.orderStore.byPaymentId(payment.id);
  if (!order || order.receivedAmountCents !== null) return;
  const { id, paymentMethod, receivedAmountCents } = order;
  const reviewReason = `${reason} Nothing was charged, and the buyer was told by email.`;
  deps.orderStore.recordPayment(id, {
    paymentId: payment.id,
    paymentStatus: 'pending',
    paymentMethod,
    receivedAmountCents,
    reviewReason,
  });
  refreshForms(deps, order.orderNumber);
  updateBuyer(deps, order, payment, 'failed');
  askForLook(deps, { order, payment, occasion: 'lost' });
}

/** Forms that came while the order was a claim, or under way, fit it otherwise now. */
function refreshForms({ orderStore, caseIndex }: Deps, orderNumber: string): void {
  const order = orderStore.buyerOf(orderNumber);
  if (order) caseIndex.rematchForms(orderNumber, order);
  caseIndex.refreshOrder(orderNumber);
}

function updateBuyer(
  { outboxStore, now }: Deps,
  { orderNumber, email }: OrderWithLines,
  payment: Payment,
  state: 'processing' | 'failed',
): void {
  outboxStore.add(
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
  deps: Deps,
  order: OrderWithLines,
  { payment, received, clientAddress }: Pick<OrderToComplete, 'payment' | 'received' | 'clientAddress'>,
): void {
  if (!order.reviewReason) announceOrder(deps, order, clientAddress);
  else if (received) askForLook(deps, { order, payment, occasion: `${received.amountCents} arrived` });
  else if (payment && order.reviewReason === PROCESSING) updateBuyer(deps, order, payment, 'processing');
  else listUnpaid(deps, order);
}
