import { and, desc, eq, gt, gte, isNotNull, isNull, lt, not, or, type Placeholder, sql } from 'drizzle-orm';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import { countWhere, eachGiven, oneBy, prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/client.ts';
import { counts } from '../../db/tallies.ts';
import { orders } from '../../db/schema/orders.ts';
import { checkoutDrafts, payments } from '../../db/schema/payments.ts';
import { promoUses, unfinishedCheckouts } from '../../db/schema/sales.ts';

export type Unfinished = typeof unfinishedCheckouts.$inferSelect;

/** Anybody can send these, so they may not fill the disk. */
const MAX_ROWS = 20_000;

const isLeft = isNotNull(sql`${unfinishedCheckouts.information} ->> '$.leftAt'`);
/** An address that was left is a message, and not one more checkout. */
const isOpen = and(isNull(unfinishedCheckouts.recoveredCents), not(isLeft));
const isOf = (checkoutId: string | Placeholder) =>
  or(eq(unfinishedCheckouts.checkoutId, checkoutId), eq(unfinishedCheckouts.resumedAs, checkoutId));

// Call the functions that change something inside a transaction.

type Reached = Pick<Unfinished, 'step' | 'bundle' | 'dueCents'>;

const reachStatement = prepared((db, given) =>
  db
    .update(unfinishedCheckouts)
    .set({
      step: sql`${given('step')}`,
      bundle: sql`${given('bundle')}`,
      dueCents: sql`${given('dueCents')}`,
      updatedAt: sql`${given('now')}`,
    })
    .where(isOf(given('checkoutId')))
    .returning({ id: unfinishedCheckouts.id }),
);

const insertStatement = prepared((db, given) =>
  db
    .insert(unfinishedCheckouts)
    .values({
      ...eachGiven('checkoutId', 'step', 'bundle', 'dueCents'),
      createdAt: given('now'),
      updatedAt: given('now'),
    })
    .returning(),
);

/** Notes that a payment was started. Each draft has such a row, so that `dropBefore` finds it. */
export function reach(db: Db, checkoutId: string, reached: Reached, now: Date): void {
  const bundle = JSON.stringify(reached.bundle);
  if (!reachStatement(db).get({ ...reached, bundle, checkoutId, now: now.getTime() }))
    insertStatement(db).get({ ...reached, checkoutId, now });
}

/** Notes what a visitor chose and typed. Undefined when there are too many. */
export function put(
  db: Db,
  checkoutId: string,
  { information, ...reached }: Reached & Pick<Unfinished, 'information'>,
  now: Date,
): Unfinished | undefined {
  const isNew = db.select().from(unfinishedCheckouts).where(isOf(checkoutId)).get() === undefined;
  if (isNew && countWhere(db, unfinishedCheckouts, undefined) >= MAX_ROWS) return undefined;
  reach(db, checkoutId, reached, now);
  return db.update(unfinishedCheckouts).set({ information }).where(isOf(checkoutId)).returning().get();
}

/** Addresses that were left at a closed checkout since then, the one that waits longest first. */
export const left = (db: Db, since: Date): Unfinished[] =>
  db
    .select()
    .from(unfinishedCheckouts)
    .where(and(gt(unfinishedCheckouts.updatedAt, since), isLeft))
    .orderBy(unfinishedCheckouts.updatedAt)
    .all();

/** A quote or an addition has no bundle. */
export const wantedText = ({ bundle }: Unfinished): string =>
  bundle.serviceIds.map((id) => SERVICES[id].name).join(', ') || 'a quote or an existing order';

/** Whether there was such a message. */
export const removeLeft = (db: Db, id: number): boolean =>
  db
    .delete(unfinishedCheckouts)
    .where(and(eq(unfinishedCheckouts.id, id), isLeft))
    .run().changes > 0;

export function setLinkFor(db: Db, id: number, linkFor: string): void {
  db.update(unfinishedCheckouts).set({ linkFor }).where(eq(unfinishedCheckouts.id, id)).run();
}

export const byId = oneBy(unfinishedCheckouts, 'id');

export function resume(db: Db, id: number, resumedAs: string): void {
  db.update(unfinishedCheckouts).set({ resumedAs }).where(eq(unfinishedCheckouts.id, id)).run();
}

const deleteStatement = prepared((db, given) =>
  db.delete(unfinishedCheckouts).where(eq(unfinishedCheckouts.checkoutId, given('checkoutId'))),
);

const recoverStatement = prepared((db, given) =>
  db
    .update(unfinishedCheckouts)
    .set({ information: null, linkFor: null, recoveredCents: sql`${given('cents')}` })
    .where(eq(unfinishedCheckouts.resumedAs, given('checkoutId'))),
);

/** The checkout is paid: nothing is left of it but the sum, if its link was used. */
export function finish(db: Db, checkoutId: string, cents: Cents): void {
  deleteStatement(db).run({ checkoutId });
  recoverStatement(db).run({ checkoutId, cents });
}

/** Whether somebody with this address has ordered since then. */
export const hasOrdered = (db: Db, email: string, since: Date): boolean =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(gte(orders.createdAt, since), sql`lower(${orders.email}) = ${email.toLowerCase()}`))
    .limit(1)
    .get() !== undefined;

export const newest = (db: Db, limit: number): Unfinished[] =>
  db
    .select()
    .from(unfinishedCheckouts)
    .where(isOpen)
    .orderBy(desc(unfinishedCheckouts.updatedAt))
    .limit(limit)
    .all();

export const count = (db: Db): number => countWhere(db, unfinishedCheckouts, isOpen);

export function recovered(db: Db): { count: number; cents: Cents } {
  const sum = db
    .select({
      count: sql<number>`count(*)`,
      cents: sql<number>`coalesce(sum(${unfinishedCheckouts.recoveredCents}), 0)`,
    })
    .from(unfinishedCheckouts)
    .where(
      and(
        isNotNull(unfinishedCheckouts.recoveredCents),
        sql.raw(counts('(SELECT payment_mode FROM orders WHERE checkout_id = resumed_as)')),
      ),
    )
    .get();
  return sum ?? { count: 0, cents: 0 };
}

/**
 * Deletes what was not touched since then, with the drafts of payments that were never made. An address that was left is a
 * message, and waits longer for its answer.
 */
export function dropBefore(db: Db, before: Date, leftBefore: Date): void {
  const old = db
    .delete(unfinishedCheckouts)
    .where(
      and(
        lt(unfinishedCheckouts.updatedAt, before),
        or(not(isLeft), lt(unfinishedCheckouts.updatedAt, leftBefore)),
      ),
    )
    .returning()
    .all();
  for (const id of old.flatMap(({ checkoutId, resumedAs }) => [checkoutId, resumedAs ?? []].flat())) {
    const isKept = sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.checkoutId} = ${id})
      OR EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.draftId} = ${id} AND ${payments.status} IN ('paid', 'processing'))`;
    if (db.get<{ kept: number }>(sql`SELECT ${isKept} AS kept`)?.kept) continue;
    db.update(payments).set({ draftId: null }).where(eq(payments.draftId, id)).run();
    db.delete(checkoutDrafts).where(eq(checkoutDrafts.id, id)).run();
    db.delete(promoUses).where(eq(promoUses.checkoutId, id)).run();
  }
}
