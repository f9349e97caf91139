import { dueText } from '@northlight/shared/catalog/due-text.ts';
import { REPLY_FIELDS } from '@northlight/shared/contracts/wording.ts';
import type { AppContext } from '../../money/context.ts';
import { orderPageOf } from '../../work/orders/order-links.ts';
import type { Order } from '../../work/orders/order-store.ts';

const FIELD = new RegExp(`\\{(${Object.keys(REPLY_FIELDS).join('|')})\\}`, 'g');

/** A reply with its fields filled in for an order, such as "Hi Ada". Other braces stay as they are. */
export function fillReply({ settings, now }: AppContext, order: Order, reply: string): string {
  const { firstName, lastName, businessName, orderNumber, dueAt } = order;
  const values: Record<keyof typeof REPLY_FIELDS, string> = {
    name: firstName,
    business: businessName || `${firstName} ${lastName}`.trim(),
    order: orderNumber,
    due: dueAt ? dueText(dueAt, settings.hours.timeZone, now()) : 'as soon as possible',
    link: orderPageOf(settings, order),
  };
  return reply.replaceAll(FIELD, (_, field: keyof typeof values) => values[field]);
}
