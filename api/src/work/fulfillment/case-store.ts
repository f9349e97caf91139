import type { CaseId } from '../../db/schema/columns.ts';
import { and, asc, desc, eq } from 'drizzle-orm';
import { badField } from '../../base/errors.ts';
import type { Db } from '../../db/client.ts';
import { caseEvents, type CaseEventKind } from '../../db/schema/orders.ts';
import { adminUsers, FIRST_NAME } from '../../db/schema/people.ts';
import { oneBy } from '../../db/prepared.ts';

/** `by` is null for what happened by itself. */
export type CaseEvent = { kind: CaseEventKind; text: string; by: string | null; createdAt: Date };

/** Call it in the transaction that makes the change. */
export function addEvent(db: Db, event: Omit<typeof caseEvents.$inferInsert, 'id'>): void {
  db.insert(caseEvents).values(event).run();
}

/** A case, or a customer: the people of a business, whatever they ordered. */
export type About = { caseId: CaseId } | { customerId: number };

export type NewNote = About & {
  adminId: number;
  text: string;
  key?: string | undefined;
  /** `contact` answers what the customer wrote. */
  kind?: 'note' | 'contact';
  createdAt: Date;
};

/**
 * Stores a note, and returns its ID. Null for the same one with the same key, which is stored once; a key
 * of another note is refused.
 */
export function addNote(db: Db, { kind = 'note', ...note }: NewNote): number | null {
  const { key, text } = note;
  const before = key && db.select().from(caseEvents).where(eq(caseEvents.key, key)).get();
  if (!before)
    return db
      .insert(caseEvents)
      .values({ ...note, kind })
      .returning()
      .get().id;
  const isSame = 'caseId' in note ? before.caseId === note.caseId : before.customerId === note.customerId;
  if (before.text === text && isSame) return null;
  throw badField('key', 'This key is already in use.');
}

export const eventById = oneBy(caseEvents, 'id');

/** Who last changed the work status, and to what; undefined if nobody has. */
export function lastWorkChange(
  db: Db,
  caseId: CaseId,
): { version: number; by: string | null; status: string } | undefined {
  return db
    .select({ version: caseEvents.id, by: FIRST_NAME, status: caseEvents.text })
    .from(caseEvents)
    .leftJoin(adminUsers, eq(adminUsers.id, caseEvents.adminId))
    .where(and(eq(caseEvents.caseId, caseId), eq(caseEvents.kind, 'work-status')))
    .orderBy(desc(caseEvents.id))
    .limit(1)
    .get();
}

export function events(db: Db, about: About): CaseEvent[] {
  return db
    .select({
      kind: caseEvents.kind,
      text: caseEvents.text,
      by: FIRST_NAME,
      createdAt: caseEvents.createdAt,
    })
    .from(caseEvents)
    .leftJoin(adminUsers, eq(adminUsers.id, caseEvents.adminId))
    .where(
      'caseId' in about ? eq(caseEvents.caseId, about.caseId) : eq(caseEvents.customerId, about.customerId),
    )
    .orderBy(asc(caseEvents.id))
    .all();
}
