import type { CaseId } from '../../db/schema/columns.ts';
import { eq } from 'drizzle-orm';
import type { SendReview } from '@northlight/shared/contracts/order-page.ts';
import type { Db } from '../../db/client.ts';
import { customerReviews } from '../../db/schema/orders.ts';

export type ReviewRow = typeof customerReviews.$inferSelect;

export const reviewOf = (db: Db, caseId: CaseId): ReviewRow | undefined =>
  db.select().from(customerReviews).where(eq(customerReviews.caseId, caseId)).get();

/** Stores it, or replaces the one before. */
export function putReview(db: Db, caseId: CaseId, sent: SendReview, now: Date): void {
  db.insert(customerReviews)
    .values({ caseId, ...sent, createdAt: now })
    .onConflictDoUpdate({ target: customerReviews.caseId, set: { ...sent, createdAt: now } })
    .run();
}

export const markUsed = (db: Db, caseId: CaseId, usedAt: Date): void =>
  void db.update(customerReviews).set({ usedAt }).where(eq(customerReviews.caseId, caseId)).run();
