import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { demoClock } from '../../../db/schema/recurring.ts';

const find = prepared((db) => db.select({ aheadMs: demoClock.aheadMs }).from(demoClock));

/** How far the clock of recurring payments is ahead of the real one, in milliseconds. */
export function aheadMs(db: Db): number {
  return find(db).get()?.aheadMs ?? 0;
}

/** Moves the clock of recurring payments forward. Call it inside a transaction. */
export function advance(db: Db, byMs: number): void {
  db.insert(demoClock)
    .values({ id: 1, aheadMs: byMs })
    .onConflictDoUpdate({ target: demoClock.id, set: { aheadMs: sql`${demoClock.aheadMs} + ${byMs}` } })
    .run();
}
