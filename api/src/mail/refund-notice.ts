import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import type { OutboxPayload } from '../db/schema.ts';
import type { Env } from '../env.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { renderMail } from './render-mail.ts';
import type { MailText } from './transport.ts';

/** Tells the buyer what went back, and how much of it was tax. */
export function refundNotice(
  order: OrderWithLines,
  { amountCents, taxCents, reason }: OutboxPayload['refund'],
  { business, mailFrom }: Pick<Env, 'business' | 'mailFrom'>,
): MailText {
  const view = {
    order,
    business,
    reason,
    amount: formatUsd(amountCents),
    tax: taxCents > 0 ? formatUsd(taxCents) : null,
    way: order.paymentMethod === 'paypal' ? 'your PayPal account' : 'the card you paid with',
    isDemo: order.paymentMode === 'demo',
  };
  return {
    from: mailFrom,
    subject: `Your refund for order ${order.orderNumber}`,
    ...renderMail('refund-notice', view),
  };
}
