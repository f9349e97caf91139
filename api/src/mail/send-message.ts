import type { MailTransport } from './transport.ts';
import type { MailMessage } from './write-mail.ts';
import { DeliveryError } from '../outbox/delivery-error.ts';
import type { SendMessage } from '../outbox/outbox-queue.ts';
import type { MessageOf, SentMail } from '../outbox/outbox-store.ts';
import type { AppContext } from '../context.ts';

/** Returns the function that sends an outbox message. */
export function createSendMessage(context: AppContext, transport: MailTransport): SendMessage {
  return async (message) =>
    message.kind === 'newsletter' ? joinNewsletter(context, message) : sendMail(context, transport, message);
}

async function sendMail(
  context: AppContext,
  transport: MailTransport,
  message: MailMessage,
): Promise<SentMail | 'dropped'> {
  // Loaded on first use, to keep the start fast.
  const { writeMail } = await import('./write-mail.ts');
  const mail = writeMail(context, message);
  if (!mail) return 'dropped';
  const answer = await transport.send(mail, message.key.replaceAll(':', '-'));
  return { subject: mail.subject, text: mail.text, answer };
}

async function joinNewsletter(
  { newsletter }: AppContext,
  { payload, recipient }: MessageOf<'newsletter'>,
): Promise<null> {
  if (!newsletter) throw new DeliveryError('No mailing list is set up.', 'outage');
  await newsletter.subscribe({ email: recipient, ...payload });
  return null;
}
