import { setTimeout as delay } from 'node:timers/promises';
import type { ListOrders, ListedOrder } from '@northlight/shared/contracts/orders.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { listOrders } from './order-list.ts';
import { orderViews } from './order-views.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { ORDER_NOT_FOUND } from '../../base/errors.ts';
import { createList } from '../../http/lists/list.ts';
import { presentListedOrder, presentOrderInFile } from './present-listed-order.ts';
import { methodInBooks } from './method-in-books.ts';
import * as orderStore from './order-store.ts';
import type { WorkContext } from '../context.ts';

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
  'paymentMethod',
] as const satisfies (keyof ListedOrder | 'addons' | 'paymentMethod')[];

export function orderRoutes(mount: Mount, context: WorkContext): void {
  const { db, limits } = context;
  /** Answers only yes or no, and more slowly after repeated misses. */
  mount('GET /api/json/verify-order', async ({ query: { orderNumber }, ctx }) => {
    // An unpaid order does not count, because anyone can make one.
    const exists = orderStore.buyerOf(db, orderNumber)?.isClaim === false;
    if (!exists) await delay(limits.lookupDelay.afterMiss(ctx.ip));
    ctx.set('Cache-Control', 'no-store');
    return { exists, message: exists ? 'Order number found.' : ORDER_NOT_FOUND };
  });

  const list = createList({
    page: (query: ListOrders) => listOrders(context, query),
    present: (order) => presentListedOrder(context, order),
    presentInFile: (order) => ({
      ...presentOrderInFile(order),
      addons: orderStore.addonsOf(db, order.id),
      paymentMethod: methodInBooks(db, order),
    }),
    columns: CSV_COLUMNS,
    empty: 'No orders found',
  });
  mount('GET /api/json/orders', (input) => {
    const { facts, rows } = list.read(input);
    return { ...facts, orders: rows };
  });
  mount('GET /api/json/orders.csv', list.download);

  mount('GET /api/json/order-views', ({ ctx }) => ({
    success: true,
    views: orderViews(context, adminStore.byId(db, adminIdOf(ctx))?.views ?? [], adminIdOf(ctx)),
  }));
  mount('POST /api/admin/order-views', async ({ body, ctx }) => {
    await inTransaction(db, () => adminStore.update(db, adminIdOf(ctx), body, context.now()));
    return { success: true, message: 'Views saved' };
  });
}
