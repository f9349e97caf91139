import { setTimeout as delay } from 'node:timers/promises';
import type { ListOrders } from '@northlight/shared/contracts/orders.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { listOrders } from './order-list.ts';
import { orderViews } from './order-views.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { ORDER_NOT_FOUND } from '../../base/errors.ts';
import { createList } from '../../http/lists/list.ts';
import { presentForBooks, presentListedOrder } from './present-listed-order.ts';
import * as orderStore from './order-store.ts';
import type { WorkContext } from '../context.ts';

const CSV_COLUMNS = {
  orderNumber: 'Order',
  createdAt: 'Date',
  firstName: 'First name',
  lastName: 'Last name',
  businessName: 'Business',
  email: 'Email',
  phone: 'Phone',
  state: 'State',
  postalCode: 'ZIP',
  country: 'Country',
  serviceTypes: 'Services',
  addons: 'Add-ons',
  seoOptimization: 'SEO optimization',
  blogSetup: 'Blog setup',
  extraRevisions: 'Extra revisions',
  promoCode: 'Promo code',
  discount: 'Discount',
  net: 'Net',
  tax: 'Tax',
  initialPayment: 'Total',
  refunded: 'Refunded',
  takenBack: 'Taken back by the bank',
  recurringPayment: 'Recurring payment',
  isYearly: 'Yearly',
  paymentStatus: 'Payment status',
  paymentMethod: 'Payment method',
  paymentMode: 'Payment mode',
  reviewReason: 'Review',
  missingForms: 'Missing forms',
  workStatus: 'Work status',
  dueAt: 'Due',
  source: 'Source',
  responsible: 'Responsible',
} as const;

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
    presentInFile: (order) => presentForBooks(context, order),
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
