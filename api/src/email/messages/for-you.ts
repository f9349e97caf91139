import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import * as customerStore from '../../work/customers/customer-store.ts';
import * as caseStore from '../../work/fulfillment/case-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { kindOf } from '../../base/settings/connections.ts';
import { type EmailContent, small, text } from '../blocks.ts';
import { caseAction, dashboardAction, type EmailContext } from '../email-context.ts';
import { found } from './order-emails.ts';

/**
 * Tells a person of the team that an order or a customer is theirs, or that a note mentions them; null if they no longer work
 * on orders.
 */
export function forYou(
  context: EmailContext,
  { orderNumber, payload, recipient }: MessageOf<'for-you'>,
): EmailContent | null {
  const { db } = context;
  if (!adminStore.team(db).some(({ email }) => email === recipient)) return null;
  const { news, by, customer, note } = payload;
  const who = adminStore.emailName(found(adminStore.byId(db, by)));
  const order = orderNumber === null ? undefined : orderStore.byNumber(db, orderNumber);
  const what = orderNumber === null ? found(customerStore.byId(db, customer ?? 0)).name : orderNumber;
  const whose = order?.businessName ? ` (${order.businessName})` : '';
  const title =
    news === 'assigned'
      ? `${who} made you responsible for ${what}${whose}.`
      : `${who} mentioned you on ${what}${whose}.`;
  return {
    subject: title.slice(0, -1),
    preview: news === 'assigned' ? 'Open it in the dashboard.' : 'Read the note.',
    title: [title],
    blocks: [
      ...(news === 'mention' ? [text(found(caseStore.eventById(db, note ?? 0)).text)] : []),
      orderNumber === null
        ? dashboardAction(context, `Open ${what}`, `customers/${customer}`)
        : caseAction(context, orderNumber, order ? 'order' : 'request'),
    ],
    toBusiness: {},
  };
}

/** Tells an owner that a connection was changed. Names no account, key, or address. */
export function connectionChanged(
  context: EmailContext,
  { payload: { connection, news, by } }: MessageOf<'connection'>,
): EmailContent {
  const who = adminStore.emailName(found(adminStore.byId(context.db, by)));
  const did = news === 'changed' ? 'changed the settings for' : news;
  const title = `${who} ${did} ${kindOf(connection).label}.`;
  return {
    subject: title.slice(0, -1),
    preview: 'If you didn’t expect this, check the connection now.',
    title: [title],
    blocks: [
      dashboardAction(context, 'Open connections', 'settings/connections'),
      small('All owners get this email, so that no change of a connection goes unnoticed.'),
    ],
    toBusiness: {},
  };
}
