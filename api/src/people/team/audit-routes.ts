import type { AuditKind, AuditLine, ListAudit } from '@northlight/shared/contracts/audit.ts';
import { allCalls, endpointOf } from '@northlight/shared/contracts/endpoints.ts';
import { and, desc, gte, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PeopleContext } from '../context.ts';
import type { Db } from '../../db/client.ts';
import { auditLog } from '../../db/schema/people.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { csvStream } from '../../http/lists/csv.ts';
import { DAY_MS } from '../../base/units.ts';

const PAGE = 50;

/** What happened, by the action in the log. Calls are described by the endpoint table. */
const TEXTS: Record<string, string> = {
  login: 'Logged in.',
  'login-failed': 'Failed to log in.',
  'login-factor-failed': 'Failed the second factor check.',
  'invitation-accepted': 'Accepted the invitation.',
  'admin-created': 'Created an administrator on the server.',
  'admin-password-set': 'Set a password on the server.',
  'login-refused': 'Was blocked after too many login attempts.',
  'person-erased': 'Erased a person on the server.',
  'file-uploaded': 'Uploaded a file for an order.',
  'file-removed': 'Removed an uploaded file.',
  'session-moved': 'Ended a session that was used from another device.',
  'address-changed': 'Continued a session from another IP address.',
  ...Object.fromEntries(allCalls.map((call) => [call, endpointOf(call).summary])),
};

const textOf = (action: string): string => TEXTS[action] ?? action;

const detailText = (detail: Record<string, unknown> | null): string =>
  Object.entries(detail ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

const isExport = like(auditLog.action, 'GET %');
const isLogin = or(
  like(auditLog.action, 'login%'),
  inArray(auditLog.action, ['session-moved', 'address-changed', 'invitation-accepted']),
);
const OF_KIND: Record<AuditKind, SQL | undefined> = {
  login: isLogin,
  change: sql`NOT (${or(isLogin, isExport)})`,
  export: isExport,
};

function read(db: Db, { q, kind, from, to, cursor }: ListAudit, limit: number) {
  const term = q && `%${q.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
  const actions = Object.keys(TEXTS).filter((action) =>
    textOf(action)
      .toLowerCase()
      .includes(q?.toLowerCase() ?? ''),
  );
  const matches = term
    ? or(
        like(auditLog.who, term),
        like(auditLog.address, term),
        like(auditLog.record, term),
        like(auditLog.detail, term),
        inArray(auditLog.action, actions),
      )
    : undefined;
  const rows = db
    .select()
    .from(auditLog)
    .where(
      and(
        matches,
        kind && OF_KIND[kind],
        from === undefined ? undefined : gte(auditLog.at, new Date(from)),
        to === undefined ? undefined : lt(auditLog.at, new Date(Date.parse(to) + DAY_MS)),
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
    text: textOf(action),
    record,
    detail: detailText(detail),
  }));
  return { entries, nextCursor: rows.length > limit ? String(entries.at(-1)?.id) : null };
}

/** Who did what: the list and its download. */
export function auditRoutes(mount: Mount, { db }: PeopleContext): void {
  mount('GET /api/json/audit', ({ query }) => ({ success: true, ...read(db, query, PAGE) }));

  mount('GET /api/json/audit.csv', ({ query, ctx }) => {
    ctx.type = 'text/csv';
    ctx.attachment('audit-log.csv');
    const columns = ['at', 'who', 'address', 'text', 'record', 'detail'];
    ctx.body = csvStream(columns, (limit, cursor) => {
      const { entries, nextCursor } = read(db, { ...query, cursor }, limit);
      return { rows: entries, nextCursor };
    });
  });
}
