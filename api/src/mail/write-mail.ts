import type { EmailContext } from './email-context.ts';
import type { OutboxMessage } from '../outbox/outbox-store.ts';
import type { Letter } from './blocks.ts';
import { formReceived } from './messages/form-received.ts';
import { formReminder } from './messages/form-reminder.ts';
import { newOrder } from './messages/new-order.ts';
import { newSubmission } from './messages/new-submission.ts';
import { orderConfirmation } from './messages/order-confirmation.ts';
import { paymentToReview } from './messages/payment-to-review.ts';
import { paymentUpdate } from './messages/payment-update.ts';
import { refundNotice } from './messages/refund-notice.ts';
import { unpaidOrders } from './messages/unpaid-orders.ts';
import { renderMail } from './render-mail.ts';
import type { Mail } from './transport.ts';

export type MailMessage = Exclude<OutboxMessage, { kind: 'newsletter' }>;

/** The mail that a message asks for, as of now; null where there is no reason for it any more. */
export function writeMail(context: EmailContext, message: MailMessage): Mail | null {
  const letter = writeLetter(context, message);
  if (!letter) return null;
  const { publicUrl, mailFrom, business } = context.settings;
  return {
    from: mailFrom,
    to: message.recipient,
    replyTo: letter.toBusiness?.replyTo ?? business.email,
    subject: letter.subject,
    messageId: messageIdOf(message, new URL(publicUrl).hostname),
    ...(letter.stop && { stopUrl: letter.stop.call }),
    ...renderMail(letter, business),
  };
}

/**
 * Sent again after a crash it bears the same id, so that a mailbox that has it already shows it once. The time is part of it,
 * for a restored backup gives numbers out again.
 */
function messageIdOf({ key, createdAt }: MailMessage, host: string): string {
  return `<${key.replaceAll(':', '.')}.${createdAt.getTime().toString(36)}@${host}>`;
}

function writeLetter(context: EmailContext, message: MailMessage): Letter | null {
  switch (message.kind) {
    case 'order-confirmation':
      return orderConfirmation(context, message);
    case 'payment-update':
      return paymentUpdate(context, message);
    case 'refund':
      return refundNotice(context, message);
    case 'form-received':
      return formReceived(context, message);
    case 'form-reminder':
      return formReminder(context, message);
    case 'new-order':
      return newOrder(context, message);
    case 'new-submission':
      return newSubmission(context, message);
    case 'payment-to-review':
      return paymentToReview(context, message);
    case 'unpaid-orders':
      return unpaidOrders(context, message);
  }
}
