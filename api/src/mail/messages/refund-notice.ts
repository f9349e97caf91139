import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import type { MessageOf } from '../../outbox/outbox-store.ts';
import { demoNote, named, own, strong, text, type Letter } from '../blocks.ts';
import { orderOf, type EmailContext } from '../email-context.ts';

/** Tells the buyer what went back, and how much of it was tax. */
export function refundNotice(context: EmailContext, message: MessageOf<'refund'>): Letter {
  const order = orderOf(context, message);
  const { amountCents, taxCents, reason, method = order.paymentMethod } = message.payload;
  const amount = formatUsd(amountCents);
  const way = method === 'paypal' ? 'your PayPal account' : 'the card you paid with';
  const tax = taxCents > 0 ? ` ${formatUsd(taxCents)} of it is sales tax.` : '';
  return {
    subject: `Your refund for order ${order.orderNumber}`,
    preview: `${amount} goes back to ${way}.`,
    title: [`${amount} is on its way back.`],
    blocks: [
      text(
        'Hello',
        ...named(order.firstName),
        ', we refunded ',
        strong(amount),
        ' of order ',
        strong(order.orderNumber),
        ` to ${way}.${tax}`,
      ),
      text('Banks take up to ten days to show it.'),
      ...(reason ? [text('Reason: ', own(reason))] : []),
      ...demoNote(order.paymentMode),
    ],
  };
}
