import type { OrderWithLines } from '../work/orders/order-store.ts';
import type { OutboxMessage } from '../messages/outbox/outbox-store.ts';
import * as orderStore from '../work/orders/order-store.ts';
import type { AppContext } from '../money/context.ts';

/** What emails are written from. */
export type EmailContext = Pick<AppContext, 'db' | 'settings' | 'now'>;

export function orderOf(
  { db }: EmailContext,
  { orderNumber }: Pick<OutboxMessage, 'orderNumber'>,
): OrderWithLines {
  const order = orderNumber === null ? undefined : orderStore.byNumber(db, orderNumber);
  if (!order) throw new Error(`The order for this email no longer exists (${orderNumber}).`);
  return order;
}
