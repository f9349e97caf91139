import type { RecordContext } from '../../db/context.ts';
import { createHash } from 'node:crypto';
import { centsToText, formatUsd, type Cents } from '@northlight/shared/catalog/money.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import type { WebhookEvent } from '@northlight/shared/contracts/webhooks.ts';
import * as webhookStore from './webhook-store.ts';
import type { OrderRow } from './webhook-store.ts';

export type News = {
  event: WebhookEvent;
  /** Null for a payment without an order. */
  orderNumber: string | null;
  /** Tells apart what happens several times to an order. The same news is told once. */
  id?: string | number;
  /** What happened, in a few words. */
  text: string;
  facts?: Record<string, string | number | boolean | null>;
};

/** Tells other systems what happened to an order. Call it in the transaction of the cause. */
export function queueWebhooks(
  { db, settings, now }: RecordContext,
  { event, orderNumber, id, text, facts }: News,
): void {
  const subscribers = webhookStore.subscribers(db, event);
  if (subscribers.length === 0) return;
  const order = orderNumber === null ? undefined : webhookStore.orderByNumber(db, orderNumber);
  const about = [event, orderNumber, order?.createdAt.getTime(), id].join(':');
  const eventId = `msg_${createHash('sha256').update(about).digest('base64url').slice(0, 27)}`;
  const body = JSON.stringify({
    type: event,
    timestamp: now().toISOString(),
    // Chat programs would read what is in angle brackets as a command, such as to call everybody.
    text: `${orderNumber ? `${orderNumber}: ` : ''}${text}`.replaceAll(/[<>]/g, ''),
    data: { orderNumber, order: order ? present(order, settings.publicUrl) : null, ...facts },
  });
  for (const endpoint of subscribers)
    webhookStore.addDelivery(db, endpoint.id, { eventId, event, orderNumber, body }, now());
}

/** What other systems learn of an order: no answers to forms, no address, no phone number. */
const present = (order: OrderRow, publicUrl: string) => ({
  customer: {
    name: `${order.firstName} ${order.lastName}`.trim(),
    email: order.email,
    business: order.businessName,
  },
  services: order.serviceTypes.map((id) => SERVICES[id].name),
  isTest: order.paymentMode !== 'live',
  createdAt: order.createdAt.toISOString(),
  url: `${publicUrl}/admin-dashboard#/case/${order.orderNumber}`,
});

/** `id` tells apart the refunds of an order. Call it in the transaction that records the refund. */
export function queueRefundWebhooks(
  context: RecordContext,
  orderNumber: string,
  id: string | number,
  { amountCents }: { amountCents: Cents },
): void {
  queueWebhooks(context, {
    event: 'refund.created',
    orderNumber,
    id,
    text: `${formatUsd(amountCents)} refunded`,
    facts: { amount: centsToText(amountCents), currency: 'USD' },
  });
}
