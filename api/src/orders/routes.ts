import { setTimeout as delay } from 'node:timers/promises';
import type { Router } from '@koa/router';
import {
  ListOrders,
  ORDERS_CSV_PATH,
  ORDERS_PATH,
  VERIFY_ORDER_PATH,
  VerifyOrderQuery,
  type ListedOrder,
  type OrdersAnswer,
  type VerifyOrderAnswer,
} from '@northlight/shared/contracts/orders.ts';
import { ORDER_NOT_FOUND } from '../errors.ts';
import type { LimitFactory } from '../middleware/rate-limit.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { validateQuery } from '../middleware/validate.ts';
import type { MissDelay } from './miss-delay.ts';
import type { OrderList } from './order-list.ts';
import type { OrderStore } from './order-store.ts';
import { presentListedOrder } from './present-listed-order.ts';

const CSV_COLUMNS = [
  'orderNumber',
  'createdAt',
  'firstName',
  'lastName',
  'email',
  'phone',
  'businessName',
  'serviceTypes',
  'addons',
  'seoOptimization',
  'blogSetup',
  'extraRevisions',
  'promoCode',
  'discount',
  'tax',
  'initialPayment',
  'recurringPayment',
  'isYearly',
  'paymentStatus',
  'paymentMode',
  'reviewReason',
  'missingForms',
  'workStatus',
] as const satisfies (keyof ListedOrder | 'addons')[];

type Deps = { orderStore: OrderStore; orderList: OrderList; missDelay: MissDelay; limit: LimitFactory };

export function orderRoutes(router: Router, { orderStore, orderList, missDelay, limit }: Deps): void {
  /** Answers yes or no and nothing else, with a delay for clients that guess. */
  router.get(VERIFY_ORDER_PATH, limit('verify-order', { perMinute: 30 }), async (ctx) => {
    const { orderNumber } = validateQuery(ctx, VerifyOrderQuery);
    // A claim without money is no order yet, and anybody can make one.
    const exists = orderStore.buyerOf(orderNumber)?.isClaim === false;
    if (!exists) await delay(missDelay.afterMiss(ctx.ip));
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      exists,
      message: exists ? 'Order number found.' : ORDER_NOT_FOUND,
    } satisfies VerifyOrderAnswer;
  });

  listRoutes(router, {
    path: ORDERS_PATH,
    csvPath: ORDERS_CSV_PATH,
    schema: ListOrders,
    page: orderList,
    present: presentListedOrder,
    presentInFile: (order) => ({ ...presentListedOrder(order), addons: orderStore.addonsOf(order.id) }),
    columns: CSV_COLUMNS,
    empty: 'No orders found',
    answer: (page, orders) => ({ ...page, orders }) satisfies OrdersAnswer,
  });
}
