import styles from './customer.css?url';
import { Link } from '@tanstack/react-router';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { ListedCustomer } from '../../contracts/customers.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { RESPONSIBLE_SELECT, type Options, type Select } from '../list/filters.tsx';
import type { List } from '../list/list.ts';
import { ListPage } from '../list/list-page.tsx';
import { ListTable, type ListColumns, None } from '../list/table.tsx';
import { Moment } from '../list/times.tsx';

const CALL = 'GET /api/json/customers';

const SELECTS: readonly Select[] = [
  {
    name: 'has',
    label: 'Has',
    options: [
      ['', 'Any customers'],
      ['open', 'Open orders'],
      ['recurring', 'A recurring payment'],
    ],
  },
  RESPONSIBLE_SELECT,
  { name: 'tag', label: 'Tag', options: [['', 'Any tag']] },
];

const SORTS: Options = [
  ['', 'Last contact first'],
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['highest', 'Highest paid first'],
  ['name', 'By name'],
];

const othersOf = ({ name, people }: ListedCustomer) =>
  people.flatMap(({ name: person, email }) => [person, email].filter((text) => text && text !== name));

const COLUMNS: ListColumns<ListedCustomer> = {
  Customer: {
    kind: 'who',
    sorts: { ascending: 'name' },
    attributes: (customer) => ({ 'data-tip': [customer.name, ...othersOf(customer)].join(', ') }),
    cell: (customer) => (
      <>
        <Link
          className="list-number"
          to="/customers/$id"
          params={{ id: String(customer.id) }}
          data-row-link=""
        >
          <bdi>{customer.name}</bdi>
        </Link>{' '}
        <small>
          <bdi>{othersOf(customer).join(' · ')}</bdi>
        </small>
        {customer.tags.length > 0 && (
          <span className="list-flags">
            {customer.tags.map((tag) => (
              <bdi key={tag}>{tag}</bdi>
            ))}
          </span>
        )}
      </>
    ),
  },
  Orders: {
    kind: 'count',
    cell: ({ orders, openOrders }) => (
      <>
        <span>{orders}</span>
        {openOrders > 0 && <small>{` (${openOrders} open)`}</small>}
      </>
    ),
  },
  Recurring: { kind: 'count', cell: ({ recurring }) => (recurring > 0 ? recurring : <None />) },
  Paid: { kind: 'money', sorts: { descending: 'highest' }, cell: ({ paid }) => formatUsd(textToCents(paid)) },
  Responsible: {
    kind: 'extra',
    cell: ({ responsible }) => (responsible ? <bdi>{responsible}</bdi> : <None />),
  },
  'Last contact': {
    kind: 'date',
    sorts: { descending: 'last' },
    cell: ({ lastAt }) => <Moment isDay at={lastAt} />,
  },
};

function CustomersTable({ rows }: { rows: readonly ListedCustomer[] }) {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="view" />
      <ListTable className="customers-list" columns={COLUMNS} rows={rows} idOf={({ id }) => id} />
    </>
  );
}

const customersList: List<ResponseOf<typeof CALL>, ListedCustomer> = {
  title: 'Customers',
  noun: { one: 'customer', many: 'customers' },
  empty: 'No customers found',
  call: CALL,
  csvRight: 'export',
  searchLabel: 'Search customers',
  selects: SELECTS,
  // The tags in use are filters, too.
  moreOptions: ({ tags }) => ({ tag: tags.map((tag) => [tag, tag] as const) }),
  sorts: SORTS,
  rowsOf: ({ customers }) => customers,
  Table: CustomersTable,
};

export const CustomersPage = () => <ListPage list={customersList} />;
