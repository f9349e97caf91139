import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { perDatabase } from '../../db/prepared.ts';
import type { CaseId } from '../../db/schema/columns.ts';

/** More than a small studio gets in a year. */
const NEWEST_MESSAGES = 5_000;

const later = (table: string, where: string) =>
  `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.case_id = m.case_id AND ${where})`;

/**
 * Messages `m` of customers who wrote last, and to whom nobody has written or spoken since. What is written while a quote
 * is open is a question about it.
 */
const WAITS = `m.id > (SELECT max(id) FROM order_messages) - ${NEWEST_MESSAGES}
      AND m.admin_id IS NULL AND m.by_email IS NOT 'studio'
      AND ${later('order_messages', 'order_messages.id > m.id')}
      AND ${later('quotes', "quotes.state = 'sent' AND quotes.order_number IS NULL AND quotes.created_at <= m.created_at")}
      AND ${later('case_events', "case_events.kind = 'contact' AND case_events.created_at >= m.created_at")}`;

/** The orders on whose cases such a message is, the one that waits longest first. */
export const unanswered = (db: Db) =>
  db.all<{ orderNumber: string; firstName: string; lastName: string; text: string; since: number }>(
    sql.raw(`
    SELECT o.order_number AS orderNumber, o.first_name AS firstName, o.last_name AS lastName, m.text, m.created_at AS since
    FROM order_messages m JOIN orders o ON o.case_id = m.case_id AND o.is_extra = 0
    WHERE ${WAITS}
    ORDER BY m.created_at, m.id`),
  );

/** The same as a filter of orders. */
export const IS_UNANSWERED = sql.raw(
  `is_extra = 0 AND orders.case_id IN (SELECT m.case_id FROM order_messages m WHERE ${WAITS})`,
);

const ofCase = perDatabase(({ $client }) =>
  $client
    .prepare<[CaseId], number>(`SELECT 1 FROM order_messages m WHERE m.case_id = ? AND ${WAITS}`)
    .pluck(),
);

/** The same for one order. */
export const isUnanswered = (db: Db, { caseId, isExtra }: { caseId: CaseId; isExtra: boolean }): boolean =>
  !isExtra && ofCase(db).get(caseId) !== undefined;
