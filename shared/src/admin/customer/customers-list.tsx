import styles from './customer.css?url';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { ListedCustomer } from '../../contracts/customers.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { RESPONSIBLE_SELECT, type Options, type Select } from '../list/filters.tsx';
import type { List } from '../list/list.ts';
import { readCustomerSearch } from '../list/list-search.ts';
import { ColumnHeads } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';
import { TrackingSwitch } from '../orders/tracking-switch.tsx';

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

const Row = memo(function Row({ customer }: { customer: ListedCustomer }) {
  const { id, name, people, tags, responsible, orders, openOrders, recurring, paid, lastAt } = customer;
  const who = people.flatMap(({ name: person, email }) =>
    [person, email].filter((text) => text && text !== name),
  );
  return (
    <tr>
      <th scope="row" className="list-who" data-tip={[name, ...who].join(', ')}>
        <Link className="list-number" to="/customers/$id" params={{ id: String(id) }} data-row-link="">
          <bdi>{name}</bdi>
        </Link>{' '}
        <small>
          <bdi>{who.join(' · ')}</bdi>
        </small>
        {tags.length > 0 && (
          <span className="list-flags">
            {tags.map((tag) => (
              <bdi key={tag}>{tag}</bdi>
            ))}
          </span>
        )}
      </th>
      <td className="list-count">
        <span>{orders}</span>
        {openOrders > 0 && <small>{` (${openOrders} open)`}</small>}
      </td>
      <td className="list-count">{recurring > 0 ? recurring : <None />}</td>
      <td className="list-money money">{formatUsd(textToCents(paid))}</td>
      <td className="list-extra">{responsible ? <bdi>{responsible}</bdi> : <None />}</td>
      <td className="list-date soft">
        <Moment isDay at={lastAt} />
      </td>
    </tr>
  );
});

const None = () => (
  <span className="list-none soft" aria-label="None">
    –
  </span>
);

function CustomersTable({ rows }: { rows: readonly ListedCustomer[] }) {
  return (
    <>
      <link rel="stylesheet" href={styles} />
      <table className="list customers-list" aria-labelledby="list-title">
        <ColumnHeads
          columns={{
            Customer: 'who',
            Orders: 'count',
            Recurring: 'count',
            Paid: 'money',
            Responsible: 'extra',
            'Last contact': 'date',
          }}
        />
        <tbody>
          {rows.map((customer) => (
            <Row key={customer.id} customer={customer} />
          ))}
        </tbody>
      </table>
    </>
  );
}

export const customersList: List<ResponseOf<typeof CALL>, ListedCustomer> = {
  title: 'Customers',
  noun: { one: 'customer', many: 'customers' },
  empty: 'No customers found',
  call: CALL,
  csvRight: 'export',
  readSearch: readCustomerSearch,
  searchLabel: 'Search customers',
  selects: SELECTS,
  // The tags in use are filters, too.
  moreOptions: ({ tags }) => ({ tag: tags.map((tag) => [tag, tag] as const) }),
  sorts: SORTS,
  Above: TrackingSwitch,
  rowsOf: ({ customers }) => customers,
  Table: CustomersTable,
};
