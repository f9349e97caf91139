import type { MessagesContext } from '../context.ts';
import type { UnverifiedKind } from '../../http/limits/unverified-recipients.ts';
import * as outboxStore from './outbox-store.ts';
import type { NewMessage } from './outbox-store.ts';

const HELD_BACK =
  'Held back: too many emails were asked for, to this address or from one network. Send it if it is wanted.';

/** `address` is the network address of whoever asked for the email, if known. `dueAt`: when to send it, if not now. */
type Asked = { kind: UnverifiedKind; address: string | undefined; dueAt?: Date };

/**
 * Queues an email that anyone can ask for in anyone's name. What its limits hold back is sent later, or listed with the
 * emails that were not sent. Returns when it is due; null if it is held back or was queued before. Call it inside a
 * transaction.
 */
export function queueUnverified(
  { db, now, limits }: Pick<MessagesContext, 'db' | 'now' | 'limits'>,
  message: NewMessage,
  { kind, address, dueAt = now() }: Asked,
): Date | null {
  if (!outboxStore.add(db, message, now(), dueAt)) return null;
  const free = limits.unverifiedRecipients.take(kind, message.recipient, address, dueAt);
  if (!free) outboxStore.holdBack(db, message.key, HELD_BACK);
  else if (free > dueAt) outboxStore.postpone(db, message.key, free);
  return free;
}
