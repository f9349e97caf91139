import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { countWhere } from '../db/count-where.ts';
import { outbox, type OutboxKind, type OutboxPayload } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';

export type OutboxMessage = typeof outbox.$inferSelect;
export type OutboxStore = ReturnType<typeof createOutboxStore>;
export type NewMessage = {
  [Kind in OutboxKind]: { kind: Kind; payload: OutboxPayload[Kind] };
}[OutboxKind] &
  Pick<OutboxMessage, 'key' | 'orderNumber' | 'recipient'>;
export type SendOutcome = Pick<OutboxMessage, 'key'> &
  ({ isSent: true } | { isSent: false; error: string | null; nextAttemptAt: Date | null });

/** Between the key of a message and the number of its copy. */
const AGAIN = ':again-';

/** In the words of the index. */
const UNSENT = sql`status = 'given-up' OR (status = 'waiting' AND attempts > 1)`;

export function createOutboxStore(db: Db) {
  const insert = db
    .insert(outbox)
    .values({
      kind: sql.placeholder('kind'),
      key: sql.placeholder('key'),
      orderNumber: sql.placeholder('orderNumber'),
      payload: sql.placeholder('payload'),
      recipient: sql.placeholder('recipient'),
      nextAttemptAt: sql.placeholder('dueAt'),
      createdAt: sql.placeholder('now'),
    })
    .onConflictDoNothing()
    .prepare();
  return {
    /** Belongs into the transaction that causes the message; a key that was used before adds nothing. */
    add: (message: NewMessage, now: Date, dueAt = now): void => {
      insert.run({ ...message, now, dueAt });
    },
    /** All messages about an order or request, oldest first. */
    ofOrder: (orderNumber: string): OutboxMessage[] =>
      db.select().from(outbox).where(eq(outbox.orderNumber, orderNumber)).orderBy(outbox.id).all(),
    byId: (id: number): OutboxMessage | undefined => db.select().from(outbox).where(eq(outbox.id, id)).get(),
    /** Given up, or refused at least once; oldest first. */
    unsent: (): OutboxMessage[] => db.select().from(outbox).where(UNSENT).orderBy(outbox.createdAt).all(),
    /**
     * Puts the same message into the queue anew, due at once. One that never left is replaced by it; one that was sent
     * stays as it is, for it did arrive somewhere. Belongs into a transaction.
     */
    addAgain: (message: OutboxMessage, recipient: string, now: Date): void => {
      const [original = message.key] = message.key.split(AGAIN);
      const copies = countWhere(db, outbox, sql`${outbox.key} LIKE ${`${original}${AGAIN}%`}`);
      const { kind, orderNumber, payload } = message;
      insert.run({
        kind,
        orderNumber,
        payload,
        recipient,
        key: `${original}${AGAIN}${copies + 1}`,
        now,
        dueAt: now,
      });
      if (message.status !== 'sent') {
        db.update(outbox).set({ status: 'replaced' }).where(eq(outbox.id, message.id)).run();
      }
    },
    /** Takes due messages; nobody else gets them until the lease ends. */
    lease: (now: Date, leaseUntil: Date, limit: number): Promise<OutboxMessage[]> =>
      inTransaction(db, () => {
        const due = db
          .select()
          .from(outbox)
          .where(and(eq(outbox.status, 'waiting'), lte(outbox.nextAttemptAt, now)))
          .orderBy(outbox.nextAttemptAt)
          .limit(limit)
          .all();
        if (due.length > 0) {
          db.update(outbox)
            .set({ nextAttemptAt: leaseUntil, attempts: sql`${outbox.attempts} + 1` })
            .where(
              inArray(
                outbox.id,
                due.map((message) => message.id),
              ),
            )
            .run();
        }
        return due.map((message) => ({ ...message, attempts: message.attempts + 1 }));
      }),
    /** `nextAttemptAt` null gives the message up. */
    record: (outcome: SendOutcome, now: Date): Promise<void> =>
      inTransaction(db, () => {
        const change = outcome.isSent
          ? { status: 'sent' as const, sentAt: now, lastError: null }
          : outcome.nextAttemptAt
            ? { lastError: outcome.error, nextAttemptAt: outcome.nextAttemptAt }
            : { lastError: outcome.error, status: 'given-up' as const };
        db.update(outbox).set(change).where(eq(outbox.key, outcome.key)).run();
      }),
  };
}
