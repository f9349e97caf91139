import type { AuditKind, AuditLine, ListAudit } from '@northlight/shared/contracts/audit.ts';
import { commandName } from '../../base/command-name.ts';
import { and, desc, gte, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PeopleContext } from '../context.ts';
import { auditLog } from '../../db/schema/people.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { ListContext } from '../../http/lists/list-table.ts';
import { csvStream } from '../../http/lists/csv.ts';
import { actionsWith, auditText, changeText } from './audit-words.ts';
import { endOfDay, startOfDay } from '../../base/business-hours.ts';

const PAGE = 50;

const isExport = like(auditLog.action, 'GET %');
const isLogin = or(
  like(auditLog.action, 'login%'),
  like(auditLog.action, 'password-%'),
  inArray(auditLog.action, ['session-moved', 'address-changed', 'invitation-accepted']),
);
const OF_KIND: Record<AuditKind, SQL | undefined> = {
  login: isLogin,
  change: sql`NOT (${or(isLogin, isExport)})`,
  export: isExport,
};

function read(
  { db, settings: { hours } }: ListContext,
  { q, kind, from, to, cursor }: ListAudit,
  limit: number,
) {
  const term = q && `%${q.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
  const matches = term
    ? or(
        like(auditLog.who, term),
        like(auditLog.address, term),
        like(auditLog.record, term),
        like(auditLog.detail, term),
        inArray(auditLog.action, actionsWith(q ?? '')),
      )
    : undefined;
  const rows = db
    .select()
    .from(auditLog)
    .where(
      and(
        matches,
        kind && OF_KIND[kind],
        from === undefined ? undefined : gte(auditLog.at, startOfDay(hours, from)),
        to === undefined ? undefined : lt(auditLog.at, endOfDay(hours, to)),
        cursor === undefined ? undefined : lt(auditLog.id, cursor),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit + 1)
    .all();
  const entries = rows.slice(0, limit).map(({ id, at, who, address, action, record, detail }): AuditLine => ({
    id,
    at: at.toISOString(),
    who,
    address,
    text: auditText(action, detail),
    orderNumber: [record, detail?.['orderNumber']].find(isCaseNumber) ?? null,
    detail: changeText(detail),
  }));
  return { entries, nextCursor: rows.length > limit ? String(entries.at(-1)?.id) : null };
}

/** A record is a case's number or an ID. */
const isCaseNumber = (record: unknown): record is string =>
  typeof record === 'string' && /^[A-Z]+-\d+$/.test(record);

/** Who did what: the list and its download. */
export function auditRoutes(mount: Mount, context: PeopleContext): void {
  mount('GET /api/json/audit', ({ query }) => ({
    success: true,
    ...read(context, query, PAGE),
    command: commandName('audit-verify'),
  }));

  mount('GET /api/json/audit.csv', ({ query, ctx }) => {
    ctx.type = 'text/csv';
    ctx.attachment('audit-log.csv');
    const columns = ['at', 'who', 'address', 'text', 'orderNumber', 'detail'];
    ctx.body = csvStream(columns, (limit, cursor) => {
      const { entries, nextCursor } = read(context, { ...query, cursor }, limit);
      return { rows: entries, nextCursor };
    });
  });
}
