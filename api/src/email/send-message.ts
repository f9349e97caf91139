import type { EmailTransport } from './transport.ts';
import type { EmailMessage } from './write-email.ts';
import { DeliveryError } from '../messages/outbox/delivery-error.ts';
import type { SendMessage } from '../messages/outbox/outbox-queue.ts';
import { isPersonal, type MessageOf, type SentEmail } from '../messages/outbox/outbox-store.ts';
import type { AppContext } from '../money/context.ts';

/** Returns the function that sends an outbox message. */
export function createSendMessage(context: AppContext, transport: EmailTransport): SendMessage {
  return async (message) =>
    message.kind === 'newsletter' ? joinNewsletter(context, message) : sendEmail(context, transport, message);
}

async function sendEmail(
  context: AppContext,
  transport: EmailTransport,
  message: EmailMessage,
): Promise<SentEmail | 'dropped'> {
  // Loaded on first use, to keep the start fast.
  const { writeEmail } = await import('./write-email.ts');
  const email = writeEmail(context, message);
  if (!email) return 'dropped';
  // A key can contain a provider's ID, and an email can become a file.
  const answer = await transport.send(email, message.key.replaceAll(/[^\w.-]/g, '-'));
  return { subject: email.subject, text: isPersonal(message) ? '' : email.text, answer };
}

async function joinNewsletter(
  { newsletter }: AppContext,
  { payload, recipient }: MessageOf<'newsletter'>,
): Promise<null> {
  if (!newsletter) throw new DeliveryError('No mailing list is set up.', 'outage');
  await newsletter.subscribe({ email: recipient, ...payload });
  return null;
}
