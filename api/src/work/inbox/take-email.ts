import type { Readable } from 'node:stream';
import { and, eq, gt } from 'drizzle-orm';
import { ApiError } from '../../base/errors.ts';
import { HOUR_MS } from '../../base/units.ts';
import { countWhere } from '../../db/count-where.ts';
import { caseEvents } from '../../db/schema/orders.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueNotice } from '../../messages/notices.ts';
import { emailsNamedIn } from '../../messages/outbox/message-id.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { WorkContext } from '../context.ts';
import { storeUpload } from '../files/finish-upload.ts';
import { addMessage, storeMessage } from '../fulfillment/messages.ts';
import { announce, notifyBusiness } from '../fulfillment/order-emails.ts';
import { matchEmail, threadOf, type Match, type Thread } from './match-email.ts';
import { knownOf, messageOf } from './message-of-email.ts';
import { readBody, removeUploads, UnreadableEmail } from './read-body.ts';
import type { Head } from './read-head.ts';
import { bounceOf } from './read-bounce.ts';

/** Mail servers rarely take more. */
const MOST_MB = 25;
/** A sender who floods an order is told of no further. */
const MOST_LEFT_OUT_PER_HOUR = 10;
const MOST_BOUNCE_BYTES = 1024 * 1024;

export type Incoming = {
  head: Head;
  /** In bytes. */
  size: number;
  /** Whether it is in the folder of the emails that the studio sent. */
  isSent: boolean;
  /** Its source, up to this many bytes. */
  download: (most: number) => Promise<Readable>;
};
export type Mark = () => void;

/**
 * Stores what an email brings to an order, in one transaction with `mark`, which notes that it was read. Returns false,
 * and stores nothing, if it brings nothing. Rejects if it can't be loaded or stored now.
 */
export async function takeEmail(context: WorkContext, email: Incoming, mark: Mark): Promise<boolean> {
  const { head, isSent, size } = email;
  if (head.isBounce && !isSent) return takeBounce(context, email, mark);
  const match = matchEmail(context, head, isSent);
  if (match.kind === 'none') return false;
  const leaveOut = (reason: string) => leaveOutEmail(context, email, match.thread, reason, mark);
  if (match.kind === 'left-out') await leaveOut(match.reason);
  else if (size > MOST_MB * 1024 * 1024) await leaveOut(`it is larger than ${MOST_MB} MB`);
  else {
    try {
      await takeMessage(context, email, match, mark);
    } catch (error) {
      if (error instanceof ApiError) await leaveOut('its sender wrote too many messages in an hour');
      else if (error instanceof UnreadableEmail) await leaveOut('it can’t be read');
      else throw error;
    }
  }
  announce(context, match.thread.number);
  return true;
}

/** Tells that an email could not be read, if it belongs to an order. Returns whether it does. */
export async function tellUnread(context: WorkContext, email: Incoming, mark: Mark): Promise<boolean> {
  const match = matchEmail(context, email.head, email.isSent);
  if (match.kind === 'none') return false;
  await leaveOutEmail(context, email, match.thread, 'it can’t be read', mark);
  announce(context, match.thread.number);
  return true;
}

const leaveOutEmail = (
  context: WorkContext,
  { head }: Incoming,
  thread: Thread,
  reason: string,
  mark: Mark,
): Promise<void> =>
  inTransaction(context.db, () => {
    mark();
    tellLeftOut(context, thread, head, reason);
  });

async function takeMessage(
  context: WorkContext,
  { head, size, download }: Incoming,
  match: Extract<Match, { kind: 'message' }>,
  mark: Mark,
): Promise<void> {
  const { db } = context;
  const { thread, byEmail, adminId } = match;
  const key = keyOf(thread, head);
  const owner = byEmail === 'customer' && thread.quoteId === null ? thread.number : null;
  const body = await readBody(context, await download(size), owner);
  try {
    const { text, files } = messageOf(body, {
      ...knownOf(context, head, thread),
      isClaimed: match.isClaimed,
    });
    await inTransaction(db, () => {
      mark();
      // A quote may have become an order while the email was loaded.
      const { number, quoteId } = threadOf(context, thread.number) ?? thread;
      const message = { key, text };
      const from = { orderNumber: number, adminId, byEmail };
      const isNew =
        quoteId === null ? addMessage(context, from, message) : addQuestion(context, from, quoteId, message);
      if (isNew) for (const { upload, content } of files) storeUpload(context, upload, content, number);
    });
  } finally {
    await removeUploads(context, body);
  }
  context.wakePreviews();
}

/** A quote has no page of files and no promises. Returns whether the message is new. */
function addQuestion(
  context: WorkContext,
  from: Parameters<typeof storeMessage>[1],
  quoteId: number,
  sent: Parameters<typeof storeMessage>[2],
): boolean {
  const message = storeMessage(context, from, sent);
  if (message === null) return false;
  const { orderNumber } = from;
  if (from.byEmail === 'customer')
    queueNotice(context, 'work', {
      kind: 'quote-answer',
      key: `quote-answer:question:${orderNumber}:${message}`,
      orderNumber,
      payload: { id: quoteId, news: 'question', message },
    });
  return true;
}

const keyOf = ({ number }: Thread, { fingerprint }: Head): string => `email:${number}:${fingerprint}`;

/** Notes it on the order and tells the business, once. Call it inside a transaction. */
function tellLeftOut(context: WorkContext, thread: Thread, head: Head, reason: string): void {
  const { db, now } = context;
  const { number } = thread;
  const isRecent = and(
    eq(caseEvents.orderNumber, number),
    eq(caseEvents.kind, 'left-out'),
    gt(caseEvents.createdAt, new Date(now().getTime() - HOUR_MS)),
  );
  if (countWhere(db, caseEvents, isRecent) >= MOST_LEFT_OUT_PER_HOUR) return;
  const event = db
    .insert(caseEvents)
    .values({
      orderNumber: number,
      kind: 'left-out',
      key: keyOf(thread, head),
      text: `An email from ${head.from || head.fromLine} was left out, because ${reason}. It is in the mailbox.`,
      createdAt: now(),
    })
    .onConflictDoNothing()
    .returning({ id: caseEvents.id })
    .get();
  if (event) notifyBusiness(context, number, { news: 'left-out', id: event.id });
}

/**
 * Marks the email that came back, so that it is listed with those that could not be sent. Returns false if it is no
 * report of a failure.
 */
async function takeBounce(context: WorkContext, { head, download }: Incoming, mark: Mark): Promise<boolean> {
  const { db, settings } = context;
  const bounce = await bounceOf(await download(MOST_BOUNCE_BYTES), head);
  const named = bounce ? emailsNamedIn(db, settings.secret, bounce.about) : [];
  const returned = named.find(({ recipient }) => bounce?.about.includes(recipient)) ?? named[0];
  if (!bounce || returned?.status !== 'sent') return false;
  await inTransaction(db, () => {
    mark();
    outboxStore.holdBack(db, returned.key, bounce.reason);
  });
  context.liveFeed.publish({ kind: 'change', orderNumber: returned.orderNumber });
  return true;
}
