import type { Context } from 'koa';
import type { ActOnCustomer, ActOnPeople } from '@northlight/shared/contracts/customers.ts';
import { notFound } from '../../base/errors.ts';
import { recordDetail } from '../../db/audit-log.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { AppContext } from '../../money/context.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { adminIdOf, mayCaller } from '../../people/session/session.ts';
import { actOnCustomer, sidesText } from './act-on-customer.ts';
import { customerList } from './customer-list.ts';
import { tagsInUse } from '../../work/customers/customer-store.ts';
import { booksOfCustomer, readCustomer } from './read-customer.ts';

export function customerRoutes(mount: Mount, context: AppContext): void {
  const list = customerList(context.db);
  mount('GET /api/json/customers', (input) => {
    const { facts, rows } = list.read(input);
    return { ...facts, customers: rows, tags: tagsInUse(context.db) };
  });
  mount('GET /api/json/customers.csv', list.download);

  mount('GET /api/json/customers/:id', ({ params: { id }, ctx }) => {
    const found = readCustomer(context, id);
    if (!found) throw notFound();
    return mayCaller(ctx, 'work') ? found : booksOfCustomer(found);
  });

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
  mount('POST /api/admin/customers/:id', ({ params, body, ctx }) => act(params.id, ctx, body));
  mount('POST /api/admin/customers/:id/people', ({ params, body, ctx }) => act(params.id, ctx, body));
}
