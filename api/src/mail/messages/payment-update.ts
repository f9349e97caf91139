import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import type { MessageOf } from '../../outbox/outbox-store.ts';
import { demoNote, named, strong, text, type Letter } from '../blocks.ts';
import { orderOf, type EmailContext } from '../email-context.ts';

/** Tells the buyer how their bank payment stands; null when the money has arrived meanwhile. */
export function paymentUpdate(context: EmailContext, message: MessageOf<'payment-update'>): Letter | null {
  const order = orderOf(context, message);
  if (order.receivedAmountCents !== null) return null;
  const { orderNumber, firstName, paymentMode } = order;
  const amount = formatUsd(order.initialPaymentCents);
  if (message.payload.state === 'processing') {
    return {
      subject: `Your order ${orderNumber}: payment on its way`,
      preview: `Your bank is processing ${amount}. There is nothing you need to do.`,
      title: ['Thank you', ...named(firstName), '.'],
      blocks: [
        text('Your order number is ', strong(orderNumber), '.'),
        text(
          `Your bank is processing the payment of ${amount}. This can take a few business days. We will email you as soon as it arrives, and then we start.`,
        ),
        text('Please do not pay again.'),
        ...demoNote(paymentMode),
      ],
    };
  }
  return {
    subject: `Your order ${orderNumber}: payment not completed`,
    preview: `Your bank did not complete the payment of ${amount}. Nothing was charged.`,
    title: ['Your payment did not go through.'],
    blocks: [
      text(
        'Hello',
        ...named(firstName),
        `, your bank did not complete the payment of ${amount} for order `,
        strong(orderNumber),
        '. Nothing was charged.',
      ),
      text('If you still want to order, please check out again with another way to pay.'),
      { kind: 'action', action: { label: 'Check out again', url: `${context.settings.publicUrl}/checkout` } },
      ...demoNote(paymentMode),
    ],
  };
}
