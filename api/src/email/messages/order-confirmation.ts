import { dayText } from '@northlight/shared/catalogue/periods.ts';
import { receiptRows, recurringText } from '@northlight/shared/catalogue/receipt.ts';
import * as agreementStore from '../../recurring/agreement-store.ts';
import type { OrderWithLines } from '../../orders/order-store.ts';
import { quoteOf } from '../../orders/present-order.ts';
import type { MessageOf } from '../../outbox/outbox-store.ts';
import { demoNote, heading, named, small, strong, text, type Block, type Letter } from '../blocks.ts';
import { formSteps } from '../form-steps.ts';
import { orderOf, type EmailContext } from '../email-context.ts';
import { recurringPageOf } from './recurring.ts';

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
      ...recurringBlocks(context, order),
    ],
  };
}

/** The first date, and the page where the customer can cancel. Nothing if nothing recurs. */
function recurringBlocks({ db, settings }: EmailContext, order: OrderWithLines): Block[] {
  const agreement = agreementStore.byOrder(db, order.id);
  if (!agreement) return [];
  return [
    heading('Your recurring payment'),
    text(
      `Your website costs ${recurringText(quoteOf(order))}, starting `,
      strong(dayText(agreement.firstChargeAt)),
      '.',
    ),
    {
      kind: 'action',
      action: { label: 'View or cancel your recurring payment', url: recurringPageOf(settings, order) },
    },
  ];
}
