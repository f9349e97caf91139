import type { RecordContext } from '../../db/context.ts';
import { centsToText, formatUsd } from '@northlight/shared/catalog/money.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { queueWebhooks } from '../../messages/webhooks/queue-webhooks.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { AppContext } from '../context.ts';
import * as agreementStore from './agreement-store.ts';
import type { OrderAgreement } from './agreement-store.ts';

type Payload = OutboxPayload['recurring'];

const EVENTS: Partial<Record<Payload['news'], 'recurring.paid' | 'recurring.failed' | 'recurring.ended'>> = {
  receipt: 'recurring.paid',
  failed: 'recurring.failed',
  canceled: 'recurring.ended',
  ended: 'recurring.ended',
};
const WORDS = {
  'recurring.paid': 'paid',
  'recurring.failed': 'failed',
  'recurring.ended': 'ends',
};

/** Emails the customer, once per order and `key`. Call it in the transaction of the cause. */
export function queueRecurringEmail(
  context: AppContext,
  agreement: OrderAgreement,
  key: string,
  payload: OutboxPayload['recurring'],
): void {
  const { db, now } = context;
  const { orderNumber } = agreement;
  notifyOfRecurring(context, agreement, key, payload);
  const recipient = orderStore.byNumber(db, orderNumber)?.email ?? '';
  outboxStore.add(
    db,
    { kind: 'recurring', key: `recurring:${orderNumber}:${key}`, orderNumber, payload, recipient },
    now(),
  );
}

/** Tells other systems of charges and ends. `key` tells apart the news of an order. */
function notifyOfRecurring(
  context: RecordContext,
  { orderNumber, amountCents, period }: OrderAgreement,
  key: string,
  { news, at, charge }: Payload,
): void {
  const event = EVENTS[news];
  if (!event) return;
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
