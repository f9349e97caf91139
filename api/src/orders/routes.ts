import { setTimeout as delay } from 'node:timers/promises';
import type { Router } from '@koa/router';
import {
  ListOrders,
  ORDERS_PATH,
  VERIFY_ORDER_PATH,
  VerifyOrderQuery,
  type OrdersAnswer,
  type VerifyOrderAnswer,
} from '@northlight/shared/contracts/orders.ts';
import type { LimitFactory } from '../middleware/rate-limit.ts';
import { validateQuery } from '../middleware/validate.ts';
import type { MissDelay } from './miss-delay.ts';
import type { OrderStore } from './order-store.ts';
import { presentListedOrder } from './present-listed-order.ts';

const NOT_FOUND =
  "Order number not found. Please make sure you've entered the number exactly as it appears in your confirmation email (ORD-XXXXX or just the 5 digits).";

type Deps = { orderStore: OrderStore; missDelay: MissDelay; limit: LimitFactory };

export function orderRoutes(router: Router, { orderStore, missDelay, limit }: Deps): void {
  /** Answers yes or no and nothing else, slower to those who guess (D14). */
  router.get(VERIFY_ORDER_PATH, limit('verify-order', { perMinute: 30 }), async (ctx) => {
    const { orderNumber } = validateQuery(ctx, VerifyOrderQuery);
    const exists = orderStore.exists(orderNumber);
    if (!exists) await delay(missDelay.afterMiss(ctx.ip));
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      exists,
      message: exists ? 'Order number found.' : NOT_FOUND,
    } satisfies VerifyOrderAnswer;
  });

  router.get(ORDERS_PATH, (ctx) => {
    const { limit, cursor } = validateQuery(ctx, ListOrders);
    // One more than asked for: it tells whether another page follows.
    const found = orderStore.page(limit + 1, cursor);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    ctx.body = {
      success: true,
      message: page.length === 0 ? 'No orders found' : 'Orders found',
      orders: page.map(presentListedOrder),
      total: orderStore.total(),
      nextCursor: last ? String(last.id) : null,
    } satisfies OrdersAnswer;
  });
}
