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
 * emails that were not sent. Whoever asks again may get it earlier, so that a stranger's limit delays nobody else.
 * Returns when it is due; null if it is held back or was queued before. Call it inside a transaction.
 */
export function queueUnverified(
  { db, now, limits }: Pick<MessagesContext, 'db' | 'now' | 'limits'>,
  message: NewMessage,
  { kind, address, dueAt = now() }: Asked,
): Date | null {
  const isNew = outboxStore.queue({ db, now }, message, dueAt);
  const before = isNew ? undefined : outboxStore.byKey(db, message.key);
  const isHeldBack = before?.status === 'given-up' && before.lastError === HELD_BACK;
  const isLater = before?.status === 'waiting' && before.dueAt > dueAt;
  if (before && !isHeldBack && !isLater) return null;
  const latest = isLater ? new Date(before.dueAt.getTime() - 1) : undefined;
  const free = limits.unverifiedRecipients.take(kind, message.recipient, address, dueAt, latest);
  if (free) outboxStore.sendAt(db, message.key, free);
  else if (isNew) outboxStore.holdBack(db, message.key, HELD_BACK);
  return free;
}
