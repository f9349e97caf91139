import { versionOf } from '../../base/seen-version.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { OrderView, SavedView } from '@northlight/shared/contracts/orders.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { adminIdOf, mayCaller } from '../../people/session/session.ts';
import { listOrders } from './order-list.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { notFound, ORDER_NOT_FOUND } from '../../base/errors.ts';
import { createList } from '../../http/lists/list.ts';
import { presentForBooks, presentListedOrder } from './present-listed-order.ts';
import { stopReminders } from './plan-reminders.ts';
import * as orderStore from './order-store.ts';
import type { WorkContext } from '../context.ts';
import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import { STOP_REMINDERS_PAGE } from '@northlight/shared/contracts/customer-links.ts';
import { isGenuine } from './order-links.ts';
import { ListOrders } from '@northlight/shared/contracts/lists.ts';

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
    const found = list.read('orders')(input);
    if (mayCaller(input.ctx, 'work')) return found;
    return { ...found, orders: found.orders.map((order) => ({ ...order, isUnanswered: false })) };
  });
  mount('GET /api/json/orders.csv', list.download);

  const choicesOf = (id: number) => adminStore.listChoices(adminStore.byId(db, id) ?? { views: null });
  mount('GET /api/json/order-views', ({ ctx }) => {
    const choices = choicesOf(adminIdOf(ctx));
    return {
      success: true,
      version: versionOf(choices),
      views: orderViews(context, choices.views, adminIdOf(ctx)),
      columns: choices.columns,
    };
  });
  mount(
    'POST /api/admin/order-views',
    async ({ body: { views, columns }, ctx }) => {
      const id = adminIdOf(ctx);
      await inTransaction(db, () => {
        const chosen = {
          ...choicesOf(id),
          ...(views && { views }),
          ...(columns !== undefined && { columns }),
        };
        adminStore.update(db, id, { views: chosen }, context.now());
      });
      return { success: true, message: 'Views saved' };
    },
    ({ ctx }) => versionOf(choicesOf(adminIdOf(ctx))),
  );
}

/** What everybody needs. */
const COMMON: readonly SavedView[] = [
  { name: 'Late', search: 'due=late&sort=due' },
  { name: 'Due today', search: 'due=today&sort=due' },
  { name: 'To answer', search: 'answer=waiting' },
  { name: 'Waiting for customer', search: 'work=waiting' },
  { name: 'Missing a form', search: 'payment=completed&form=waiting&sort=oldest' },
];

/** Where several people work. */
const OF_TEAM: readonly SavedView[] = [
  { name: 'Mine', search: 'responsible=me' },
  { name: 'Unassigned', search: 'responsible=nobody' },
];

/** The views of the list of orders with their counts: those of everybody who works on orders, then a person's own. */
function orderViews(
  context: Pick<WorkContext, 'db' | 'settings' | 'now'>,
  own: readonly SavedView[],
  adminId: number,
): OrderView[] {
  const team = adminStore.team(context.db);
  const isInTeam = team.some(({ id }) => id === adminId);
  const common = isInTeam ? (team.length > 1 ? [...OF_TEAM, ...COMMON] : COMMON) : [];
  return [...common, ...own].flatMap(({ name, search }, index) => {
    // A view of an older version may have a filter that no longer exists.
    const query = ListOrders.safeParse({ ...Object.fromEntries(new URLSearchParams(search)), limit: '1' });
    if (!query.success) return [];
    const { total, isTotalExact } = listOrders(context, { ...query.data, adminId });
    return [{ name, search, count: total, isCountExact: isTotalExact, isOwn: index >= common.length }];
  });
}

/**
 * Stops the reminders of an order. A POST, because email scanners open links. Everything is in the query,
 * because an email program's own unsubscribe button sends its own body (RFC 8058).
 */
export function reminderRoutes(mount: Mount, context: WorkContext): void {
  const { db, settings, now } = context;
  // Email programs without such a button open the header's address as a link.
  mount('GET /api/stop-reminders', ({ ctx }) => {
    ctx.redirect(`${STOP_REMINDERS_PAGE}${ctx.search}`);
    ctx.status = 303;
  });

  mount('POST /api/stop-reminders', async ({ query: { order: number, key } }) => {
    const order = orderStore.byNumber(db, normalizeOrderNumber(number));
    if (!order || !isGenuine(settings.secret, order, key)) throw notFound();
    await inTransaction(db, () => stopReminders(db, order.id, now()));
    return { success: true, message: `You won’t get any more reminders for ${order.orderNumber}.` };
  });
}
