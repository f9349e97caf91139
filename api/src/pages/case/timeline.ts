import { reviewText } from '@northlight/shared/contracts/review.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { CaseSubmission, TimelineEntry } from '@northlight/shared/contracts/cases.ts';
import { FORM_NAMES } from '@northlight/shared/contracts/forms/forms.ts';
import { BY_HAND_WORDS, providerWords } from '@northlight/shared/contracts/payments.ts';
import type { Order, OrderWithLines } from '../../work/orders/order-store.ts';
import { boughtText, isPart } from '../../work/orders/present-order.ts';
import { messageName } from '../../messages/outbox/message-name.ts';
import type { FileRow } from '../../work/files/order-file-store.ts';
import type { OutboxMessage } from '../../messages/outbox/outbox-store.ts';
import type { Payment } from '../../money/payments/payment-store.ts';
import type { ListedRefund } from '../../money/payments/refund-store.ts';
import type { ChargeRow } from '../../money/recurring/agreement-store.ts';
import type { OfferRow } from '../../money/recurring/price-offers.ts';
import type { CaseEvent } from '../../work/fulfillment/case-store.ts';
import { isUnused } from './present-case.ts';

type Parts = {
  /** The order and its add-ons. */
  orders: OrderWithLines[];
  payments: { order: Order; payment: Payment; refunds: ListedRefund[] }[];
  submissions: CaseSubmission[];
  messages: OutboxMessage[];
  events: CaseEvent[];
  charges: ChargeRow[];
  offers: OfferRow[];
  files: FileRow[];
  timeZone: string;
};

/** What happened to an order or request, newest first. */
export function timelineOf({
  orders,
  payments,
  submissions,
  messages,
  events,
  charges,
  offers,
  files,
  timeZone,
}: Parts): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...orders.map((order) => entry(order.createdAt, 'order', orderText(order))),
    ...payments.flatMap(({ order, payment, refunds }) => [
      ...paymentEntries(payment, order, timeZone),
      ...refunds.map(refundEntry),
    ]),
    ...charges.flatMap(chargeEntries),
    ...offers.flatMap(offerEntries),
    ...submissions.flatMap(({ form, submission, earlier }) =>
      [...earlier.map(({ sentAt }) => sentAt), submission.timestamp].map((sentAt, version) =>
        entry(new Date(sentAt), 'form', `${FORM_NAMES[form]} ${version === 0 ? 'received' : 'corrected'}`),
      ),
    ),
    ...files.flatMap((file) => fileEntries(file, orders[0])),
    ...messages.flatMap(messageEntries),
    ...events.map(({ createdAt, kind, text, by }) => entry(createdAt, kind, text, by)),
  ];
  // Sorting is stable, so entries of the same millisecond keep their causal order, which is then reversed.
  return entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).toReversed();
}

function entry(at: Date, kind: TimelineEntry['kind'], text: string, by: string | null = null): TimelineEntry {
  return { at: at.toISOString(), kind, text, by };
}

function orderText(order: OrderWithLines): string {
  const { initialPaymentCents, isExtra, orderNumber } = order;
  if (isExtra)
    return `${boughtText(order)}${isPart(order) ? '' : ' ordered'} (${orderNumber}), ${formatUsd(initialPaymentCents)} due`;
  return initialPaymentCents === 0
    ? 'Order placed, nothing due today'
    : `Order placed, ${formatUsd(initialPaymentCents)} due`;
}

function paymentEntries(payment: Payment, order: Order | undefined, timeZone: string): TimelineEntry[] {
  const { provider, amountCents, receivedAmountCents, receivedCurrency, review, updatedAt } = payment;
  const reviewReason = review && reviewText(review, timeZone);
  const started = entry(
    payment.createdAt,
    'payment',
    `Payment of ${formatUsd(amountCents)} started (${providerWords(provider)})`,
  );
  if (payment.status === 'open') return [started];
  if (payment.status === 'processing') return [started, entry(updatedAt, 'payment', 'Payment processing')];
  if (isUnused(order, payment)) {
    const words = 'Unused payment attempt ended';
    return [started, entry(updatedAt, 'payment', reviewReason ? `${words}: ${reviewReason}` : words)];
  }
  const received = `${formatUsd(receivedAmountCents ?? 0)} ${(receivedCurrency ?? '').toUpperCase()}`;
  const news = payment.status === 'paid' ? `${received} received` : 'Payment failed';
  return [started, entry(updatedAt, 'payment', reviewReason ? `${news}: ${reviewReason}` : news)];
}

function chargeEntries({ dueAt, paidAt, amountCents, state }: ChargeRow): TimelineEntry[] {
  const amount = formatUsd(amountCents);
  return [
    ...(state === 'failed' ? [entry(dueAt, 'recurring', `Recurring payment of ${amount} failed`)] : []),
    ...(paidAt ? [entry(paidAt, 'recurring', `Recurring payment of ${amount} received`)] : []),
  ];
}

/** The customer's answer. What the studio did is an event. */
function offerEntries({ amountCents, state, answeredAt, consent }: OfferRow): TimelineEntry[] {
  if (!answeredAt) return [];
  const words = state === 'declined' ? 'keeps the current price' : `accepted “${consent?.text}”`;
  return [entry(answeredAt, 'recurring', `New price of ${formatUsd(amountCents)}: the customer ${words}`)];
}

/** Files that came with a form or a version are not news of their own. */
function fileEntries(
  { name, createdAt, adminId, submissionKey }: FileRow,
  order: Order | undefined,
): TimelineEntry[] {
  if (adminId !== null || submissionKey !== null) return [];
  return [entry(createdAt, 'file', `${order?.firstName ?? 'The customer'} uploaded ${name}`)];
}

function refundEntry(refund: ListedRefund): TimelineEntry {
  const { amountCents, status, failure, reason, way, by, createdAt } = refund;
  const words = { pending: 'pending', succeeded: 'completed', failed: 'failed' };
  const why = failure ?? reason;
  const how = way ? ` ${BY_HAND_WORDS[way]}` : '';
  return entry(createdAt, 'refund', `Refund of ${formatUsd(amountCents)} ${words[status]}${how}: ${why}`, by);
}

function messageEntries(message: OutboxMessage): TimelineEntry[] {
  const { recipient, status, sentAt, createdAt, dueAt, lastError } = message;
  const name = messageName(message);
  if (status === 'sent') return [entry(sentAt ?? createdAt, 'message', `${name} sent to ${recipient}`)];
  // Scheduled and dropped emails are not shown.
  const isPlanned = status === 'waiting' && dueAt > createdAt && !lastError;
  if (status === 'replaced' || status === 'dropped' || isPlanned) return [];
  const failed = sentAt ? 'came back' : 'couldn’t be sent';
  const state = status === 'given-up' ? failed : 'is waiting to be sent';
  return [entry(dueAt, 'message', `${name} to ${recipient} ${state}${lastError ? `: ${lastError}` : ''}`)];
}
