import { ORDERS_PAGE } from '@northlight/shared/contracts/customer-orders.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { ordersKeyOf } from '../../work/customers/customer-key.ts';
import { personById } from '../../work/customers/customer-store.ts';
import { button, hello, small, text, type EmailContent } from '../blocks.ts';
import type { EmailContext } from '../email-context.ts';

/** The link to all orders of a person. Null when they were erased, or have another address now. */
export function ordersLink(
  context: EmailContext,
  { payload, recipient, createdAt }: MessageOf<'orders-link'>,
): EmailContent | null {
  const person = personById(context.db, payload.person);
  if (person?.email !== recipient) return null;
  const { name, publicUrl } = { ...context.settings.business, ...context.settings };
  const key = ordersKeyOf(context, person, createdAt);
  const [first = ''] = person.name.split(' ');
  return {
    subject: `Your orders from ${name}`,
    preview: 'Here’s the link you asked for.',
    title: ['Your orders'],
    blocks: [
      text(...hello(first), ', here is the link to all your orders, payments, and invoices.'),
      button('See your orders', `${publicUrl}${ORDERS_PAGE}?${new URLSearchParams({ key })}`),
      small('The link works for 30 days. Didn’t ask for it? You don’t need to do anything.'),
    ],
  };
}
