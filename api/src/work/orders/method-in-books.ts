import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { orders } from '../../db/schema/orders.ts';
import { paymentRequests } from '../../db/schema/quotes.ts';
import type { Order } from './order-store.ts';

/** The payment method, or how money came that an owner recorded, such as "check". Empty if nothing was due. */
export function methodInBooks(db: Db, order: Pick<Order, 'id' | 'initialPaymentCents'>): string {
  return order.initialPaymentCents === 0 ? '' : (methodStatement(db).get({ id: order.id })?.method ?? '');
}

const methodStatement = prepared((db, given) =>
  db
    .select({
      method: sql<string>`coalesce(${paymentRequests.byHand} ->> '$.way', ${orders.paymentMethod})`,
    })
    .from(orders)
    .leftJoin(
      paymentRequests,
      and(eq(paymentRequests.checkoutId, orders.checkoutId), eq(orders.paymentMethod, 'by-hand')),
    )
    .where(eq(orders.id, given('id'))),
);
