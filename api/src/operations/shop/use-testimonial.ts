import { entries } from '@northlight/shared/content/texts.ts';
import { dayIn } from '../../base/business-hours.ts';
import { ApiError, badInput, notFound } from '../../base/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { markUsed, reviewOf } from '../../work/fulfillment/review-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { ShopContext } from './publish.ts';
import { problemsOf } from './shop-values.ts';
import * as store from './version-store.ts';

const KEY = 'home.testimonials';

const isUnderWay = () =>
  new ApiError(409, 'shop_changed', 'Changes of the shop are scheduled. Publish or discard them first.');

/**
 * Adds a customer's review to the testimonials in the draft of the shop, once. Throws a 404 without a review that may
 * be shown, a 409 while a version waits to be published, and a 400 if the page can't show it.
 */
export async function useAsTestimonial(
  { db, settings, now }: ShopContext,
  orderNumber: string,
  adminId: number,
): Promise<void> {
  await inTransaction(db, () => {
    const review = reviewOf(db, orderNumber);
    const order = orderStore.byNumber(db, orderNumber);
    if (!review?.mayShow || !order) throw notFound();
    if (review.usedAt) return;
    const before = store.newest(db);
    if (before.state === 'scheduled' || before.state === 'publishing') throw isUnderWay();
    const entry = entries.find(({ key }) => key === KEY);
    const changed = before.values.content[KEY];
    const items = Array.isArray(changed) ? changed : entry && 'items' in entry ? entry.items : [];
    const added = { words: review.text, name: review.name, business: order.businessName || review.name };
    const content = { ...before.values.content, [KEY]: [...items, added] };
    const values = { ...before.values, content };
    const [problem] = Object.values(problemsOf(values, dayIn(settings.hours, now()), settings.business));
    if (problem?.[0]) throw badInput(problem[0]);
    store.add(db, { values, state: 'draft', adminId, createdAt: now() });
    markUsed(db, orderNumber, now());
  });
}
