import type { MessageAnswer } from '@northlight/shared/contracts/admin/cases.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import type { AppContext } from '../context.ts';

const NO_REASON = 'This email is no longer needed and won’t be sent.';
const NOT_KEPT = 'This email was sent before copies were saved.';

/** An email as it was sent, or as it would be sent now; undefined for a message that is not an email. */
export async function readMessage(context: AppContext, id: number): Promise<MessageAnswer | undefined> {
  const message = outboxStore.byId(context.db, id);
  if (!message || message.kind === 'newsletter') return undefined;
  const { recipient } = message;
  const sent = outboxStore.mailOf(context.db, id);
  if (sent) return { success: true, recipient, ...sent, isSent: true };
  if (message.status === 'sent')
    return { success: true, recipient, subject: '', text: NOT_KEPT, isSent: true, answer: null };
  // Loaded on first use, to keep the start fast.
  const { writeMail } = await import('../mail/write-mail.ts');
  const { subject, text } = writeMail(context, message) ?? { subject: '', text: NO_REASON };
  return { success: true, recipient, subject, text, isSent: false, answer: null };
}
