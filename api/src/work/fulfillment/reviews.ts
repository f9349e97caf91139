import type { OrderResponse, SendReview } from '@northlight/shared/contracts/order-page.ts';
import type { WorkContext } from '../context.ts';
import type { RecordContext } from '../../db/context.ts';
import type { Db } from '../../db/client.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound, conflict } from '../../base/errors.ts';
import { DAY_MS } from '../../base/units.ts';
import type { Order } from '../orders/order-store.ts';
import { notifyBusiness, notifyCustomer } from './order-emails.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { eq } from 'drizzle-orm';
import { customerReviews } from '../../db/schema/orders.ts';
import { oneBy } from '../../db/prepared.ts';

const ASKED_AFTER_MS = 3 * DAY_MS;

/** Asks once for a review when all of an order is delivered, if the owner wants it. Call it inside a transaction. */
export function planReviewRequest(context: RecordContext, order: Order): void {
  const { db, now } = context;
  if (order.isExtra || !readShopSettings(db).asksForReview) return;
  const dueAt = new Date(now().getTime() + ASKED_AFTER_MS);
  notifyCustomer(context, order, { news: 'review-request', id: order.id }, dueAt);
}

/** What the order's page shows of the review: what was sent, an empty one to fill out, or nothing. */
export function presentReview(db: Db, order: Order): OrderResponse['review'] {
  const sent = reviewOf(db, order.caseId);
  if (sent) {
    const { text, name, mayShow, usedAt } = sent;
    return { text, name, mayShow, isSent: true, isUsed: usedAt !== null };
  }
  if (order.workStatus !== 'delivered' || !readShopSettings(db).asksForReview) return null;
  const name = `${order.firstName} ${order.lastName}`.trim();
  return { text: '', name, mayShow: false, isSent: false, isUsed: false };
}

/**
 * Stores the customer's review. One that was chosen for the website stays as it is, and only the permission to show it can
 * be taken back.
 */
export async function sendReview(context: WorkContext, order: Order, sent: SendReview): Promise<void> {
  const { db, now } = context;
  const news = { news: 'review' as const, id: order.id };
  await inTransaction(db, () => {
    if (!presentReview(db, order)) throw notFound();
    const used = reviewOf(db, order.caseId);
    if (!used?.usedAt) {
      putReview(db, order.caseId, sent, now());
      return notifyBusiness(context, order.caseId, news);
    }
    if (sent.mayShow)
      throw conflict(
        'review_used',
        'We chose your review for our website, so it can’t be changed here anymore. Please send us a message.',
      );
    putReview(db, order.caseId, { text: used.text, name: used.name, mayShow: false }, now());
    notifyBusiness(context, order.caseId, news, { occurrence: 1 });
  });
}

export type ReviewRow = typeof customerReviews.$inferSelect;

export const reviewOf = oneBy(customerReviews, 'caseId');

/** Stores it, or replaces the one before. */
export function putReview(db: Db, caseId: CaseId, sent: SendReview, now: Date): void {
  db.insert(customerReviews)
    .values({ caseId, ...sent, createdAt: now })
    .onConflictDoUpdate({ target: customerReviews.caseId, set: { ...sent, createdAt: now } })
    .run();
}

export const markUsed = (db: Db, caseId: CaseId, usedAt: Date): void =>
  void db.update(customerReviews).set({ usedAt }).where(eq(customerReviews.caseId, caseId)).run();
