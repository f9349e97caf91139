import type { ListedOrder } from '../../contracts/orders.ts';
import { type Options, RESPONSIBLE_SELECT, WORK_SELECT, type Select } from '../list/filters.tsx';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { List } from '../list/list.ts';
import { ChooseColumns, OrdersTable } from './orders-table.tsx';
import { EmptyView, OrderViews } from './order-views.tsx';
import { SERVICE_CHOICES } from '../base/fields.tsx';

const CALL = 'GET /api/json/orders';

const SELECTS: readonly Select[] = [
  {
    name: 'service',
    label: 'Service',
    options: [['', 'Any service'], ...SERVICE_CHOICES],
  },
  {
    name: 'payment',
    label: 'Payment',
    options: [
      ['', 'Any payment status'],
      ['completed', 'Paid, or nothing due'],
      ['pending', 'Not paid'],
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
  WORK_SELECT,
  {
    name: 'due',
    label: 'Due',
    options: [
      ['', 'Any due time'],
      ['late', 'Late'],
      ['today', 'Due today'],
    ],
  },
  {
    name: 'answer',
    label: 'Messages',
    options: [
      ['', 'Any messages'],
      ['waiting', 'To answer'],
    ],
  },
  { ...RESPONSIBLE_SELECT, options: [...RESPONSIBLE_SELECT.options, ['nobody', 'Nobody yet']] },
];

const SORTS: Options = [
  ['', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['due', 'Due first'],
  ['highest', 'Highest amount first'],
  ['lowest', 'Lowest amount first'],
  ['business', 'By business name'],
  ['work', 'By work status'],
  ['payment', 'By payment status'],
];

export const ordersList: List<ResponseOf<typeof CALL>, ListedOrder> = {
  title: 'Order Tracking',
  noun: { one: 'order', many: 'orders' },
  empty: 'No orders found',
  call: CALL,
  csvRight: 'export',
  searchLabel: 'Search orders',
  selects: SELECTS,
  sorts: SORTS,
  Above: OrderViews,
  Empty: EmptyView,
  Menu: ChooseColumns,
  rowsOf: ({ orders }) => orders,
  Table: OrdersTable,
};
