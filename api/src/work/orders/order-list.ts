import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import { dayIn, endOfDay } from '../../base/business-hours.ts';
import { NEXT_DUE, orders } from '../../db/schema/orders.ts';
import { listPage, type Asked, type ListTable, type Sort } from '../../http/lists/list-table.ts';
import type { WorkContext } from '../context.ts';
import { orderSummary, type OrderSummary } from './order-store.ts';
import { IS_UNANSWERED } from './unanswered.ts';
import type { ListOrders } from '@northlight/shared/contracts/lists.ts';

const list: ListTable = {
  table: orders,
  search: 'orders_search',
  time: orders.createdAt,
  name: 'orders',
};

const SORTS: Record<ListOrders['sort'], Sort> = {
  newest: { by: null, isDescending: true },
  oldest: { by: null, isDescending: false },
  due: { by: NEXT_DUE, isDescending: false },
  highest: { by: sql`${orders.initialPaymentCents}`, isDescending: true },
  lowest: { by: sql`${orders.initialPaymentCents}`, isDescending: false },
  business: { by: sql`${orders.businessName} COLLATE NOCASE`, isDescending: false },
  // What waits comes first, and what is not paid.
  work: { by: sql`${orders.workStatus}`, isDescending: true },
  payment: { by: sql`${orders.paymentStatus}`, isDescending: true },
};

export function listOrders(context: Pick<WorkContext, 'db' | 'settings' | 'now'>, query: Asked<ListOrders>) {
  return listPage<OrderSummary>(context.db, list, query, {
    columns: orderSummary,
    filters: [...filtersOf(query), ...dueIn(context, query)],
    sort: SORTS[query.sort],
    hours: context.settings.hours,
  });
}

function dueIn({ settings, now }: Pick<WorkContext, 'settings' | 'now'>, { due }: ListOrders): SQL[] {
  if (!due) return [];
  if (due === 'late') return [sql`${NEXT_DUE} < ${now().getTime()}`];
  const tonight = endOfDay(settings.hours, dayIn(settings.hours, now())).getTime();
  return [sql`${NEXT_DUE} >= ${now().getTime()} AND ${NEXT_DUE} < ${tonight}`];
}

/** Must match the partial indexes word for word, so no parameters here. */
function filtersOf(asked: Asked<ListOrders>): SQL[] {
  const { service, payment, form, numbers, responsible, adminId = 0 } = asked;
  return [
    ...(numbers === undefined ? [] : [inArray(orders.orderNumber, numbers.split(','))]),
    ...(responsible === 'me' ? [eq(orders.responsibleId, adminId)] : []),
    ...(responsible === 'nobody' ? [sql`responsible_id IS NULL AND work_status <> 'delivered'`] : []),
    ...(service ? [sql.raw(`service_types LIKE '%"${service}"%'`)] : []),
    ...(payment ? [eq(orders.paymentStatus, payment)] : []),
    ...(asked.answer && !asked.isNamesOnly ? [IS_UNANSWERED] : []),
    ...(form ? [sql.raw(`missing_forms ${form === 'waiting' ? '<>' : '='} '[]'`)] : []),
  ];
}
