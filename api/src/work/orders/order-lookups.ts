import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { orders } from '../../db/schema/orders.ts';
import type { Order } from './order-store.ts';

const addressStatement = prepared((db, given) =>
  db
    .select({
      state: orders.state,
      postalCode: orders.postalCode,
      country: orders.country,
      cameFrom: orders.cameFrom,
    })
    .from(orders)
    .where(eq(orders.id, given('id'))),
);

/** Where an order is for, and where its visit came from. */
export const addressOf = (db: Db, id: number) =>
  addressStatement(db).get({ id }) ?? { state: null, postalCode: null, country: '', cameFrom: null };

/** The latest order of an address, which is in lower case. */
export const lastOf = (db: Db, email: string): Order | undefined =>
  db
    .select()
    .from(orders)
    .where(sql`lower(${orders.email}) = ${email}`)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
    .get();
