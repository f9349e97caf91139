import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import type { Db } from '../../db/client.ts';
import { perDatabase, prepared } from '../../db/prepared.ts';
import { orders } from '../../db/schema/orders.ts';
import { paymentRequests } from '../../db/schema/quotes.ts';
import { agreements } from '../../db/schema/recurring.ts';
import type { Order, OrderWithLines } from './order-store.ts';
import { priceOf } from './present-order.ts';

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

const owedStatement = prepared((db, given) =>
  db
    .select({ cents: sql<number>`coalesce(sum(${paymentRequests.price} ->> '$.dueTodayCents'), 0)` })
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.orderNumber, given('orderNumber')),
        inArray(paymentRequests.state, ['draft', 'open']),
        // One for its own price asks for nothing more.
        sql`${paymentRequests.checkoutId} NOT IN (SELECT coalesce(checkout_id, '') FROM orders WHERE order_number = ${paymentRequests.orderNumber})`,
      ),
    ),
);

/** What an order's customer still has to pay, asked for or not. */
export const owedOf = (db: Db, orderNumber: string): Cents =>
  owedStatement(db).get({ orderNumber })?.cents ?? 0;

const recurringStatement = prepared((db, given) =>
  db
    .select({ amountCents: agreements.amountCents, period: agreements.period })
    .from(agreements)
    .where(eq(agreements.id, given('id'))),
);

const voiceQuoteStatement = perDatabase(({ $client }) =>
  $client
    .prepare<[string, string], string>(
      `SELECT number FROM quotes WHERE state = 'accepted' AND (about_order = ? OR order_number = ?)
    AND EXISTS (SELECT 1 FROM json_each(versions ->> '$[#-1].agreed.price.whole.lines') WHERE value ->> '$.serviceId' = 'voice')`,
    )
    .pluck(),
);

/** The quote in which an order's customer agreed to the price of the voice agent, which the shop does not charge. */
export const voiceQuoteOf = (db: Db, orderNumber: string): string =>
  voiceQuoteStatement(db).get(orderNumber, orderNumber) ?? '';

/** What an order charges every month or year now, which can differ from what was sold. */
export const recurringNow = (db: Db, id: number) => recurringStatement(db).get({ id });

/** The price that the order was made from, with what it costs every month or year now. */
export function receiptOf(db: Db, order: OrderWithLines): Price {
  const now = recurringNow(db, order.id);
  const recurring = now && { recurringCents: now.amountCents, recurringPeriod: now.period };
  return { ...priceOf(order), ...recurring };
}

/** The latest order of an address, which is in lower case. */
export const lastOf = (db: Db, email: string): Order | undefined =>
  db
    .select()
    .from(orders)
    .where(sql`lower(${orders.email}) = ${email}`)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
    .get();
