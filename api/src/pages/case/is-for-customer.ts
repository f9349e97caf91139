import type { Db } from '../../db/client.ts';
import { messageById } from '../../work/fulfillment/messages.ts';
import type { OutboxMessage } from '../../messages/outbox/outbox-store.ts';

/** Whether an email goes to the customer of its order, not to the business or to whoever sent a form. */
export function isForCustomer(db: Db, message: OutboxMessage): boolean {
  switch (message.kind) {
    case 'order-confirmation':
    case 'refund':
    case 'payment-update':
    case 'form-reminder':
    case 'recurring':
    case 'quote':
    case 'payment-request':
      return true;
    case 'order-news': {
      const { news, id } = message.payload;
      if (news === 'message') return messageById(db, id)?.adminId !== null;
      return news === 'review-request' || news === 'delivery' || news === 'live' || news === 'link';
    }
    default:
      return false;
  }
}
