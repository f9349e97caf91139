import type { AppContext } from '../context.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { planReminders } from '../orders/plan-reminders.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { Move } from './decide.ts';

// Call each of these in the transaction that records what the email is about.

/** Within this time a webhook, the sweep or the browser usually resolves what looks wrong. */
const REVIEW_AFTER_MS = 5 * 60_000;
/** Unpaid orders are reported by the hour. */
export const DIGEST_MS = 60 * 60_000;

/**
 * Queues the emails of a paid order: to the customer, to the business, and the form reminders.
 * `clientAddress` is the browser's, if there is one.
 */
export function queueOrderEmails(
  context: AppContext,
  { orderNumber, email, initialPaymentCents }: OrderWithLines,
  clientAddress?: string,
): void {
  const { db, settings, limits, now } = context;
  const add = (kind: 'order-confirmation' | 'new-order', recipient: string) =>
    outboxStore.add(
      db,
      { kind, key: `${kind}:${orderNumber}`, orderNumber, payload: null, recipient },
      now(),
    );
  // Without a payment, the address may be somebody else's, who gets one email at most.
  const isPaid = initialPaymentCents > 0;
  if (isPaid || limits.unverifiedRecipients.tryConsume(email, clientAddress))
    add('order-confirmation', email);
  add('new-order', settings.business.email);
  if (isPaid) planReminders(context, orderNumber, email);
}

/** Tells the customer how their bank payment stands. */
export function queuePaymentUpdate(
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

/** Asks the business to review a payment: one email per order, payment and occasion. */
export function queueReviewRequest(
  { db, settings, now }: AppContext,
  {
    order,
    payment,
    occasion,
  }: {
    order: Pick<OrderWithLines, 'orderNumber'> | null;
    payment: Pick<Payment, 'id'> | null;
    occasion: Extract<Move, { do: 'email-review' }>['occasion'];
  },
): void {
  const what = [order?.orderNumber ?? 'no-order', payment ? `payment-${payment.id}` : 'no-payment', occasion];
  outboxStore.add(
    db,
    {
      kind: 'payment-to-review',
      key: `payment-to-review:${what.join(':').replaceAll(' ', '-')}`,
      orderNumber: order?.orderNumber ?? null,
      payload: { paymentId: payment?.id ?? null },
      recipient: settings.business.email,
    },
    now(),
    new Date(now().getTime() + REVIEW_AFTER_MS),
  );
}

/**
 * Adds an order whose browser reported a payment that never arrived to the hourly digest. Anyone can send
 * such reports, so there is one email per hour.
 */
export function queueUnpaidDigest(
  { db, settings, now }: AppContext,
  { createdAt }: Pick<OrderWithLines, 'createdAt'>,
): void {
  const from = Math.floor(createdAt.getTime() / DIGEST_MS) * DIGEST_MS;
  outboxStore.add(
    db,
    {
      kind: 'unpaid-orders',
      key: `unpaid-orders:${new Date(from).toISOString().slice(0, '2026-11-21T10'.length)}`,
      orderNumber: null,
      payload: { from },
      recipient: settings.business.email,
    },
    now(),
    new Date(from + DIGEST_MS + REVIEW_AFTER_MS),
  );
}
