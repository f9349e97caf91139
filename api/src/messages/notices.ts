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
import type { OutboxPayload } from '../db/schema/messages.ts';
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
    outboxStore.queue({ db, now }, { ...message, key, recipient } as NewMessage, dueAt);
  to(message.key, mailbox);
  for (const person of activePeople(db).all()) {
    const mayKnow = hasRight(person.role, NOTICES[notice].right);
    if (mayKnow && person.notices?.email.includes(notice) && person.email !== mailbox)
      to(`${message.key}:person-${person.id}`, person.email);
  }
}

/** Tells every owner of a change that decides who gets the shop's money or mail, also the one who made it. Returns the keys. */
export function queueForOwners(
  { db, now }: Pick<MessagesContext, 'db' | 'now'>,
  key: string,
  payload: OutboxPayload['connection'],
  dueAt?: Date,
): string[] {
  const owners = activePeople(db)
    .all()
    .filter(({ role }) => role === 'owner');
  return owners.map(({ id, email: recipient }) => {
    const message = { kind: 'connection', key: `${key}:person-${id}`, orderNumber: null } as const;
    outboxStore.queue({ db, now }, { ...message, recipient, payload }, dueAt);
    return message.key;
  });
}

type ForYou = Omit<Extract<NewMessage, { kind: 'for-you' }>, 'kind' | 'recipient'>;

/** Queues an email to a person of the team who wants to be told. Nobody is told what they did themselves. */
export function queueForPerson(
  { db, now }: Pick<MessagesContext, 'db' | 'now'>,
  adminId: number,
  message: ForYou,
): void {
  const person = activePeople(db)
    .all()
    .find(({ id }) => id === adminId);
  if (!person || adminId === message.payload.by) return;
  if (!(person.notices ?? DEFAULT_NOTICES).email.includes('mine')) return;
  const key = `${message.key}:person-${adminId}`;
  outboxStore.queue({ db, now }, { ...message, kind: 'for-you', key, recipient: person.email });
}
