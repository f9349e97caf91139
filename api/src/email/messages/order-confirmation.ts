import { REVISIONS } from '@northlight/shared/catalog/ids.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import { EXTRA_REVISIONS } from '@northlight/shared/catalog/rounds.ts';
import { receiptRows, recurringText } from '@northlight/shared/catalog/receipt.ts';
import { receiptUrlOf } from '../../money/invoices/documents.ts';
import * as agreementStore from '../../money/recurring/agreement-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { boughtText, isPart, priceOf } from '../../work/orders/present-order.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import {
  demoNote,
  heading,
  withName,
  small,
  strong,
  text,
  type Block,
  type EmailContent,
} from '../blocks.ts';
import { formSteps } from '../form-steps.ts';
import { numberOf } from '../../db/cases.ts';
import { orderOf, type EmailContext } from '../email-context.ts';
import { orderPage } from './order-emails.ts';

/** The customer's confirmation: number, receipt, what recurs, and the form of each service. */
export function orderConfirmation(
  context: EmailContext,
  message: MessageOf<'order-confirmation'>,
): EmailContent {
  const order = orderOf(context, message);
  if (order.isExtra) return extraConfirmation(context, order);
  const { orderNumber, firstName } = order;
  return {
    subject: `Your order ${orderNumber}`,
    preview: 'Your receipt, and what we need from you next.',
    title: ['Thank you', ...withName(firstName), '.'],
    blocks: [
      text(
        'Your order number is ',
        strong(orderNumber),
        `. You’ll need it for the form${order.serviceTypes.length === 1 ? '' : 's'} below.`,
      ),
      ...demoNote(order.paymentMode),
      ...receiptBlocks(context, order),
      heading('What we need from you'),
      ...formSteps(context, order, order.serviceTypes),
      ...recurringBlocks(context, order),
      text('Your order page shows what happens next. You can send us messages there, too.'),
      orderPage(context, order, 'Open your order'),
    ],
  };
}

/** The confirmation of what was sold on a case later. Its link opens the page of the case. */
function extraConfirmation(context: EmailContext, order: OrderWithLines): EmailContent {
  const main = numberOf(context.db, order.caseId);
  const { orderNumber, firstName, paymentMode, lines } = order;
  const what = boughtText(order);
  const isPaid = isPart(order);
  const hasRevisions = lines.some(({ addonId }) => addonId === REVISIONS);
  return {
    subject: `${what} for order ${main}`,
    preview: 'Here is your receipt.',
    title: ['Thank you', ...withName(firstName), '.'],
    blocks: [
      text(
        isPaid ? 'We received your payment: ' : 'You bought ',
        strong(what),
        ' for order ',
        strong(main),
        '.',
      ),
      ...(hasRevisions ? [text(`You can ask for ${EXTRA_REVISIONS} more revisions of your website.`)] : []),
      text(`This ${isPaid ? 'payment' : 'purchase'} has its own order number, `, strong(orderNumber), '.'),
      ...demoNote(paymentMode),
      ...receiptBlocks(context, order),
      orderPage(context, order, 'Open your order'),
    ],
  };
}

function receiptBlocks({ settings }: EmailContext, order: OrderWithLines): Block[] {
  return [
    { kind: 'receipt', title: 'Your receipt', rows: receiptRows(priceOf(order)) },
    ...(order.consent ? [small(order.consent.text)] : []),
    {
      kind: 'link',
      action: {
        label: order.initialPaymentCents > 0 ? 'Your invoice (PDF)' : 'Your receipt (PDF)',
        url: `${settings.publicUrl}${receiptUrlOf(settings.secret, order)}`,
      },
    },
  ];
}

/** The first date, and the page where the customer can cancel. Nothing if nothing recurs. */
function recurringBlocks({ db, settings }: EmailContext, order: OrderWithLines): Block[] {
  const agreement = agreementStore.byOrder(db, order.id);
  if (!agreement) return [];
  return [
    heading('Your recurring payment'),
    text(
      `Your website costs ${recurringText(priceOf(order))}, starting `,
      strong(dayText(agreement.firstChargeAt, settings.hours.timeZone)),
      '.',
    ),
  ];
}
