import { integer, text } from 'drizzle-orm/sqlite-core';
import type { WorkStatus } from '@northlight/shared/contracts/lists.ts';

/** Times are Unix milliseconds, amounts are US cents. */
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' });

export const workStatus = () => text('work_status').$type<WorkStatus>().notNull().default('new');

export const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false);
