import { and, asc, between, eq, gt, gte, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { caseOf, orderNumberOf } from '../../db/cases.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { countWhere, eachGiven, perDatabase, prepared } from '../../db/prepared.ts';
import { outbox, type OutboxKind, type OutboxPayload, sentEmails } from '../../db/schema/messages.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Outcome as QueueOutcome, QueueStore } from './outbox-queue.ts';

type Row = typeof outbox.$inferSelect;
/** A row with the payload type of its kind. */
export type OutboxMessage = {
  [Kind in OutboxKind]: Omit<Row, 'kind' | 'payload'> & { kind: Kind; payload: OutboxPayload[Kind] };
}[OutboxKind];
export type MessageOf<Kind extends OutboxKind> = Extract<OutboxMessage, { kind: Kind }>;
export type NewMessage = {
  [Kind in OutboxKind]: { kind: Kind; payload: OutboxPayload[Kind] };
}[OutboxKind] &
  Pick<Row, 'key' | 'recipient'> &
  /** One of them says the other. */
  Partial<Pick<Row, 'orderNumber' | 'caseId'>>;

export type SentEmail = Omit<typeof sentEmails.$inferSelect, 'outboxId'>;
type Outcome = QueueOutcome<SentEmail | null>;

/** Separate queues, so an outage of one does not hold up the other. */
export const LANES = ['email', 'newsletter'] as const;
export type Lane = (typeof LANES)[number];

/** Their link lets whoever opens it act as the recipient. */
const PERSONAL = new Set<OutboxKind>([
  'invitation',
  'account',
  'unfinished-checkout',
  'quote',
  'orders-link',
]);

export const isPersonal = ({ kind }: { kind: OutboxKind }): boolean => PERSONAL.has(kind);

/** Separates the key of a message from the number of its copy. */
const AGAIN = ':again-';

/** Must match the indexes word for word. */
const WAITING_IN: Record<Lane, ReturnType<typeof sql>> = {
  email: sql`status = 'waiting' AND kind <> 'newsletter'`,
  newsletter: sql`status = 'waiting' AND kind = 'newsletter'`,
};
/**
 * Of orders, as long as they were not tried. They go before all other emails, because somebody waits for them, and one
 * that fails again and again must not hold up the others.
 */
const CONFIRMATIONS = sql`status = 'waiting' AND kind = 'order-confirmation' AND next_attempt_at = due_at`;
const WAITING = sql`status = 'waiting'`;
const MAIL = sql`status = 'waiting' AND +kind <> 'newsletter'`;
const GIVEN_UP = sql`status = 'given-up'`;

const insert = prepared((db, given) =>
  db
    .insert(outbox)
    .values({
      ...eachGiven('kind', 'key', 'orderNumber', 'caseId', 'payload', 'recipient', 'dueAt'),
      nextAttemptAt: given('dueAt'),
      createdAt: given('now'),
    })
    .onConflictDoNothing(),
);

function nextIn(db: Db, where: ReturnType<typeof sql>) {
  return db.select().from(outbox).where(where).orderBy(asc(outbox.nextAttemptAt)).limit(1).prepare();
}

const next = perDatabase((db) => ({
  email: nextIn(db, WAITING_IN.email),
  newsletter: nextIn(db, WAITING_IN.newsletter),
}));

const nextConfirmation = perDatabase((db) => nextIn(db, CONFIRMATIONS));

type Context = { db: Db; now: () => Date };

/** Call it in the transaction of the cause. A key that was used before adds nothing and returns false. */
export const queue = ({ db, now }: Context, message: NewMessage, dueAt?: Date): boolean =>
  add(db, message, now(), dueAt);

export function add(db: Db, message: NewMessage, now: Date, dueAt = now): boolean {
  const caseId = message.caseId ?? (message.orderNumber ? caseOf(db, message.orderNumber) : null);
  const orderNumber = message.orderNumber ?? (caseId && orderNumberOf(db, caseId)) ?? null;
  return insert(db).run({ ...message, orderNumber, caseId, now, dueAt }).changes > 0;
}

/** All messages about a case, oldest first. */
export function ofCase(db: Db, caseId: CaseId): OutboxMessage[] {
  return db.select().from(outbox).where(eq(outbox.caseId, caseId)).orderBy(outbox.id).all().map(typed);
}

export function byId(db: Db, id: number): OutboxMessage | undefined {
  const row = db.select().from(outbox).where(eq(outbox.id, id)).get();
  return row && typed(row);
}

export function byKey(db: Db, key: string): OutboxMessage | undefined {
  const row = db.select().from(outbox).where(eq(outbox.key, key)).get();
  return row && typed(row);
}

export function emailOf(db: Db, id: number): SentEmail | undefined {
  const { subject, text, answer } = sentEmails;
  return db.select({ subject, text, answer }).from(sentEmails).where(eq(sentEmails.outboxId, id)).get();
}

/** The oldest messages that failed, or are overdue since `lateBefore`. */
export function unsent(db: Db, lateBefore: Date, limit: number): OutboxMessage[] {
  // Each with its own index. Combined, SQLite would read the whole table.
  return [GIVEN_UP, isLate(lateBefore)]
    .flatMap((where) => db.select().from(outbox).where(where).orderBy(outbox.dueAt).limit(limit).all())
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
    .slice(0, limit)
    .map(typed);
}

/** When the oldest waiting message was due, or will be. Undefined if none waits. */
export function oldestDue(db: Db): Date | undefined {
  return db.select({ at: outbox.dueAt }).from(outbox).where(WAITING).orderBy(outbox.dueAt).limit(1).get()?.at;
}

/** Not the alerts about each promise, which are only sent if it is not kept. */
const isPlanned = (now: Date) => and(MAIL, gt(outbox.dueAt, now), ne(outbox.kind, 'order-news'));

/** Scheduled emails, the next first. */
export function planned(db: Db, now: Date, limit: number): OutboxMessage[] {
  return db.select().from(outbox).where(isPlanned(now)).orderBy(outbox.dueAt).limit(limit).all().map(typed);
}

/** The number of emails due now and scheduled, and of messages late and failed. */
export function counts(db: Db, now: Date, lateBefore: Date) {
  return {
    due: countWhere(
      db,
      outbox,
      and(MAIL, lte(outbox.dueAt, now), gte(outbox.dueAt, lateBefore), isNull(outbox.lastError)),
    ),
    planned: countWhere(db, outbox, isPlanned(now)),
    late: countWhere(db, outbox, isLate(lateBefore)),
    givenUp: countWhere(db, outbox, GIVEN_UP),
  };
}

/** The oldest failed messages. */
export function givenUp(db: Db, limit: number): OutboxMessage[] {
  return db.select().from(outbox).where(GIVEN_UP).orderBy(outbox.dueAt).limit(limit).all().map(typed);
}

/**
 * Queues the same message again, due now. Replaces a message that was not sent; one that was sent stays. Call
 * it inside a transaction.
 */
export function resend(db: Db, message: OutboxMessage, recipient: string, now: Date): void {
  const [original = message.key] = message.key.split(AGAIN);
  const copies = countWhere(db, outbox, keyBegins(`${original}${AGAIN}`));
  add(db, { ...message, recipient, key: `${original}${AGAIN}${copies + 1}` }, now);
  if (message.status !== 'sent') {
    db.update(outbox).set({ status: 'replaced' }).where(eq(outbox.id, message.id)).run();
  }
}

/** Drops a message that is no longer needed. Call it inside a transaction. */
export function drop(db: Db, id: number): void {
  db.update(outbox).set({ status: 'dropped' }).where(eq(outbox.id, id)).run();
}

/** Sends a message that waits or was held back at this time. Call it inside a transaction. */
export function sendAt(db: Db, key: string, dueAt: Date): void {
  db.update(outbox)
    .set({ status: 'waiting', lastError: null, dueAt, nextAttemptAt: dueAt })
    .where(eq(outbox.key, key))
    .run();
}

/** Lists a message with those that were not sent, until an administrator sends or discards it. Call it inside a transaction. */
export function holdBack(db: Db, key: string, reason: string): void {
  db.update(outbox).set({ status: 'given-up', lastError: reason }).where(eq(outbox.key, key)).run();
}

/** Redirects the waiting messages of a case from one address to another. Call it inside a transaction. */
export function redirect(db: Db, caseId: CaseId, from: string, to: string): void {
  db.update(outbox)
    .set({ recipient: to })
    .where(and(eq(outbox.caseId, caseId), eq(outbox.recipient, from), WAITING))
    .run();
}

export function record(db: Db, key: string, outcome: Outcome, now: Date): Promise<void> {
  return inTransaction(db, () => {
    const message = db
      .select({ id: outbox.id, status: outbox.status })
      .from(outbox)
      .where(eq(outbox.key, key))
      .get();
    // Another process may have finished first after a lease ran out, or a copy may have replaced it.
    if (!message || (outcome.status !== 'sent' && message.status !== 'waiting')) return;
    const { sent, ...change } = { sent: null, ...outcome };
    db.update(outbox)
      .set({ ...change, leasedUntil: null, ...(outcome.status === 'sent' && { sentAt: now }) })
      .where(eq(outbox.id, message.id))
      .run();
    if (sent) {
      db.insert(sentEmails)
        .values({ outboxId: message.id, ...sent })
        .onConflictDoNothing()
        .run();
    }
  });
}

/** One lane of the outbox as a queue. Confirmations of orders go first. */
export const queueOf = (db: Db, lane: Lane): QueueStore<OutboxMessage, SentEmail | null> => ({
  lease: (now, leaseUntil) =>
    inTransaction(db, () => {
      const isDue = (row: Row | undefined) => row && row.nextAttemptAt <= now;
      const first = lane === 'email' ? nextConfirmation(db).get() : undefined;
      const row = isDue(first) ? first : next(db)[lane].get();
      if (!row || !isDue(row)) return undefined;
      const attempts = row.attempts + 1;
      db.update(outbox)
        .set({ nextAttemptAt: leaseUntil, leasedUntil: leaseUntil, attempts })
        .where(eq(outbox.id, row.id))
        .run();
      return { ...typed(row), attempts };
    }),
  record: ({ key }, outcome, now) => record(db, key, outcome, now),
  pause: (error, now, giveUpBefore) =>
    inTransaction(db, () => {
      const inLane = WAITING_IN[lane];
      if (giveUpBefore)
        db.update(outbox)
          .set({ status: 'given-up', lastError: error })
          .where(and(inLane, lte(outbox.dueAt, giveUpBefore)))
          .run();
      db.update(outbox)
        .set({ lastError: error })
        .where(and(inLane, lte(outbox.dueAt, now), sql`last_error IS NOT ${error}`))
        .run();
    }),
  nextAttemptAt: () => next(db)[lane].get()?.nextAttemptAt,
});

const isLate = (lateBefore: Date) => and(WAITING, lt(outbox.dueAt, lateBefore));

/** A range, because LIKE would read every key. */
const keyBegins = (beginning: string) => between(outbox.key, beginning, `${beginning}\u{10FFFF}`);

/** `add` wrote the kind and its payload together. */
const typed = (row: Row): OutboxMessage => row as OutboxMessage;
