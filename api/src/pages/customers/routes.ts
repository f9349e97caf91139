import type { Context } from 'koa';
import type { ActOnCustomer, ActOnPeople, ListedCustomer } from '@northlight/shared/contracts/customers.ts';
import { notFound } from '../../base/errors.ts';
import { recordDetail } from '../../db/audit-log.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { AppContext } from '../../money/context.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { adminIdOf, mayCaller } from '../../people/session/session.ts';
import { actOnCustomer, sidesText } from './act-on-customer.ts';
import { tagsInUse, presentCustomers, type CustomerRow } from '../../work/customers/customer-store.ts';
import { booksOfCustomer, readCustomer, customerVersion } from './read-customer.ts';
import { sql, type SQL } from 'drizzle-orm';
import { customers } from '../../db/schema/customers.ts';
import { createList } from '../../http/lists/list.ts';
import {
  listPage,
  type Asked,
  type ListContext,
  type ListTable,
  type Sort,
} from '../../http/lists/list-table.ts';
import type { ListCustomers } from '@northlight/shared/contracts/lists.ts';

export function customerRoutes(mount: Mount, context: AppContext): void {
  const list = customerList(context);
  mount('GET /api/json/customers', (input) => ({
    ...list.read('customers')(input),
    tags: tagsInUse(context.db),
  }));
  mount('GET /api/json/customers.csv', list.download);

  mount('GET /api/json/customers/:id', ({ params: { id }, ctx }) => {
    const found = readCustomer(context, id);
    if (!found) throw notFound();
    return mayCaller(ctx, 'work') ? found : booksOfCustomer(found);
  });

  const current = ({ params: { id } }: { params: { id: number } }) => customerVersion(context.db, id);
  const act = async (id: number, ctx: Context, ask: ActOnCustomer | ActOnPeople) => {
    // Not what was written: it would stay in the log when somebody is erased.
    const orders = sidesText(context.db, id, ask);
    const person =
      ask.action === 'assign' ? adminStore.team(context.db).find((one) => one.id === ask.adminId) : undefined;
    recordDetail({
      action: ask.action,
      ...(orders && { orders }),
      ...(person && { to: adminStore.nameOf(person) }),
    });
    const message = await actOnCustomer(context, { id, adminId: adminIdOf(ctx) }, ask);
    return { success: true as const, message };
  };
  mount('POST /api/admin/customers/:id', ({ params, body, ctx }) => act(params.id, ctx, body), current);
  mount(
    'POST /api/admin/customers/:id/people',
    ({ params, body, ctx }) => act(params.id, ctx, body),
    current,
  );
}

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

export const customerList = ({ db, settings }: ListContext) =>
  createList({
    page: (query: Asked<ListCustomers>) => {
      const { rows, ...facts } = listPage<CustomerRow>(db, table, query, {
        filters: filtersOf(query),
        sort: SORTS[query.sort],
        hours: settings.hours,
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
