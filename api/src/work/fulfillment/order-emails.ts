import type { CaseId } from '../../db/schema/columns.ts';
import type { RecordContext } from '../../db/context.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import type { Order } from '../orders/order-store.ts';
import { queueNotice } from '../../messages/notices.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';

type Payload = OutboxPayload['order-news'];
/** `occurrence` distinguishes what can happen again. `dueAt`: when to send it, if not now. */
type Options = { occurrence?: number; dueAt?: Date };

// Queue emails about an order. Call them in the transaction of the cause: the same news is sent once.

export function notifyCustomer(
  { db, now }: RecordContext,
  { orderNumber, email: recipient }: Pick<Order, 'orderNumber' | 'email'>,
  payload: Payload,
  dueAt?: Date,
): void {
  const message = { kind: 'order-news' as const, key: keyOf(payload), orderNumber, payload, recipient };
  outboxStore.queue({ db, now }, message, dueAt);
}

export function notifyBusiness(
  context: RecordContext,
  caseId: CaseId | null,
  payload: Payload,
  options: Options = {},
): void {
  const message = { kind: 'order-news' as const, key: keyOf(payload, options), caseId, payload };
  queueNotice(context, 'work', message, options.dueAt);
}

const keyOf = ({ news, id }: Payload, { occurrence }: Options = {}): string =>
  ['order-news', news, id, ...(occurrence === undefined ? [] : [occurrence])].join(':');
