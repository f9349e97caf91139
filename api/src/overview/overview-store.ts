import { and, asc, eq, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';
import type { Db } from '../db/client.ts';
import { countWhere } from '../db/count-where.ts';
import { formSubmissions, onHoldSubmissions, orders, voiceAgentFormSubmissions } from '../db/schema.ts';

const OLDEST = 5;

/** Must match the partial indexes word for word. */
const WAITS_FOR_FORMS = sql`missing_forms <> '[]' AND payment_status = 'completed'`;
const TO_REVIEW = sql`review IS NOT NULL AND payment_status = 'pending'`;

const TABLES = [
  { name: 'Website form', table: formSubmissions, sender: formSubmissions.name },
  {
    name: 'Voice agent form',
    table: voiceAgentFormSubmissions,
    sender: sql<string>`${voiceAgentFormSubmissions.firstName} || ' ' || ${voiceAgentFormSubmissions.lastName}`,
  },
  { name: 'On-hold form', table: onHoldSubmissions, sender: onHoldSubmissions.businessName },
];

// Counts and the oldest few of what needs attention, and sums for the charts.

function ordersWhere(db: Db, where: SQL) {
  return {
    count: countWhere(db, orders, where),
    oldest: db.select().from(orders).where(where).orderBy(asc(orders.id)).limit(OLDEST).all(),
  };
}

function submissionsWhere(db: Db, of: (table: (typeof TABLES)[number]['table']) => SQL | undefined) {
  const found = TABLES.map(({ name, table, sender }) => ({
    count: countWhere(db, table, of(table)),
    oldest: db
      .select({
        orderNumber: table.orderNumber,
        since: table.timestamp,
        sender: sql<string>`${sender}`,
        reason: table.quarantineReason,
      })
      .from(table)
      .where(of(table))
      .orderBy(asc(table.id))
      .limit(OLDEST)
      .all()
      .map((row) => ({ ...row, form: name })),
  }));
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    oldest: found
      .flatMap(({ oldest }) => oldest)
      .toSorted((a, b) => a.since.getTime() - b.since.getTime())
      .slice(0, OLDEST),
  };
}

export function waitingForForms(db: Db) {
  return ordersWhere(db, WAITS_FOR_FORMS);
}

export function toReview(db: Db) {
  return ordersWhere(db, TO_REVIEW);
}

export function newSubmissions(db: Db) {
  return submissionsWhere(db, (table) => and(eq(table.workStatus, 'new'), isNull(table.quarantineReason)));
}

export function quarantined(db: Db) {
  return submissionsWhere(db, (table) => isNotNull(table.quarantineReason));
}

/** Sums in cents by the number of weeks since `start`. A yearly price counts a twelfth per month. */
export function weeks(db: Db, start: Date, weekMs: number) {
  // Numbers are bound as floats, so this is a float division.
  const week = sql<number>`CAST((${orders.createdAt} - ${start.getTime()}) / ${weekMs} AS INTEGER)`;
  return db
    .select({
      week,
      paidCents: sql<number>`coalesce(sum(${orders.receivedAmountCents}), 0)`,
      recurringCents: sql<number>`coalesce(sum(CASE ${orders.recurringPeriod} WHEN 'year' THEN ${orders.recurringPaymentCents} / 12 ELSE ${orders.recurringPaymentCents} END), 0)`,
    })
    .from(orders)
    .where(gte(orders.createdAt, start))
    .groupBy(week)
    .all();
}

export function countOf(db: Db, service: ServiceId): number {
  return countWhere(db, orders, sql.raw(`service_types LIKE '%"${service}"%'`));
}
