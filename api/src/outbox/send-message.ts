import type { LetterDeps } from '../mail/letter-deps.ts';
import type { MailTransport } from '../mail/transport.ts';
import type { MailMessage } from '../mail/write-mail.ts';
import type { Newsletter } from '../newsletter/newsletter.ts';
import { NotSent } from './not-sent.ts';
import type { SendMessage } from './outbox-lane.ts';
import type { MessageOf, SentMail } from './outbox-store.ts';

type Deps = LetterDeps & { transport: MailTransport; newsletter: Newsletter | null };

/** Does what an outbox row asks for. */
export function createSendMessage(deps: Deps): SendMessage {
  return async (message) =>
    message.kind === 'newsletter' ? joinNewsletter(deps, message) : sendMail(deps, message);
}

async function sendMail(deps: Deps, message: MailMessage): Promise<SentMail | 'dropped'> {
  // Loaded with the first mail, not at start.
  const { writeMail } = await import('../mail/write-mail.ts');
  const mail = writeMail(deps, message);
  if (!mail) return 'dropped';
  const answer = await deps.transport.send(mail, message.key.replaceAll(':', '-'));
  return { subject: mail.subject, text: mail.text, answer };
}

async function joinNewsletter(
  { newsletter }: Deps,
  { payload, recipient }: MessageOf<'newsletter'>,
): Promise<null> {
  if (!newsletter) throw new NotSent('No mailing list is set up.', 'outage');
  await newsletter.subscribe({ email: recipient, ...payload });
  return null;
}
