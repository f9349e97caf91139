import type { OrderWithLines } from '../work/orders/order-store.ts';
import type { OutboxMessage } from '../messages/outbox/outbox-store.ts';
import * as orderStore from '../work/orders/order-store.ts';
import type { AppContext } from '../money/context.ts';
import type { Block } from './blocks.ts';

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

/** A button that opens an order or request in the dashboard. */
export function caseAction(
  { settings }: EmailContext,
  orderNumber: string,
  what: 'order' | 'request' = 'order',
): Block {
  const url = `${settings.publicUrl}/admin#/case/${orderNumber}`;
  return { kind: 'action', action: { label: `Open ${what} ${orderNumber}`, url } };
}

export function overviewAction({ settings }: EmailContext): Block {
  return { kind: 'action', action: { label: 'Open the dashboard', url: `${settings.publicUrl}/admin#/` } };
}
