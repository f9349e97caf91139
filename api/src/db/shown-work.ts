import { getTableName, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ShownWork, WorkStatus } from '@northlight/shared/contracts/lists.ts';
import type { Db } from './client.ts';
import type { CaseId } from './schema/columns.ts';

/** Whether work that ended had no delivered version. What another system delivered has none here, nor has a request. */
const isClosed = (caseId: SQL | CaseId): SQL =>
  sql`(EXISTS (SELECT 1 FROM orders AS main WHERE main.case_id = ${caseId} AND main.is_extra = 0 AND main.imported IS NULL AND main.service_types <> '[]') AND NOT EXISTS (SELECT 1 FROM deliveries AS version WHERE version.case_id = ${caseId}))`;

type Columns = { workStatus: SQLiteColumn; caseId: SQLiteColumn };

/** Drizzle leaves out the table, but the subqueries have the same column. */
const caseOf = ({ caseId }: Columns): SQL =>
  sql`${sql.identifier(getTableName(caseId.table))}.${sql.identifier(caseId.name)}`;

/** The work status as people read it, as a column. */
export const shownColumn = (table: Columns): SQL<ShownWork> =>
  sql<ShownWork>`CASE WHEN ${isShownAs(table, 'closed')} THEN 'closed' ELSE ${table.workStatus} END`;

/** The rows of a table that read so. */
export function isShownAs(table: Columns, shown: ShownWork): SQL {
  const ended = sql`${table.workStatus} = 'delivered'`;
  if (shown === 'closed') return sql`${ended} AND ${isClosed(caseOf(table))}`;
  if (shown === 'delivered') return sql`${ended} AND NOT ${isClosed(caseOf(table))}`;
  return sql`${table.workStatus} = ${shown}`;
}

/** The same for one case, with the status that it has or is to get. */
export function shownWork(
  db: Db,
  { caseId, workStatus }: { caseId: CaseId; workStatus: WorkStatus },
): ShownWork {
  if (workStatus !== 'delivered') return workStatus;
  return db.get<{ closed: number }>(sql`SELECT ${isClosed(caseId)} AS closed`).closed ? 'closed' : workStatus;
}
