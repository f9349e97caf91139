import { currentContent } from '../db/catalogs.ts';
import type { EmailContext } from './email-context.ts';
import { messageIdOf } from '../messages/outbox/message-id.ts';
import type { OutboxMessage } from '../messages/outbox/outbox-store.ts';
import type { EmailContent } from './blocks.ts';
import { connectionChanged, forYou } from './messages/for-you.ts';
import { formReceived, newSubmission } from './messages/form-received.ts';
import { formReminder } from './messages/form-reminder.ts';
import { accountNews, invitation } from './messages/invitation.ts';
import { newOrder } from './messages/new-order.ts';
import { orderConfirmation } from './messages/order-confirmation.ts';
import { orderNews } from './messages/order-emails.ts';
import { ordersLink } from './messages/orders-link.ts';
import { paymentToReview } from './messages/payment-to-review.ts';
import { paymentUpdate } from './messages/payment-update.ts';
import { paymentRequest, quote, quoteAnswer } from './messages/quotes.ts';
import { recurring } from './messages/recurring.ts';
import { refundNotice } from './messages/refund-notice.ts';
import { unfinishedCheckout } from './messages/unfinished-checkout.ts';
import { unpaidOrders } from './messages/unpaid-orders.ts';
import type { Email } from './transport.ts';
import { Eta } from 'eta';
import { accentsOf, chosenColors } from '@northlight/shared/content/colors.ts';
import type { Content } from '@northlight/shared/content/field.ts';
import { sourceFile } from '../base/paths.ts';
import { type Business, emailText } from './email-text.ts';

export type EmailMessage = Exclude<OutboxMessage, { kind: 'newsletter' }>;

/** Writes the email for a message, as of now; null when it is no longer needed. */
export function writeEmail(context: EmailContext, message: EmailMessage): Email | null {
  const letter = writeContent(context, message);
  if (!letter) return null;
  const { publicUrl, mailFrom, business, secret, inbox } = context.settings;
  return {
    from: mailFrom,
    to: message.recipient,
    replyTo: letter.toBusiness?.replyTo ?? (inbox?.address || business.email),
    subject: letter.subject,
    messageId: `<${messageIdOf(secret, message, new URL(publicUrl).hostname)}>`,
    ...(letter.stop && { stopUrl: letter.stop.call }),
    ...renderEmail(letter, business, currentContent(context.db)),
  };
}

function writeContent(context: EmailContext, message: EmailMessage): EmailContent | null {
  switch (message.kind) {
    case 'order-confirmation':
      return orderConfirmation(context, message);
    case 'payment-update':
      return paymentUpdate(context, message);
    case 'recurring':
      return recurring(context, message);
    case 'order-news':
      return orderNews(context, message);
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
    case 'quote':
      return quote(context, message);
    case 'quote-answer':
      return quoteAnswer(context, message);
    case 'payment-request':
      return paymentRequest(context, message);
    case 'unfinished-checkout':
      return unfinishedCheckout(context, message);
    case 'orders-link':
      return ordersLink(context, message);
    case 'for-you':
      return forYou(context, message);
    case 'connection':
      return connectionChanged(context, message);
    case 'invitation':
      return invitation(context, message);
    case 'account':
      return accountNews(context, message);
  }
}

const eta = new Eta({ views: sourceFile('email/templates'), cache: true });

/** The three bars beside the name, on light and on dark ground. */
const BARS = {
  website: ['#2b6cd4', '#7fb0ff'],
  voice: ['#d2502a', '#ff9472'],
  onhold: ['#178055', '#5fcf9c'],
};

/** Renders both parts of an email in the colors of the owner's content. Eta escapes all text in the HTML part. */
export function renderEmail(
  letter: EmailContent,
  business: Business,
  content: Content = {},
): { html: string; text: string } {
  const chosen = chosenColors(content).map(([id, color]) => {
    const { light, dark } = accentsOf(color);
    return [id, [light.accent, dark.accent]];
  });
  const bars = { ...BARS, ...Object.fromEntries(chosen) };
  return { html: eta.render('./email', { letter, business, bars }), text: emailText(letter, business) };
}
