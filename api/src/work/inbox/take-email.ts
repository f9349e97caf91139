import type { Readable } from 'node:stream';
import { and, eq, gt } from 'drizzle-orm';
import { ApiError } from '../../base/errors.ts';
import { HOUR_MS } from '../../base/units.ts';
import { countWhere } from '../../db/prepared.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { caseEvents } from '../../db/schema/orders.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueNotice } from '../../messages/notices.ts';
import { emailsNamedIn } from '../../messages/outbox/message-id.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { WorkContext } from '../context.ts';
import { storeUpload } from '../files/finish-upload.ts';
import { addMessage, storeMessage } from '../fulfillment/messages.ts';
import { notifyBusiness } from '../fulfillment/order-emails.ts';
import { type Match, matchEmail, type Thread, threadOf } from './match-email.ts';
import { knownOf, messageOf } from './message-of-email.ts';
import { NoMessage, Reaction, readBody, removeUploads } from './read-body.ts';
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
  const match = matchEmail(context, head, isSent);
  const isProven = match.kind === 'message' && !match.isClaimed;
  if (head.isBounce && !isSent && !isProven && (await takeBounce(context, email, mark))) return true;
  if (match.kind === 'none') return false;
  if (match.kind === 'left-out') return leaveOut(context, email, match, mark);
  const leaveItOut = (reason: string, isAutomatic = false) =>
    leaveOut(context, email, { ...match, reason, isAutomatic }, mark);
  if (size > MOST_MB * 1024 * 1024) return leaveItOut(`it is larger than ${MOST_MB} MB`);
  try {
    await takeMessage(context, email, match, mark);
  } catch (error) {
    if (error instanceof ApiError) return leaveItOut('its sender wrote too many messages in an hour');
    if (error instanceof NoMessage) return leaveItOut(error.message, error instanceof Reaction);
    throw error;
  }
  return true;
}

/** Tells that an email could not be read, if it belongs to an order. Returns whether it does. */
export async function tellUnread(context: WorkContext, email: Incoming, mark: Mark): Promise<boolean> {
  const match = matchEmail(context, email.head, email.isSent);
  if (match.kind === 'none') return false;
  return leaveOut(context, email, { ...match, reason: 'it can’t be read' }, mark);
}

type LeftOut = Omit<Extract<Match, { kind: 'left-out' }>, 'kind'>;

async function leaveOut(context: WorkContext, { head }: Incoming, left: LeftOut, mark: Mark): Promise<true> {
  await inTransaction(context.db, () => {
    mark();
    tellLeftOut(context, head, left);
  });
  return true;
}

async function takeMessage(
  context: WorkContext,
  { head, size, download }: Incoming,
  match: Extract<Match, { kind: 'message' }>,
  mark: Mark,
): Promise<void> {
  const { db } = context;
  const { thread, byEmail, adminId } = match;
  const key = keyOf(thread, head);
  // Until the sender is confirmed, nothing of theirs is a file of the customer's.
  const hasFiles = byEmail === 'customer' && thread.quoteId === null && !match.isClaimed;
  const body = await readBody(context, await download(size), hasFiles ? thread.caseId : null);
  try {
    const { text, files } = messageOf(body, {
      ...knownOf(context, head, thread),
      isClaimed: match.isClaimed,
    });
    await inTransaction(db, () => {
      mark();
      // A quote may have become an order while the email was loaded.
      const { caseId, quoteId } = threadOf(context, thread.caseId) ?? thread;
      const message = { key, text };
      const from = { caseId, adminId, byEmail };
      const isNew =
        quoteId === null ? addMessage(context, from, message) : addQuestion(context, from, quoteId, message);
      if (isNew) for (const { upload, content } of files) storeUpload(context, upload, content, caseId);
    });
  } finally {
    await removeUploads(context, body);
  }
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
  const { caseId } = from;
  if (from.byEmail === 'customer')
    queueNotice(context, 'work', {
      kind: 'quote-answer',
      key: `quote-answer:question:${caseId}:${message}`,
      caseId,
      payload: { id: quoteId, news: 'question', message },
    });
  return true;
}

const keyOf = ({ caseId }: Thread, { fingerprint }: Head): string => `email:${caseId}:${fingerprint}`;

/**
 * Notes it on the order, once, and tells the business, unless nobody wrote it. Of a flood, it notes only that there are
 * more. Call it inside a transaction.
 */
function tellLeftOut(context: WorkContext, head: Head, left: LeftOut): void {
  const { db, now } = context;
  const { thread, from, reason, isAutomatic } = left;
  const hour = Math.floor(now().getTime() / HOUR_MS);
  const tell = (caseId: CaseId | null, id: number, options = {}) =>
    isAutomatic || notifyBusiness(context, caseId, { news: 'left-out', id }, options);
  if (!thread) return void tell(null, 0, { occurrence: hour });
  const { caseId } = thread;
  const kind = isAutomatic ? 'message' : 'left-out';
  const isRecent = and(
    eq(caseEvents.caseId, caseId),
    eq(caseEvents.kind, kind),
    gt(caseEvents.createdAt, new Date(now().getTime() - HOUR_MS)),
  );
  const isFlood = countWhere(db, caseEvents, isRecent) >= MOST_LEFT_OUT_PER_HOUR;
  const key = isFlood ? `more-emails:${kind}:${caseId}:${hour}` : keyOf(thread, head);
  const text = isFlood
    ? 'More emails were left out within an hour. They are in the mailbox.'
    : `An email from ${from || head.fromLine} was left out, because ${reason}. It is in the mailbox.`;
  const event = db
    .insert(caseEvents)
    .values({ caseId, kind, key, text, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: caseEvents.id })
    .get();
  if (event) tell(caseId, event.id);
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
  return true;
}
