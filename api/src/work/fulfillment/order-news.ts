import type { WorkContext } from '../context.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import type { Order } from '../orders/order-store.ts';
import { queueNotice } from '../../messages/notices.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';

type Place = Pick<WorkContext, 'db' | 'settings' | 'now'>;
type Payload = OutboxPayload['order-news'];
/** `mark` tells apart what may happen again. `dueAt`: when to send it, if not now. */
type How = { mark?: number; dueAt?: Date };

// Queue emails about an order. Call them in the transaction of the cause: the same news is sent once.

export function tellCustomer(
  { db, now }: Place,
  { orderNumber, email: recipient }: Pick<Order, 'orderNumber' | 'email'>,
  payload: Payload,
): void {
  const message = { kind: 'order-news' as const, key: keyOf(payload), orderNumber, payload, recipient };
  outboxStore.add(db, message, now());
}

export function tellBusiness(place: Place, orderNumber: string, payload: Payload, how: How = {}): void {
  const message = { kind: 'order-news' as const, key: keyOf(payload, how), orderNumber, payload };
  queueNotice(place, 'work', message, how.dueAt);
}

const keyOf = ({ news, id }: Payload, { mark }: How = {}): string =>
  ['order-news', news, id, ...(mark === undefined ? [] : [mark])].join(':');

/** Shows the change on open pages and sends the emails. Call it after the commit. */
export function announce(context: WorkContext, orderNumber: string): void {
  context.liveFeed.publish({ kind: 'change', orderNumber });
  context.wakeOutbox();
}
