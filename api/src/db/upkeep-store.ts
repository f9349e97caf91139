import { eq } from 'drizzle-orm';
import type { Db } from './client.ts';
import { upkeep, type UpkeepTask } from './schema/server.ts';

export type UpkeepState = typeof upkeep.$inferSelect;

/** How a task last went. Undefined if it never ran. */
export const read = (db: Db, task: UpkeepTask): UpkeepState | undefined =>
  db.select().from(upkeep).where(eq(upkeep.task, task)).get();

/** Records a run. `failure` is null after a success. Call it inside a transaction. */
export function record(db: Db, task: UpkeepTask, failure: string | null, now: Date): void {
  const set = { triedAt: now, failure, ...(failure === null && { succeededAt: now }) };
  db.insert(upkeep)
    .values({ task, ...set })
    .onConflictDoUpdate({ target: upkeep.task, set })
    .run();
}
