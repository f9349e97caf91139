import { asc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { Agreement } from '@northlight/shared/contracts/recurring.ts';
import type { Db } from '../../db/client.ts';
import { orders } from '../../db/schema/orders.ts';
import { agreements, charges, NEXT_CHARGE } from '../../db/schema/recurring.ts';
import { createList } from '../../http/lists/list.ts';
import { listPage, type ListContext, type ListTable, type Sort } from '../../http/lists/list-table.ts';
import type { AgreementRow } from './agreement-store.ts';
import { presentAgreement } from './present-agreement.ts';
import type { ListRecurring } from '@northlight/shared/contracts/lists.ts';

/** An agreement has its order's ID, so it is found by what its order is found by. */
const table: ListTable = {
  table: agreements,
  search: 'orders_search',
  sharesSearch: true,
  time: agreements.startedAt,
  name: 'orders',
};

const SORTS: Record<ListRecurring['sort'], Sort> = {
  newest: { by: null, isDescending: true },
  oldest: { by: null, isDescending: false },
  next: { by: NEXT_CHARGE, isDescending: false },
  highest: { by: sql`${agreements.amountCents}`, isDescending: true },
};

const CSV_COLUMNS = [
  'orderNumber',
  'name',
  'businessName',
  'email',
  'provider',
  'state',
  'period',
  'amount',
  'startedAt',
  'nextChargeAt',
  'cancelAt',
  'paidCharges',
  'failedCharges',
] as const;

function stateIs(state: ListRecurring['state']): SQL[] {
  if (!state) return [];
  if (state === 'ending') return [eq(agreements.state, 'active'), isNotNull(agreements.cancelAt)];
  return [eq(agreements.state, state), ...(state === 'active' ? [isNull(agreements.cancelAt)] : [])];
}

export const agreementList = ({ db, settings }: ListContext) =>
  createList({
    page: (query: ListRecurring) => {
      const { rows, ...facts } = listPage<AgreementRow>(db, table, query, {
        filters: [...stateIs(query.state), ...(query.period ? [eq(agreements.period, query.period)] : [])],
        sort: SORTS[query.sort],
        hours: settings.hours,
      });
      return { ...facts, rows: withOrders(db, rows) };
    },
    present: (agreement: Agreement) => agreement,
    presentInFile: ({ amountCents, charges: all, ...rest }: Agreement) => ({
      ...rest,
      amount: centsToText(amountCents),
      paidCharges: all.filter(({ state }) => state === 'paid').length,
      failedCharges: all.filter(({ state }) => state === 'failed').length,
    }),
    columns: CSV_COLUMNS,
    empty: 'No recurring payments found',
  });

/** Adds the customers and the charges, with one query each. */
function withOrders(db: Db, rows: readonly AgreementRow[]): Agreement[] {
  const ids = rows.map(({ id }) => id);
  const customers = new Map(
    db
      .select()
      .from(orders)
      .where(inArray(orders.id, ids))
      .all()
      .map((order) => [order.id, order]),
  );
  const byAgreement = Map.groupBy(
    db
      .select()
      .from(charges)
      .where(inArray(charges.agreementId, ids))
      .orderBy(asc(charges.dueAt), asc(charges.id))
      .all(),
    ({ agreementId }) => agreementId,
  );
  return rows.flatMap((row) => {
    const order = customers.get(row.id);
    if (!order) return [];
    return [
      presentAgreement(
        { ...row, orderNumber: order.orderNumber, imported: order.imported },
        byAgreement.get(row.id) ?? [],
        order,
      ),
    ];
  });
}
