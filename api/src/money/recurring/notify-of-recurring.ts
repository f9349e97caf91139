import type { RecordContext } from '../../db/context.ts';
import { centsToText, formatUsd } from '@northlight/shared/catalog/money.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import type { WebhookEvent } from '@northlight/shared/contracts/webhooks.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { queueWebhooks } from '../../messages/webhooks/queue-webhooks.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { AppContext } from '../context.ts';
import * as agreementStore from './agreement-store.ts';
import type { OrderAgreement } from './agreement-store.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import type { ProviderName } from '../../db/schema/payments.ts';
import { queueNotice } from '../../messages/notices.ts';

type Payload = OutboxPayload['recurring'];

export type RecurringEvent = Extract<WebhookEvent, `recurring.${string}`>;

/** What other systems are told with the same email. */
const EVENTS: Partial<Record<Payload['news'], RecurringEvent>> = {
  receipt: 'recurring.paid',
  failed: 'recurring.failed',
  ended: 'recurring.ended',
};
const WORDS: Record<RecurringEvent, string> = {
  'recurring.paid': 'paid',
  'recurring.failed': 'failed',
  'recurring.cancel_scheduled': 'canceled for the end of its period',
  'recurring.resumed': 'no longer canceled',
  'recurring.ended': 'ended',
};

/** Emails the customer, once per order and `key`. Call it in the transaction of the cause. */
export function queueRecurringEmail(
  context: AppContext,
  agreement: OrderAgreement,
  key: string,
  payload: OutboxPayload['recurring'],
): void {
  const { orderNumber } = agreement;
  const event = EVENTS[payload.news];
  if (event) notifyOfRecurring(context, agreement, key, event, payload);
  const recipient = orderStore.byNumber(context.db, orderNumber)?.email ?? '';
  outboxStore.queue(context, {
    kind: 'recurring',
    key: `recurring:${orderNumber}:${key}`,
    orderNumber,
    payload,
    recipient,
  });
}

/** Tells other systems of charges and ends. `key` tells apart the news of an order. `charge` is the ID of its row. */
export function notifyOfRecurring(
  context: RecordContext,
  { orderNumber, amountCents, period }: OrderAgreement,
  key: string,
  event: RecurringEvent,
  { at, charge }: Pick<Payload, 'at' | 'charge'>,
): void {
  const cents =
    (charge === undefined ? undefined : agreementStore.chargeById(context.db, charge)?.amountCents) ??
    amountCents;
  queueWebhooks(context, {
    event,
    orderNumber,
    id: key,
    text: `Recurring payment of ${formatUsd(cents)} a ${period} ${WORDS[event]}`,
    facts: { amount: centsToText(cents), currency: 'USD', period, at },
  });
}

// Call these in the transaction of the cause.

/** Asks the business to look at a recurring payment, once per order and `occasion`. */
export function notifyBusiness(
  context: RecordContext,
  orderNumber: string | null,
  occasion: string,
  about: Partial<OutboxPayload['payment-to-review']>,
): void {
  queueNotice(context, 'payments', {
    kind: 'payment-to-review',
    key: `payment-to-review:${orderNumber ?? 'checkout'}:${occasion}`,
    orderNumber,
    payload: { paymentId: null, ...about },
  });
}

/** Tells the business, once per order or second payment, that what must not go on could not be canceled yet. */
export function notifyOfUncanceled(
  context: RecordContext,
  orderNumber: string,
  reason: string,
  paymentId: number | null = null,
): void {
  const review: Review = { code: 'not_canceled', reason, isSecond: paymentId !== null };
  notifyBusiness(context, orderNumber, `not-canceled:${paymentId ?? 'order'}`, { review });
}

/** Tells the business, at most once a day, why a provider refuses what a customer asked for. */
export function notifyOfRefusal(
  context: RecordContext,
  provider: ProviderName,
  reason: string,
  orderNumber: string | null = null,
): void {
  const day = context.now().toISOString().slice(0, '2026-11-24'.length);
  const review: Review = { code: 'provider_refused', provider, reason: reason.slice(0, 500) };
  notifyBusiness(context, orderNumber, `${provider}-refused:${day}`, { review });
}
