import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import { receiptRows } from '@northlight/shared/catalog/receipt.ts';
import { numberOf } from '../../db/cases.ts';
import { boughtText, customerName, isPart, personName, priceOf } from '../../work/orders/present-order.ts';
import * as agreementStore from '../../money/recurring/agreement-store.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { demoNote, type EmailContent, strong, text, userText } from '../blocks.ts';
import { caseAction, type EmailContext, orderOf } from '../email-context.ts';
import { isolated } from '../email-text.ts';

/** Notifies the business of an order. */
export function newOrder(context: EmailContext, message: MessageOf<'new-order'>): EmailContent {
  const order = orderOf(context, message);
  const { orderNumber, caseId, isExtra, businessName, email, phone, businessDescription } = order;
  const agreement = agreementStore.byOrder(context.db, order.id);
  const main = numberOf(context.db, caseId);
  const name = personName(order);
  const what = isExtra && isPart(order) ? 'Payment' : 'New order';
  return {
    subject: `${what} ${orderNumber}: ${formatUsd(order.initialPaymentCents)} from ${isolated(name)}`,
    preview: isExtra
      ? `${boughtText(order)} for order ${main}.`
      : `Order from ${customerName(order) || email}. They still need to fill out their forms.`,
    title: [`${what} ${orderNumber}`],
    blocks: [
      isExtra
        ? text(
            userText(name),
            `${isPart(order) ? ' made a payment: ' : ' bought '}${boughtText(order)} for order `,
            strong(main),
            '.',
          )
        : text(
            userText(name),
            ' placed an order',
            ...(businessName ? [' for ', userText(businessName)] : []),
            '.',
          ),
      ...demoNote(order.paymentMode),
      { kind: 'receipt', title: 'Receipt', rows: receiptRows(priceOf(order)) },
      {
        kind: 'facts',
        facts: [
          { label: 'Email', answer: email },
          ...(phone ? [{ label: 'Phone', answer: phone }] : []),
          { label: 'Business description', answer: businessDescription },
          ...(agreement
            ? [
                {
                  label: 'First recurring payment',
                  answer: dayText(agreement.firstChargeAt, context.settings.hours.timeZone),
                },
              ]
            : []),
        ],
      },
      caseAction(context, main),
    ],
    toBusiness: { replyTo: email },
  };
}
