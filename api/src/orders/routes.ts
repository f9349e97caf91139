import { setTimeout as delay } from 'node:timers/promises';
import type { Router } from '@koa/router';
import { ListPage } from '@northlight/shared/contracts/lists.ts';
import {
  ORDERS_PATH,
  VERIFY_ORDER_PATH,
  VerifyOrderQuery,
  type OrdersAnswer,
  type VerifyOrderAnswer,
} from '@northlight/shared/contracts/orders.ts';
import { ORDER_NOT_FOUND } from '../errors.ts';
import type { LimitFactory } from '../middleware/rate-limit.ts';
import { validateQuery } from '../middleware/validate.ts';
import type { MissDelay } from './miss-delay.ts';
import type { OrderStore } from './order-store.ts';
import { pageOf } from './page-of.ts';
import { presentListedOrder } from './present-listed-order.ts';

type Deps = { orderStore: OrderStore; missDelay: MissDelay; limit: LimitFactory };

export function orderRoutes(router: Router, { orderStore, missDelay, limit }: Deps): void {
  /** Answers yes or no and nothing else, slower to those who guess (D14). */
  router.get(VERIFY_ORDER_PATH, limit('verify-order', { perMinute: 30 }), async (ctx) => {
    const { orderNumber } = validateQuery(ctx, VerifyOrderQuery);
    const exists = orderStore.buyerOf(orderNumber) !== undefined;
    if (!exists) await delay(missDelay.afterMiss(ctx.ip));
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      exists,
      message: exists ? 'Order number found.' : ORDER_NOT_FOUND,
    } satisfies VerifyOrderAnswer;
  });

  router.get(ORDERS_PATH, (ctx) => {
    const { rows, nextCursor } = pageOf(validateQuery(ctx, ListPage), orderStore.page);
    ctx.body = {
      success: true,
      message: rows.length === 0 ? 'No orders found' : 'Orders found',
      orders: rows.map(presentListedOrder),
      total: orderStore.total(),
      nextCursor,
    } satisfies OrdersAnswer;
  });
}
