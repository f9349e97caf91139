import type { Review } from '@northlight/shared/contracts/review.ts';
import type { AppContext } from '../context.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { planReminders } from '../../work/orders/plan-reminders.ts';
import { queueNotice } from '../../messages/notices.ts';
import { queueUnverified } from '../../messages/outbox/queue-unverified.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { Move } from './moves.ts';
import { HOUR_MS } from '../../base/units.ts';

// Call each of these in the transaction that records what the email is about.

/** Within this time a webhook, the sweep or the browser usually resolves what looks wrong. */
const REVIEW_AFTER_MS = 5 * 60_000;
/** Unpaid orders are reported by the hour. */
export const DIGEST_MS = HOUR_MS;

/**
 * Queues the emails of a paid order: to the customer, to the business, and the form reminders.
 * `clientAddress` is the browser's, if there is one.
 */
export function queueOrderEmails(
  context: AppContext,
  { orderNumber, isExtra, email, initialPaymentCents }: OrderWithLines,
  clientAddress?: string,
): void {
  const { limits } = context;
  // Without a payment, the address may be somebody else's, who gets one email at most. After many such orders
  // from one network, the business is told when the customer is.
  const isPaid = initialPaymentCents > 0;
  const isFlood = !isPaid && limits.unverifiedRecipients.isFlooding('order', clientAddress);
  const confirmation = {
    kind: 'order-confirmation' as const,
    key: `order-confirmation:${orderNumber}`,
    orderNumber,
    payload: null,
    recipient: email,
  };
  let dueAt: Date | null = null;
  if (isPaid) outboxStore.queue(context, confirmation);
  else dueAt = queueUnverified(context, confirmation, { kind: 'order', address: clientAddress });
  // Then the confirmation is listed as not sent. Later, all of a flood would reach the business at once.
  if (isFlood && !dueAt) return;
  queueNotice(
    context,
    'orders',
    { kind: 'new-order', key: `new-order:${orderNumber}`, orderNumber, payload: null },
    isFlood && dueAt ? dueAt : undefined,
  );
  if (isPaid && !isExtra) planReminders(context, orderNumber, email);
}

/** Tells the customer how their bank payment stands. */
export function queuePaymentUpdate(
  { db, now }: AppContext,
  { orderNumber, email }: OrderWithLines,
  payment: Payment,
  state: 'processing' | 'failed',
): void {
  outboxStore.queue(
    { db, now },
    {
      kind: 'payment-update',
      key: `payment-${state}:${orderNumber}:${payment.id}`,
      orderNumber,
      payload: { state },
      recipient: email,
    },
  );
}

/** Asks the business to review a payment: one email per order, payment and occasion. */
export function queueReviewRequest(
  context: AppContext,
  {
    order,
    payment,
    occasion,
    review,
  }: {
    order: Pick<OrderWithLines, 'orderNumber'> | null;
    payment: Pick<Payment, 'id'> | null;
    occasion: Extract<Move, { do: 'email-review' }>['occasion'] | 'promo';
    /** If it is not stored with the payment or the order. */
    review?: Review;
  },
): void {
  const what = [order?.orderNumber ?? 'no-order', payment ? `payment-${payment.id}` : 'no-payment', occasion];
  queueNotice(
    context,
    'payments',
    {
      kind: 'payment-to-review',
      key: `payment-to-review:${what.join(':').replaceAll(' ', '-')}`,
      orderNumber: order?.orderNumber ?? null,
      payload: { paymentId: payment?.id ?? null, ...(review && { review }) },
    },
    new Date(context.now().getTime() + REVIEW_AFTER_MS),
  );
}

/**
 * Adds an order whose browser reported a payment that never arrived to the hourly digest. Anyone can send
 * such reports, so there is one email per hour.
 */
export function queueUnpaidDigest(
  context: AppContext,
  { createdAt }: Pick<OrderWithLines, 'createdAt'>,
): void {
  const from = Math.floor(createdAt.getTime() / DIGEST_MS) * DIGEST_MS;
  queueNotice(
    context,
    'orders',
    {
      kind: 'unpaid-orders',
      key: `unpaid-orders:${new Date(from).toISOString().slice(0, '2026-11-21T10'.length)}`,
      orderNumber: null,
      payload: { from },
    },
    new Date(from + DIGEST_MS + REVIEW_AFTER_MS),
  );
}
