import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { webhookEvents, type ProviderName } from '../../db/schema/payments.ts';
import type { ProviderEvent } from '../payments/provider.ts';

export type StoredEvent = typeof webhookEvents.$inferSelect;

/** An event that is already stored stays unchanged. */
export function insert(db: Db, provider: ProviderName, event: ProviderEvent, body: string, now: Date): void {
  db.insert(webhookEvents)
    .values({
      provider,
      eventId: event.id,
      type: event.type,
      meaning: event.meaning,
      providerPaymentId: event.providerPaymentId,
      attemptKey: event.attemptKey,
      agreementId: event.agreementId,
      chargeId: event.chargeId ?? null,
      body,
      receivedAt: now,
      nextAttemptAt: now,
    })
    .onConflictDoNothing()
    .run();
}

/** When the last event of a provider arrived. */
export const lastReceived = (db: Db, provider: ProviderName): Date | undefined =>
  db
    .select({ at: webhookEvents.receivedAt })
    .from(webhookEvents)
    .where(eq(webhookEvents.provider, provider))
    .orderBy(desc(webhookEvents.id))
    .limit(1)
    .get()?.at;

export function waiting(db: Db, now: Date, limit: number): StoredEvent[] {
  return (
    db
      .select()
      .from(webhookEvents)
      .where(and(isNull(webhookEvents.processedAt), lte(webhookEvents.nextAttemptAt, now)))
      // With the plus, SQLite reads the waiting ones instead of all in this order.
      .orderBy(sql`+${webhookEvents.id}`)
      .limit(limit)
      .all()
  );
}

export function processed(db: Db, id: number, now: Date): void {
  db.update(webhookEvents).set({ processedAt: now, lastError: null }).where(eq(webhookEvents.id, id)).run();
}

/** Call it in the transaction that counts the declined card. */
export function counted(db: Db, id: number): void {
  db.update(webhookEvents).set({ isCounted: true }).where(eq(webhookEvents.id, id)).run();
}

export function failed(db: Db, id: number, lastError: string, nextAttemptAt: Date): void {
  db.update(webhookEvents)
    .set({ lastError, nextAttemptAt, attempts: sql`${webhookEvents.attempts} + 1` })
    .where(eq(webhookEvents.id, id))
    .run();
}
