import { currentContent } from '../db/catalogs.ts';
import type { EmailContext } from './email-context.ts';
import { messageIdOf } from '../messages/outbox/message-id.ts';
import type { OutboxMessage, MessageOf } from '../messages/outbox/outbox-store.ts';
import type { EmailContent } from './blocks.ts';
import { connectionChanged, forYou } from './messages/for-you.ts';
import { formReceived, newSubmission } from './messages/form-received.ts';
import { formReminder } from './messages/form-reminder.ts';
import { accountNews, invitation } from './messages/invitation.ts';
import { leftAddress } from './messages/left-address.ts';
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
import { accentsOf, chosenColors } from '@northlight/shared/content/colors.ts';
import type { Content } from '@northlight/shared/content/field.ts';
import { emailHtml } from './email-html.ts';
import { type Business, emailText } from './email-text.ts';

export type EmailMessage = Exclude<OutboxMessage, { kind: 'newsletter' }>;

/** Writes the email for a message, as of now; null when it is no longer needed. */
export function writeEmail(context: EmailContext, message: EmailMessage): Email | null {
  const letter = WRITERS[message.kind]?.(context, message as never);
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

type Writers = {
  [Kind in EmailMessage['kind']]: (context: EmailContext, message: MessageOf<Kind>) => EmailContent | null;
};

const WRITERS: Writers = {
  'order-confirmation': orderConfirmation,
  'payment-update': paymentUpdate,
  recurring,
  'order-news': orderNews,
  refund: refundNotice,
  'form-received': formReceived,
  'form-reminder': formReminder,
  'new-order': newOrder,
  'new-submission': newSubmission,
  'payment-to-review': paymentToReview,
  'unpaid-orders': unpaidOrders,
  quote,
  'quote-answer': quoteAnswer,
  'payment-request': paymentRequest,
  'unfinished-checkout': unfinishedCheckout,
  'left-address': leftAddress,
  'orders-link': ordersLink,
  'for-you': forYou,
  connection: connectionChanged,
  invitation,
  account: accountNews,
};

/** The three bars beside the name, on light and on dark ground. */
const BARS = {
  website: ['#2b6cd4', '#7fb0ff'],
  voice: ['#d2502a', '#ff9472'],
  onhold: ['#178055', '#5fcf9c'],
};

/** Renders both parts of an email in the colors of the owner's content. */
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
  return { html: emailHtml(letter, business, bars), text: emailText(letter, business) };
}
