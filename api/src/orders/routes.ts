import { listOrders } from './order-list.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Router } from '@koa/router';
import {
  ListOrders,
  ORDERS_CSV_PATH,
  ORDERS_PATH,
  type ListedOrder,
  type OrdersAnswer,
} from '@northlight/shared/contracts/admin/orders.ts';
import { VERIFY_ORDER_PATH } from '@northlight/shared/contracts/forms/form-paths.ts';
import { VerifyOrderQuery, type VerifyOrderAnswer } from '@northlight/shared/contracts/forms/verify-order.ts';
import { ORDER_NOT_FOUND } from '../errors.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { validateQuery } from '../middleware/validate.ts';
import { presentListedOrder } from './present-listed-order.ts';
import * as orderStore from './order-store.ts';
import type { AppContext } from '../context.ts';

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

export function orderRoutes(router: Router, { db, limits }: AppContext): void {
  /** Answers only yes or no, and more slowly after repeated misses. */
  router.get(VERIFY_ORDER_PATH, limits.calls('verify-order', { perMinute: 30 }), async (ctx) => {
    const { orderNumber } = validateQuery(ctx, VerifyOrderQuery);
    // An unpaid order does not count, because anyone can make one.
    const exists = orderStore.buyerOf(db, orderNumber)?.isClaim === false;
    if (!exists) await delay(limits.lookupDelay.afterMiss(ctx.ip));
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
    page: (query) => listOrders(db, query),
    present: presentListedOrder,
    presentInFile: (order) => ({ ...presentListedOrder(order), addons: orderStore.addonsOf(db, order.id) }),
    columns: CSV_COLUMNS,
    empty: 'No orders found',
    answer: (page, orders) => ({ ...page, orders }) satisfies OrdersAnswer,
  });
}
