import { sql, type SQL } from 'drizzle-orm';
import type { ListedCustomer } from '@northlight/shared/contracts/customers.ts';
import type { Db } from '../../db/client.ts';
import { customers } from '../../db/schema/customers.ts';
import { createList } from '../../http/lists/list.ts';
import { listPage, type Asked, type ListTable, type Sort } from '../../http/lists/list-table.ts';
import { presentCustomers, type CustomerRow } from '../../work/customers/customer-store.ts';
import type { ListCustomers } from '@northlight/shared/contracts/lists.ts';

const table: ListTable = {
  table: customers,
  search: 'customers_search',
  time: customers.firstAt,
  name: 'customers',
};

const SORTS: Record<ListCustomers['sort'], Sort> = {
  newest: { by: null, isDescending: true },
  oldest: { by: null, isDescending: false },
  last: { by: sql`${customers.lastAt}`, isDescending: true },
  highest: { by: sql`${customers.paidCents}`, isDescending: true },
  name: { by: sql`${customers.name} COLLATE NOCASE`, isDescending: false },
};

const CSV_COLUMNS = [
  'name',
  'people',
  'emails',
  'tags',
  'responsible',
  'orders',
  'openOrders',
  'recurring',
  'paid',
  'firstAt',
  'lastAt',
] as const;

/** `has` must match the partial indexes word for word, so no parameters there. */
const filtersOf = ({ has, tag, responsible, adminId = 0 }: Asked<ListCustomers>): SQL[] => [
  ...(has ? [sql.raw(has === 'open' ? 'open_orders > 0' : 'recurring > 0')] : []),
  ...(tag
    ? [sql`tags <> '[]' AND EXISTS (SELECT 1 FROM json_each(${customers.tags}) WHERE value = ${tag})`]
    : []),
  ...(responsible ? [sql`${customers.responsibleId} = ${adminId}`] : []),
];

export const customerList = (db: Db) =>
  createList({
    page: (query: Asked<ListCustomers>) => {
      const { rows, ...facts } = listPage<CustomerRow>(db, table, query, {
        filters: filtersOf(query),
        sort: SORTS[query.sort],
      });
      return { ...facts, rows: presentCustomers(db, rows) };
    },
    present: (customer: ListedCustomer) => customer,
    presentInFile: ({ people, tags, ...rest }: ListedCustomer) => ({
      ...rest,
      people: people.map(({ name }) => name).join('; '),
      emails: people.map(({ email }) => email).join('; '),
      tags: tags.join('; '),
    }),
    columns: CSV_COLUMNS,
    empty: 'No customers found',
  });
