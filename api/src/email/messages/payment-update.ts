import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { button, demoNote, hello, withName, strong, text, type EmailContent } from '../blocks.ts';
import { orderOf, type EmailContext } from '../email-context.ts';
import { orderPage } from './order-emails.ts';

/** Tells the customer how their payment stands; null when that has changed meanwhile. */
export function paymentUpdate(
  context: EmailContext,
  message: MessageOf<'payment-update'>,
): EmailContent | null {
  const order = orderOf(context, message);
  const stands = { processing: 'processing', failed: 'payment_lost' }[message.payload.state];
  if (order.receivedAmountCents !== null || order.review?.code !== stands) return null;
  const { orderNumber, firstName, paymentMode } = order;
  const amount = formatUsd(order.initialPaymentCents);
  if (message.payload.state === 'processing') {
    const isHeld = order.review?.code === 'processing' && order.review.held !== undefined;
    const who = isHeld ? 'PayPal' : 'Your bank';
    return {
      subject: `Your order ${orderNumber}: payment processing`,
      preview: `${who} is processing ${amount}. You don’t need to do anything.`,
      title: ['Thank you', ...withName(firstName), '.'],
      blocks: [
        text('Your order number is ', strong(orderNumber), '.'),
        ...demoNote(paymentMode),
        text(
          `${who} is processing your payment of ${amount}. This can take a few business days. We’ll email you as soon as it arrives, and then we’ll get started.`,
        ),
        text('Please don’t pay again.'),
      ],
    };
  }
  const isPaypal = order.paymentMethod === 'paypal';
  return {
    subject: `Your order ${orderNumber}: payment not completed`,
    preview: `${isPaypal ? 'PayPal' : 'Your bank'} didn’t complete your payment of ${amount}, so it was not charged.`,
    title: ['Your payment didn’t go through.'],
    blocks: [
      text(
        ...hello(firstName),
        `, ${isPaypal ? 'PayPal' : 'your bank'} didn’t complete your payment of ${amount} for order `,
        strong(orderNumber),
        '. That payment was not charged.',
      ),
      ...demoNote(paymentMode),
      text(
        'If you still want to order and haven’t paid since, please check out again with another payment method.',
      ),
      order.isExtra
        ? orderPage(context, order, 'Open your order')
        : button('Check out again', `${context.settings.publicUrl}/checkout`),
    ],
  };
}
