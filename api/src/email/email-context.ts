import type { OrderWithLines } from '../work/orders/order-store.ts';
import type { OutboxMessage } from '../messages/outbox/outbox-store.ts';
import * as orderStore from '../work/orders/order-store.ts';
import type { AppContext } from '../money/context.ts';
import { type Block, button } from './blocks.ts';

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

/** A button that opens a place in the dashboard. */
export const dashboardAction = ({ settings }: EmailContext, label: string, place = ''): Block =>
  button(label, `${settings.publicUrl}/admin#/${place}`);

export const caseAction = (
  context: EmailContext,
  orderNumber: string,
  what: 'order' | 'request' = 'order',
): Block => dashboardAction(context, `Open ${what} ${orderNumber}`, `case/${orderNumber}`);

export const overviewAction = (context: EmailContext): Block =>
  dashboardAction(context, 'Open the dashboard');
