import { SERVICE_IDS } from '../../catalogue/ids.ts';
import { SERVICES } from '../../catalogue/services.ts';
import type { Options } from '../list/select-filter.tsx';
import { Filters, type Select } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { readOrderSearch } from '../list/list-search.ts';
import { useListPage } from '../list/list.queries.ts';
import { useListAddress } from '../list/use-list-address.ts';
import { OrdersTable } from './orders-table.tsx';
import { TrackingSwitch } from './tracking-switch.tsx';

const CALL = 'GET /api/json/orders';

const SELECTS: readonly Select[] = [
  {
    name: 'service',
    label: 'Service',
    options: [['', 'Any service'], ...SERVICE_IDS.map((id) => [id, SERVICES[id].name] as const)],
  },
  {
    name: 'payment',
    label: 'Payment',
    options: [
      ['', 'Any payment status'],
      ['completed', 'Completed'],
      ['pending', 'Pending'],
    ],
  },
  {
    name: 'form',
    label: 'Forms',
    options: [
      ['', 'Any form status'],
      ['waiting', 'Missing a form'],
      ['complete', 'All forms received'],
    ],
  },
];

const SORTS: Options = [
  ['', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['highest', 'Highest amount first'],
  ['lowest', 'Lowest amount first'],
  ['business', 'By business name'],
];

export function OrdersView() {
  const address = useListAddress(readOrderSearch);
  const query = useListPage(CALL, address.search);
  return (
    <ListPage
      title="Order Tracking"
      noun={{ one: 'order', many: 'orders' }}
      empty="No orders found"
      call={CALL}
      address={address}
      query={query}
      above={<TrackingSwitch />}
      filters={<Filters searchLabel="Search orders" address={address} selects={SELECTS} />}
      sorts={SORTS}
      rowsOf={(answer) => answer.orders}
    >
      {(orders) => <OrdersTable orders={orders} />}
    </ListPage>
  );
}
