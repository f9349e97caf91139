import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { BY_HAND_WORDS } from '@northlight/shared/contracts/payments.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { demoNote, hello, userText, strong, text, type EmailContent } from '../blocks.ts';
import { orderOf, type EmailContext } from '../email-context.ts';
import { orderPage } from './order-emails.ts';

/** Tells the customer what was refunded, and the sales tax included. */
export function refundNotice(context: EmailContext, message: MessageOf<'refund'>): EmailContent {
  const order = orderOf(context, message);
  const { amountCents, taxCents, reason, method = order.paymentMethod } = message.payload;
  const amount = formatUsd(amountCents);
  const isByProvider = method === 'paypal' || method === 'credit-card' || method === 'by-hand';
  const way = isByProvider
    ? `to ${method === 'paypal' ? 'your PayPal account' : 'the card you paid with'}`
    : BY_HAND_WORDS[method];
  const tax = taxCents > 0 ? ` That includes ${formatUsd(taxCents)} in sales tax.` : '';
  return {
    subject: `Your refund for order ${order.orderNumber}`,
    preview: `We’re refunding ${amount} ${way}.`,
    title: [`Your ${amount} refund is on its way.`],
    blocks: [
      text(
        ...hello(order.firstName),
        ', we refunded ',
        strong(amount),
        ' for order ',
        strong(order.orderNumber),
        ` ${way}.${tax}`,
      ),
      ...demoNote(order.paymentMode),
      ...(reason ? [text('Reason: ', userText(reason))] : []),
      ...(isByProvider ? [text('It can take up to 10 days to appear on your statement.')] : []),
      orderPage(context, order, 'Open your order'),
    ],
  };
}
