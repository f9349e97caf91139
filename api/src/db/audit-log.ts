import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { perDatabase } from './prepared.ts';
import { sequenceCounter } from './schema/orders.ts';
import { auditLog } from './schema/people.ts';

/** How long entries are kept. The trigger that protects them has the same number of days. */
const AUDIT_DAYS = 731;
/** The counter with the last entry that was deleted because of its age. */
const DELETED = 'audit entries deleted';

type Row = typeof auditLog.$inferSelect;
export type AuditEntry = Pick<Row, 'adminId' | 'who' | 'address' | 'action'> &
  Partial<Pick<Row, 'record' | 'detail'>>;

// SQLite remembers the highest ID that was ever given. Without it, a new entry would hide that the last one is missing.
const highestId = perDatabase(({ $client }) =>
  $client.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit_log'").pluck(),
);

/** Appends an entry. Call it inside a transaction. */
export function appendAudit(db: Db, entry: AuditEntry, at: Date): void {
  const last = db
    .select({ id: auditLog.id, hash: auditLog.hash })
    .from(auditLog)
    .orderBy(desc(auditLog.id))
    .limit(1)
    .get();
  const id = Math.max(Number(highestId(db).get() ?? 0), last?.id ?? 0) + 1;
  const row = { record: null, detail: null, ...entry, id, at, previous: last?.hash ?? '' };
  db.insert(auditLog)
    .values({ ...row, hash: hashOf(row) })
    .run();
}

function hashOf({
  id,
  at,
  adminId,
  who,
  address,
  action,
  record,
  detail,
  previous,
}: Omit<Row, 'hash'>): string {
  const content = [previous, id, at.getTime(), adminId, who, address, action, record, detail];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

const PAGE = 1_000;

/** How many entries match from the start, and the first that is missing or doesn't match its hash; null when all match. */
export function verifyAudit(db: Db): { count: number; brokenAt: number | null } {
  const deleted = db.select().from(sequenceCounter).where(eq(sequenceCounter.name, DELETED)).get();
  let [count, last] = [0, { id: deleted?.currentValue ?? 0, hash: '' }];
  const first = last.id + 1;
  for (;;) {
    const rows = db
      .select()
      .from(auditLog)
      .where(gt(auditLog.id, last.id))
      .orderBy(asc(auditLog.id))
      .limit(PAGE)
      .all();
    for (const row of rows) {
      if (row.id !== last.id + 1) return { count, brokenAt: last.id + 1 };
      // The entry that it follows on may have been deleted because of its age.
      const isNext = row.id === first || row.previous === last.hash;
      if (!isNext || row.hash !== hashOf(row)) return { count, brokenAt: row.id };
      count += 1;
      last = row;
    }
    if (rows.length < PAGE) break;
  }
  return { count, brokenAt: Number(highestId(db).get() ?? 0) > last.id ? last.id + 1 : null };
}

/** What a person refunded since then in dollars, as far as the amount was given. Failed attempts count, too. */
export function refundedBy(db: Db, adminId: number, since: Date): number {
  const amount = sql`json_extract(${auditLog.detail}, '$.amount')`;
  const sum = sql<number>`coalesce(sum(${amount}), 0)`;
  const isRefund = sql`typeof(${amount}) IN ('integer', 'real')`;
  const isOwn = and(gt(auditLog.at, since), eq(auditLog.adminId, adminId), isRefund);
  return db.select({ sum }).from(auditLog).where(isOwn).get()?.sum ?? 0;
}

/** Deletes what is older than 24 months, by the computer's clock, as the trigger does. Call it inside a transaction. */
export function trimAudit(db: Db): void {
  const cutoff = sql`(unixepoch() - ${AUDIT_DAYS} * 86400) * 1000`;
  const columns = { id: auditLog.id };
  const oldest =
    db
      .select(columns)
      .from(auditLog)
      .where(gte(auditLog.at, cutoff))
      .orderBy(asc(auditLog.id))
      .limit(1)
      .get() ??
    // The newest stays, because the next entry follows on its hash.
    db.select(columns).from(auditLog).orderBy(desc(auditLog.id)).limit(1).get();
  if (!oldest || db.delete(auditLog).where(lt(auditLog.id, oldest.id)).run().changes === 0) return;
  // So that no other missing entry looks like one of these.
  const set = { currentValue: oldest.id - 1 };
  db.insert(sequenceCounter)
    .values({ name: DELETED, ...set })
    .onConflictDoUpdate({ target: sequenceCounter.name, set })
    .run();
}

/** A call of an administrator, whose first change writes an entry. */
type Call = AuditEntry & {
  at: () => Date;
  check: () => void;
  stillMay: () => void;
  isWritten: boolean;
};
const calls = new AsyncLocalStorage<Call | undefined>();

/**
 * Runs a call so that its first transaction also writes the entry. A call that changes nothing leaves none. `check`
 * throws in that transaction if the caller may not do it any more: a session can end while its call waits. `stillMay` does so for
 * what goes on after the call.
 */
export const audited = <Result>(
  entry: AuditEntry,
  { at, check, stillMay = check }: Pick<Call, 'at' | 'check'> & Partial<Pick<Call, 'stillMay'>>,
  work: () => Result,
): Result => calls.run({ ...entry, at, check, stillMay, isWritten: false }, work);

/** Throws if whoever makes the current call may not do it any more. For what goes on after the call, elsewhere. */
export const callerStillMay = (): (() => void) => calls.getStore()?.stillMay ?? (() => {});

/** Runs work that does not yet do what the call says, such as counting an attempt. Its transactions write no entry. */
export const unaudited = <Result>(work: () => Result): Result => calls.run(undefined, work);

/** Adds to the entry of the current call. Call it before the call's first transaction. */
export function recordDetail(detail: Record<string, unknown>): void {
  const call = calls.getStore();
  if (call) call.detail = { ...call.detail, ...detail };
}

/** Makes `work` also check the caller of the current call again and write its entry. */
export function withAudit<Result>(db: Db, work: () => Result): () => Result {
  const call = calls.getStore();
  if (!call) return work;
  return () => {
    if (!call.isWritten) call.check();
    const result = work();
    if (!call.isWritten) appendAudit(db, call, call.at());
    call.isWritten = true;
    return result;
  };
}
