import { eq } from 'drizzle-orm';
import type { SendReview } from '@northlight/shared/contracts/order-page.ts';
import type { Db } from '../../db/client.ts';
import { customerReviews } from '../../db/schema/orders.ts';

export type ReviewRow = typeof customerReviews.$inferSelect;

export const reviewOf = (db: Db, orderNumber: string): ReviewRow | undefined =>
  db.select().from(customerReviews).where(eq(customerReviews.orderNumber, orderNumber)).get();

/** Stores it, or replaces the one before. */
export function putReview(db: Db, orderNumber: string, sent: SendReview, now: Date): void {
  db.insert(customerReviews)
    .values({ orderNumber, ...sent, createdAt: now })
    .onConflictDoUpdate({ target: customerReviews.orderNumber, set: { ...sent, createdAt: now } })
    .run();
}

export const markUsed = (db: Db, orderNumber: string, usedAt: Date): void =>
  void db.update(customerReviews).set({ usedAt }).where(eq(customerReviews.orderNumber, orderNumber)).run();
