import { receiptRows } from '@northlight/shared/catalogue/receipt.ts';
import { quoteOf } from '../../orders/present-order.ts';
import type { MessageOf } from '../../outbox/outbox-store.ts';
import { demoNote, heading, named, small, strong, text, type Letter } from '../blocks.ts';
import { formSteps } from '../form-steps.ts';
import { orderOf, type EmailContext } from '../email-context.ts';

/** The customer's confirmation: number, receipt, what recurs, and the form of each service. */
export function orderConfirmation(context: EmailContext, message: MessageOf<'order-confirmation'>): Letter {
  const order = orderOf(context, message);
  const { orderNumber, firstName, consent } = order;
  return {
    subject: `Your order ${orderNumber}`,
    preview: 'Your receipt, and what we need from you next.',
    title: ['Thank you', ...named(firstName), '.'],
    blocks: [
      text('Your order number is ', strong(orderNumber), '. You’ll need it for the forms below.'),
      ...demoNote(order.paymentMode),
      { kind: 'receipt', title: 'Your receipt', rows: receiptRows(quoteOf(order)) },
      ...(consent ? [small(consent.text)] : []),
      heading('What we need from you'),
      ...formSteps(context, order, order.serviceTypes),
    ],
  };
}
