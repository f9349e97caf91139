import type { OrderWithLines } from '../orders/order-store.ts';
import { REVIEW_AFTER_MS } from './request-review.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import type { AppContext } from '../context.ts';

export const HOUR_MS = 60 * 60_000;

/**
 * Tells the business that a browser said it had paid while no money arrived. Anybody can say so as often as they like, hence
 * one mail for all orders of an hour. Belongs into the order's transaction.
 */
export function queueUnpaidDigest(
  { db, settings, now }: AppContext,
  { createdAt }: Pick<OrderWithLines, 'createdAt'>,
): void {
  const from = Math.floor(createdAt.getTime() / HOUR_MS) * HOUR_MS;
  outboxStore.add(
    db,
    {
      kind: 'unpaid-orders',
      key: `unpaid-orders:${new Date(from).toISOString().slice(0, '2026-11-21T10'.length)}`,
      orderNumber: null,
      payload: { from },
      recipient: settings.business.email,
    },
    now(),
    new Date(from + HOUR_MS + REVIEW_AFTER_MS),
  );
}
