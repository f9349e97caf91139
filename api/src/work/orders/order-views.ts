import { ListOrders, type OrderView, type SavedView } from '@northlight/shared/contracts/orders.ts';
import type { WorkContext } from '../context.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { listOrders } from './order-list.ts';

/** What everybody needs. */
const COMMON: readonly SavedView[] = [
  { name: 'Late', search: 'due=late&sort=due' },
  { name: 'Due today', search: 'due=today&sort=due' },
  { name: 'Waiting for customer', search: 'work=waiting' },
  { name: 'Missing a form', search: 'payment=completed&form=waiting&sort=oldest' },
];

/** Where several people work. */
const MINE: SavedView = { name: 'Mine', search: 'responsible=me' };

/** The views of the list of orders with their counts: those of everybody, then a person's own. */
export function orderViews(
  context: Pick<WorkContext, 'db' | 'settings' | 'now'>,
  own: readonly SavedView[],
  adminId: number,
): OrderView[] {
  const common = adminStore.team(context.db).length > 1 ? [MINE, ...COMMON] : COMMON;
  return [...common, ...own].flatMap(({ name, search }, index) => {
    // A view of an older version may have a filter that no longer exists.
    const query = ListOrders.safeParse({ ...Object.fromEntries(new URLSearchParams(search)), limit: '1' });
    if (!query.success) return [];
    const { total, isTotalExact } = listOrders(context, { ...query.data, adminId });
    return [{ name, search, count: total, isCountExact: isTotalExact, isOwn: index >= common.length }];
  });
}
