import type { SQL } from 'drizzle-orm';
import { type AnySQLiteColumn, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { WorkStatus } from '@northlight/shared/contracts/lists.ts';

/**
 * The ID of a case: the number of the order, quote, or request that began it. A type of its own, because what is sold or quoted on
 * a case later has another number.
 */
export type CaseId = string & { readonly isCaseId: true };

export const caseId = () => text('case_id').$type<CaseId>();

/** Times are Unix milliseconds, amounts are US cents. */
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' });

export const workStatus = () => text('work_status').$type<WorkStatus>().notNull().default('new');

export const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false);

/** The ID of a row of another table. */
export const references = (name: string, id: () => AnySQLiteColumn) => integer(name).notNull().references(id);

type On = Parameters<ReturnType<typeof index>['on']>;

/** An index of the rows for which the condition is true. Queries must repeat it word for word. */
export const indexWhere = (name: string, where: SQL, ...on: On) =>
  index(name)
    .on(...on)
    .where(where);

export const uniqueWhere = (name: string, where: SQL, ...on: On) =>
  uniqueIndex(name)
    .on(...on)
    .where(where);
