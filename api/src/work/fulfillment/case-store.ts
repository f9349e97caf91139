import { and, asc, desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { caseEvents, type CaseEventKind } from '../../db/schema/orders.ts';
import { adminUsers } from '../../db/schema/people.ts';

/** `by` is null for what happened by itself. */
export type CaseEvent = { kind: CaseEventKind; text: string; by: string | null; createdAt: Date };

/** Call it in the transaction that makes the change. */
export function addEvent(db: Db, event: Omit<typeof caseEvents.$inferInsert, 'id'>): void {
  db.insert(caseEvents).values(event).run();
}

export const eventById = (db: Db, id: number) =>
  db.select().from(caseEvents).where(eq(caseEvents.id, id)).get();

/** The note that a page sent with this key. */
export const noteByKey = (db: Db, key: string) =>
  db.select().from(caseEvents).where(eq(caseEvents.key, key)).get();

/** Who last changed the work status, and to what; undefined if nobody has. */
export function lastWorkChange(
  db: Db,
  orderNumber: string,
): { version: number; by: string | null; status: string } | undefined {
  return db
    .select({ version: caseEvents.id, by: adminUsers.username, status: caseEvents.text })
    .from(caseEvents)
    .leftJoin(adminUsers, eq(adminUsers.id, caseEvents.adminId))
    .where(and(eq(caseEvents.orderNumber, orderNumber), eq(caseEvents.kind, 'work-status')))
    .orderBy(desc(caseEvents.id))
    .limit(1)
    .get();
}

export function events(db: Db, orderNumber: string): CaseEvent[] {
  return db
    .select({
      kind: caseEvents.kind,
      text: caseEvents.text,
      by: adminUsers.username,
      createdAt: caseEvents.createdAt,
    })
    .from(caseEvents)
    .leftJoin(adminUsers, eq(adminUsers.id, caseEvents.adminId))
    .where(eq(caseEvents.orderNumber, orderNumber))
    .orderBy(asc(caseEvents.id))
    .all();
}
