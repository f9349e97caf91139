import { eq } from 'drizzle-orm';
import {
  DEFAULT_NOTICES,
  NOTICES,
  type Notice,
  type NoticeChoice,
} from '@northlight/shared/contracts/notices.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import type { MessagesContext } from './context.ts';
import type { Db } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { adminUsers } from '../db/schema/people.ts';
import * as outboxStore from './outbox/outbox-store.ts';
import type { NewMessage } from './outbox/outbox-store.ts';

const activePeople = prepared((db) => db.select().from(adminUsers).where(eq(adminUsers.isActive, true)));

export const noticesOf = (db: Db, adminId: number): NoticeChoice =>
  db.select().from(adminUsers).where(eq(adminUsers.id, adminId)).get()?.notices ?? DEFAULT_NOTICES;

/**
 * Queues an email to the mailbox of the business, and a copy to each person who chose this kind of notice and
 * may see what it is about. Call it in the transaction of the cause.
 */
export function queueNotice(
  { db, settings, now }: Pick<MessagesContext, 'db' | 'settings' | 'now'>,
  notice: Notice,
  message: Omit<NewMessage, 'recipient'>,
  dueAt?: Date,
): void {
  const mailbox = settings.business.email;
  // The payload still belongs to its kind.
  const to = (key: string, recipient: string) =>
    outboxStore.add(db, { ...message, key, recipient } as NewMessage, now(), dueAt);
  to(message.key, mailbox);
  for (const person of activePeople(db).all()) {
    const mayKnow = hasRight(person.role, NOTICES[notice].right);
    if (mayKnow && person.notices?.email.includes(notice) && person.email !== mailbox)
      to(`${message.key}:person-${person.id}`, person.email);
  }
}
