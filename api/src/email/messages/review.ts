import { readShopSettings } from '../../db/shop-settings.ts';
import { reviewOf } from '../../work/fulfillment/reviews.ts';
import { allDisputesOf } from '../../work/orders/disputes.ts';
import { orderPageOf } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { button, type EmailContent, hello, text, userText } from '../blocks.ts';
import { caseAction, type EmailContext } from '../email-context.ts';

/** Asks the customer for a review. Null if the work goes on, money went back, or it was written already. */
export function reviewRequest(context: EmailContext, order: OrderWithLines): EmailContent | null {
  const { db, settings } = context;
  const isUnhappy = allDisputesOf(db, order).length > 0 || orderStore.refundedOf(db, order) > 0;
  if (!readShopSettings(db).asksForReview || order.workStatus !== 'delivered' || isUnhappy) return null;
  if (reviewOf(db, order.caseId)) return null;
  return {
    subject: `How was it? (order ${order.orderNumber})`,
    preview: 'A few words from you would help us.',
    title: ['How was working with us?'],
    blocks: [
      text(
        ...hello(order.firstName),
        ', your order is done. Would you write a sentence or two about it? It takes a minute, and you decide whether we may show it on our website.',
      ),
      button('Write a review', `${orderPageOf(settings, order)}#review`),
      text('Was something not right? Reply to this email. We won’t ask again.'),
    ],
  };
}

/** Tells the business about a review. Null if it was erased. */
export function newReview(context: EmailContext, order: OrderWithLines): EmailContent | null {
  const { orderNumber } = order;
  const review = reviewOf(context.db, order.caseId);
  if (!review) return null;
  if (review.usedAt && !review.mayShow) return withdrawn(context, order);
  return {
    subject: `New review of ${orderNumber}`,
    preview: review.mayShow ? 'You may show it on your website.' : 'It is only for you.',
    title: [`New review of ${orderNumber}`],
    blocks: [
      text('From ', userText(review.name), '.'),
      text(userText(review.text)),
      text(review.mayShow ? 'You may show it on your website.' : 'It may not be shown on your website.'),
      caseAction(context, orderNumber),
    ],
    toBusiness: { replyTo: order.email },
  };
}

function withdrawn(context: EmailContext, { orderNumber, email }: OrderWithLines): EmailContent {
  return {
    subject: `Please remove the review of ${orderNumber}`,
    preview: 'The customer no longer wants it on your website.',
    title: [`Please remove the review of ${orderNumber}`],
    blocks: [
      text('The customer no longer wants their review on your website.'),
      text('Remove it from the testimonials under Settings, Pages, and publish the change.'),
      caseAction(context, orderNumber),
    ],
    toBusiness: { replyTo: email },
  };
}
