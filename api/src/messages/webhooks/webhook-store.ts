import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import { webhookEvents, type SaveWebhook, type WebhookEvent } from '@northlight/shared/contracts/webhooks.ts';
import type { Db } from '../../db/client.ts';
import { prepared, oneBy } from '../../db/prepared.ts';
import { webhookEndpoints, webhookMessages } from '../../db/schema/messages.ts';
import { orders } from '../../db/schema/orders.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { QueueStore } from '../outbox/outbox-queue.ts';
import { signed } from '../../base/signed.ts';
import { DAY_MS } from '../../base/units.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type WebhookDelivery = typeof webhookMessages.$inferSelect;
export type OrderRow = typeof orders.$inferSelect;
type NewDelivery = Pick<WebhookDelivery, 'eventId' | 'event' | 'orderNumber' | 'body'>;
/** What is noted of a try. */
export type Try = Pick<WebhookDelivery, 'answerStatus' | 'answerText' | 'answerMs'> & { isAccepted: boolean };

/** How long the other messages of an endpoint wait after a failure. */
const HOLD_MS = 60_000;
const WAITING = sql`status = 'waiting'`;

const allOf = prepared((db) => db.select().from(webhookEndpoints).orderBy(webhookEndpoints.id));
const next = prepared((db, given) =>
  db
    .select()
    .from(webhookMessages)
    .where(and(eq(webhookMessages.endpointId, given('endpointId')), WAITING))
    .orderBy(asc(webhookMessages.nextAttemptAt))
    .limit(1),
);

/** An empty list stands for all events, also those of later versions of the shop. */
const withEvents = (row: EndpointRow): EndpointRow => ({
  ...row,
  events: row.events.length === 0 ? webhookEvents : row.events,
});
const toStore = (events: WebhookEvent[]): WebhookEvent[] =>
  events.length === webhookEvents.length ? [] : events;

export const endpoints = (db: Db): EndpointRow[] => allOf(db).all().map(withEvents);

export function endpointById(db: Db, id: number): EndpointRow | undefined {
  const row = db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).get();
  return row && withEvents(row);
}

/** The order that a message is about. */
export const orderByNumber = oneBy(orders, 'orderNumber');

/** The endpoints that fail since before a time. */
export const failing = (db: Db, before: Date): { host: string; since: string }[] =>
  endpoints(db).flatMap(({ url, isOn, failingSince }) =>
    isOn && failingSince && failingSince <= before
      ? [{ host: new URL(url).host, since: failingSince.toISOString() }]
      : [],
  );

/** The endpoints that want to be told of an event. */
export const subscribers = (db: Db, event: WebhookEvent): EndpointRow[] =>
  endpoints(db).filter(({ isOn, events }) => isOn && events.includes(event));

// Call each of these inside a transaction.

export const insertEndpoint = (db: Db, endpoint: SaveWebhook, now: Date): EndpointRow =>
  withEvents(
    db
      .insert(webhookEndpoints)
      .values({ ...endpoint, events: toStore(endpoint.events), createdAt: now })
      .returning()
      .get(),
  );

export function updateEndpoint(db: Db, id: number, change: Partial<EndpointRow>): void {
  const { events } = change;
  db.update(webhookEndpoints)
    .set({ ...change, ...(events && { events: toStore(events) }) })
    .where(eq(webhookEndpoints.id, id))
    .run();
  if (change.isOn === false) dropWaiting(db, id);
}

export function removeEndpoint(db: Db, id: number): void {
  db.delete(webhookMessages).where(eq(webhookMessages.endpointId, id)).run();
  db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).run();
}

/** An endpoint is told an event once. */
export function addDelivery(db: Db, endpointId: number, message: NewDelivery, now: Date): void {
  db.insert(webhookMessages)
    .values({ ...message, endpointId, createdAt: now, nextAttemptAt: now })
    .onConflictDoNothing()
    .run();
}

/** Notes how a try went. After a failure, the endpoint's other messages wait, too. */
export function recordTry(
  db: Db,
  { id, endpointId }: WebhookDelivery,
  { isAccepted, ...answer }: Try,
  now: Date,
): void {
  db.update(webhookMessages)
    .set({ ...answer, triedAt: now })
    .where(eq(webhookMessages.id, id))
    .run();
  db.update(webhookEndpoints)
    .set({ failingSince: isAccepted ? null : sql`coalesce(failing_since, ${now.getTime()})` })
    .where(eq(webhookEndpoints.id, endpointId))
    .run();
  if (isAccepted) return;
  const until = new Date(now.getTime() + HOLD_MS);
  db.update(webhookMessages)
    .set({ nextAttemptAt: until })
    .where(and(WAITING, lt(webhookMessages.nextAttemptAt, until), eq(webhookMessages.endpointId, endpointId)))
    .run();
}

export const deliveryById = oneBy(webhookMessages, 'id');

export function resend(db: Db, id: number, now: Date): void {
  db.update(webhookMessages)
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: now, lastError: null })
    .where(eq(webhookMessages.id, id))
    .run();
}

function dropWaiting(db: Db, endpointId: number): void {
  db.update(webhookMessages)
    .set({ status: 'dropped' })
    .where(and(eq(webhookMessages.endpointId, endpointId), WAITING))
    .run();
}

export function removeBefore(db: Db, before: Date): void {
  db.delete(webhookMessages).where(lt(webhookMessages.createdAt, before)).run();
}

/** Newest first. */
export const logOf = (db: Db, endpointId: number, before: number, limit: number): WebhookDelivery[] =>
  db
    .select()
    .from(webhookMessages)
    .where(and(eq(webhookMessages.endpointId, endpointId), lt(webhookMessages.id, before)))
    .orderBy(desc(webhookMessages.id))
    .limit(limit)
    .all();

/** The messages of one endpoint as a queue. */
export const queueOf = (
  db: Db,
  endpointId: number,
): QueueStore<WebhookDelivery & { kind: string }, null> => ({
  lease: (now, leaseUntil) =>
    inTransaction(db, () => {
      const row = next(db).get({ endpointId });
      if (!row || row.nextAttemptAt > now) return undefined;
      const attempts = row.attempts + 1;
      const change = { nextAttemptAt: leaseUntil, attempts };
      db.update(webhookMessages).set(change).where(eq(webhookMessages.id, row.id)).run();
      return { ...row, attempts, kind: row.event };
    }),
  record: ({ id }, outcome) =>
    inTransaction(db, () => {
      const { sent: _nothing, ...change } = { sent: null, ...outcome };
      // Whoever turned the endpoint off meanwhile decided about it.
      db.update(webhookMessages)
        .set(change)
        .where(and(eq(webhookMessages.id, id), outcome.status === 'waiting' ? WAITING : undefined))
        .run();
    }),
  // Senders call nothing an outage.
  pause: async () => {},
  nextAttemptAt: () => next(db).get({ endpointId })?.nextAttemptAt,
});

const OLD_FOR_MS = DAY_MS;

type Signed = Pick<EndpointRow, 'id' | 'secretVersion' | 'rotatedAt' | 'createdAt'>;

/**
 * The secret of an endpoint, in the format of Standard Webhooks. It follows from the shop's own secret, so that
 * neither the database nor a copy of it contains it.
 */
export function secretOf(
  secret: string,
  { id, createdAt, secretVersion }: Omit<Signed, 'rotatedAt'>,
): string {
  const key = signed(secret, `webhook:${id}:${createdAt.getTime()}:${secretVersion}`);
  return `whsec_${key.toString('base64')}`;
}

/** The secrets to sign with: after a change, both for a day. */
export function secretsOf(secret: string, endpoint: Signed, now: Date): string[] {
  const { secretVersion, rotatedAt } = endpoint;
  const isNew = rotatedAt !== null && now.getTime() - rotatedAt.getTime() < OLD_FOR_MS;
  const versions = isNew ? [secretVersion, secretVersion - 1] : [secretVersion];
  return versions.map((version) => secretOf(secret, { ...endpoint, secretVersion: version }));
}
