import { and, asc, desc, eq, gt, getTableName, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { Db } from '../../db/client.ts';
import { formSubmissions, onHoldSubmissions, voiceAgentFormSubmissions } from '../../db/schema/forms.ts';
import { orders } from '../../db/schema/orders.ts';
import { DISPUTED_PAYMENT, payments, refunds } from '../../db/schema/payments.ts';
import { isPaidBack, type Order } from '../../work/orders/order-store.ts';
import { isDisputed } from '../../work/orders/disputes.ts';
import { readTallies } from '../../db/tallies.ts';

/** Of each kind. */
export const OLDEST = 20;

/** Must match the partial indexes word for word. With the plus, SQLite does not prefer another index. */
const WAITS_FOR_FORMS = sql`missing_forms <> '[]' AND +payment_status = 'completed'`;
const TO_REVIEW = sql`review IS NOT NULL AND +payment_status = 'pending'`;
const NEW = sql`work_status = 'new' AND quarantine_reason IS NULL`;
const QUARANTINED = sql`quarantine_reason IS NOT NULL`;

const TABLES = [
  { id: 'website', name: 'Website form', table: formSubmissions, sender: formSubmissions.name },
  {
    id: 'voice',
    name: 'Voice agent form',
    table: voiceAgentFormSubmissions,
    sender: sql<string>`${voiceAgentFormSubmissions.firstName} || ' ' || ${voiceAgentFormSubmissions.lastName}`,
  },
  { id: 'onhold', name: 'On-hold form', table: onHoldSubmissions, sender: onHoldSubmissions.businessName },
] as const;

// The oldest few of what needs attention, and how many forms there are.

function oldestOrders(db: Db, where: SQL) {
  return db.select().from(orders).where(where).orderBy(asc(orders.id)).limit(OLDEST).all();
}

function submissionsWhere(db: Db, where: SQL, tally: string) {
  const found = TABLES.map(({ id, name, table, sender }) => ({
    id,
    count: readTallies(db, getTableName(table)).get(tally) ?? 0,
    oldest: db
      .select({
        orderNumber: table.orderNumber,
        since: table.timestamp,
        sender: sql<string>`${sender}`,
        reason: table.quarantineReason,
      })
      .from(table)
      .where(where)
      .orderBy(asc(table.id))
      .limit(OLDEST)
      .all()
      .map((row) => ({ ...row, form: name })),
  }));
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    byService: Object.fromEntries(found.map(({ id, count }) => [id, count])) as Record<ServiceId, number>,
    oldest: found
      .flatMap(({ oldest }) => oldest)
      .toSorted((a, b) => a.since.getTime() - b.since.getTime())
      .slice(0, OLDEST),
  };
}

/**
 * Nobody waits for the forms of an order whose money the bank has, or may take, or that was paid back. `all`: how many there
 * are with those.
 */
export function waitingForForms(db: Db, all: number) {
  const disputed = db.select({ id: payments.id }).from(payments).where(DISPUTED_PAYMENT);
  const ofDisputed = db.select().from(orders).where(inArray(orders.paymentId, disputed)).all();
  const ofRefunded = db
    .select()
    .from(orders)
    .where(
      and(
        WAITS_FOR_FORMS,
        sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentId} = ${orders.paymentId})`,
      ),
    )
    .all();
  const unwanted = new Set([
    ...ofDisputed
      .filter((order) => order.missingForms.length > 0 && isDisputed(db, order))
      .map(({ id }) => id),
    ...ofRefunded.filter(({ caseId }) => isPaidBack(db, caseId)).map(({ id }) => id),
  ]);
  const isWanted = unwanted.size > 0 ? sql` AND id NOT IN (${sql.join([...unwanted], sql`, `)})` : sql``;
  return { count: all - unwanted.size, oldest: oldestOrders(db, sql`${WAITS_FOR_FORMS}${isWanted}`) };
}

export function toReview(db: Db) {
  return oldestOrders(db, TO_REVIEW);
}

export function newSubmissions(db: Db) {
  return submissionsWhere(db, NEW, 'new');
}

export function quarantined(db: Db) {
  return submissionsWhere(db, QUARANTINED, 'in quarantine');
}

/** How many orders that a person is responsible for are not delivered, and how many of them are late. */
export function ofPerson(db: Db, adminId: number, now: Date): { open: number; late: number } {
  const counts = db
    .select({
      open: sql<number>`count(*)`,
      late: sql<number>`coalesce(sum(${orders.dueAt} < ${now.getTime()}), 0)`,
    })
    .from(orders)
    .where(and(eq(orders.responsibleId, adminId), ne(orders.workStatus, 'delivered')))
    .get();
  return { open: counts?.open ?? 0, late: counts?.late ?? 0 };
}

/** An unpaid order stays unpaid, and nobody has to look at it any more. Whether there was such an order. */
export const dismissReview = (db: Db, orderNumber: string): boolean =>
  db
    .update(orders)
    .set({ review: null })
    .where(
      and(eq(orders.orderNumber, orderNumber), eq(orders.paymentStatus, 'pending'), isNotNull(orders.review)),
    )
    .run().changes > 0;

export const newestOrders = (db: Db, limit: number): Order[] =>
  db
    .select()
    .from(orders)
    .where(gt(orders.id, sql`(SELECT max(id) FROM orders) - ${limit}`))
    .orderBy(desc(orders.id))
    .all();
