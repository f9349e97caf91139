import type { CaseId } from '../../db/schema/columns.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { TEST_ORDER_PREFIX } from '../../db/next-number.ts';
import { countWhere, allBy } from '../../db/prepared.ts';
import { formTables } from '../../db/schema/forms.ts';
import { promises } from '../../db/schema/fulfillment.ts';
import { orders } from '../../db/schema/orders.ts';

export type Promised = typeof promises.$inferSelect;

const isRunning = and(isNull(promises.keptAt), isNull(promises.leftMs));

/** Oldest first. */
export const ofCase = allBy(promises, 'caseId', asc(promises.id));

export const openOf = (db: Db, caseId: CaseId): Promised[] =>
  ofCase(db, caseId).filter(({ keptAt }) => keptAt === null);

/** Returns the new promise's ID. */
export function insert(
  db: Db,
  promise: Pick<Promised, 'caseId' | 'serviceId' | 'kind' | 'startedAt' | 'dueAt'> &
    Partial<Pick<Promised, 'name'>>,
): number {
  return db.insert(promises).values(promise).returning({ id: promises.id }).get().id;
}

export type Change = Partial<Pick<Promised, 'dueAt' | 'leftMs' | 'keptAt'>>;

export function update(db: Db, id: number, change: Change): void {
  db.update(promises).set(change).where(eq(promises.id, id)).run();
}

/** Nobody waits for them any more. They count neither as kept nor as late. */
export function endOpen(db: Db, caseId: CaseId, services?: readonly ServiceId[]): void {
  const ofServices = services && or(inArray(promises.serviceId, [...services]), eq(promises.kind, 'work'));
  db.delete(promises)
    .where(and(eq(promises.caseId, caseId), isNull(promises.keptAt), ofServices))
    .run();
  refreshDue(db, caseId);
}

/** Writes the earliest due time to the order and to each of its forms, so that the lists can sort by it. */
export function refreshDue(db: Db, caseId: CaseId): void {
  const earliest = (all: readonly Promised[]) =>
    all.reduce<Date | null>((first, { dueAt }) => (first && first <= dueAt ? first : dueAt), null);
  const running = openOf(db, caseId).filter(({ leftMs }) => leftMs === null);
  db.update(orders)
    .set({ dueAt: earliest(running) })
    .where(and(eq(orders.caseId, caseId), eq(orders.isExtra, false)))
    .run();
  for (const [service, table] of Object.entries(formTables)) {
    const dueAt = earliest(running.filter(({ serviceId }) => serviceId === service));
    db.update(table).set({ dueAt }).where(eq(table.caseId, caseId)).run();
  }
}

/** The orders whose first running promise is due in a period, the most urgent first. `from` is included. */
export function dueBetween(db: Db, from: Date, to: Date, limit: number) {
  const firstDue = sql<number>`min(${promises.dueAt})`;
  const first = db
    // SQLite takes the other columns from the row with the minimum.
    .select({ ...getTableColumns(promises), first: firstDue.as('first') })
    .from(promises)
    .where(and(isRunning, lt(promises.dueAt, to)))
    .groupBy(promises.caseId)
    .having(gte(firstDue, from.getTime()))
    .as('first');
  return {
    count: db.select({ all: count() }).from(first).get()?.all ?? 0,
    promises: db.select().from(first).orderBy(asc(first.dueAt)).limit(limit).all(),
  };
}

export const countBefore = (db: Db, time: Date): number =>
  countWhere(db, promises, and(isRunning, lt(promises.dueAt, time)));

/** Of the promises that were kept in a period, or late at its end, how many were kept in time. */
export function keptPromises(db: Db, from: Date, to: Date): { kept: number; all: number } {
  const done = db
    .select({
      all: sql<number>`count(*)`,
      kept: sql<number>`coalesce(sum(${promises.keptAt} <= ${promises.dueAt}), 0)`,
    })
    .from(promises)
    .where(
      and(
        isNotNull(promises.keptAt),
        gte(promises.keptAt, from),
        lt(promises.keptAt, to),
        // The shop promised nobody anything in a test of itself.
        sql`${promises.caseId} NOT GLOB ${`${TEST_ORDER_PREFIX}*`}`,
      ),
    )
    .get();
  return { kept: done?.kept ?? 0, all: (done?.all ?? 0) + countBefore(db, to) };
}
