import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import type { Db } from '../../db/client.ts';
import { countWhere, perDatabase, prepared } from '../../db/prepared.ts';
import { orders } from '../../db/schema/orders.ts';
import { paymentRequests } from '../../db/schema/quotes.ts';
import { payments } from '../../db/schema/payments.ts';
import { agreements } from '../../db/schema/recurring.ts';
import * as orderStore from './order-store.ts';
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

/** Of a request for a payment: the order of its case asks for it, and not a quote that begins or becomes an order. */
export const IS_OF_ORDER = sql`(quote_id IS NULL OR (details ->> '$.caseId' IS NOT NULL AND EXISTS (
  SELECT 1 FROM orders WHERE orders.case_id = payment_requests.case_id AND is_extra = 0 AND orders.checkout_id IS NOT payment_requests.checkout_id)))`;

/** Of a request: what is to pay after it of the same accepted quote, which can't be asked for before it is paid. */
export const LATER_CENTS = sql<number>`coalesce((SELECT quotes.versions ->> '$[#-1].agreed.price.later.dueTodayCents'
  FROM quotes WHERE quotes.id = payment_requests.quote_id), 0)`;

const owedStatement = prepared((db, given) =>
  db
    .select({
      cents: sql<number>`coalesce(sum((${paymentRequests.price} ->> '$.dueTodayCents') + ${LATER_CENTS}), 0)`,
    })
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.caseId, given('caseId')),
        inArray(paymentRequests.state, ['draft', 'open']),
        IS_OF_ORDER,
        // One for its own price asks for nothing more.
        sql`${paymentRequests.checkoutId} NOT IN (SELECT coalesce(checkout_id, '') FROM orders WHERE case_id = ${paymentRequests.caseId})`,
      ),
    ),
);

/** What a case's customer still has to pay besides its orders, asked for or not. */
export const owedOf = (db: Db, caseId: CaseId): Cents => owedStatement(db).get({ caseId })?.cents ?? 0;

const recurringStatement = prepared((db, given) =>
  db
    .select({
      amountCents: agreements.amountCents,
      period: agreements.period,
      isOver: sql<number>`${agreements.state} IN ('canceled', 'ended')`,
    })
    .from(agreements)
    .where(eq(agreements.id, given('id'))),
);

const voiceQuoteStatement = perDatabase(({ $client }) =>
  $client
    .prepare<[CaseId], string>(
      `SELECT number FROM quotes WHERE state = 'accepted' AND case_id = ?
    AND EXISTS (SELECT 1 FROM json_each(versions ->> '$[#-1].agreed.price.whole.lines') WHERE value ->> '$.serviceId' = 'voice')`,
    )
    .pluck(),
);

/** The quote in which a case's customer agreed to the price of the voice agent, which the shop does not charge. */
export const voiceQuoteOf = (db: Db, caseId: CaseId): string => voiceQuoteStatement(db).get(caseId) ?? '';

/** What an order charges every month or year now, which can differ from what was sold. */
export const recurringNow = (db: Db, id: number) => recurringStatement(db).get({ id });

/** The price that the order was made from, with what it costs every month or year now, if anything. */
export function receiptOf(db: Db, order: OrderWithLines): Price {
  const now = recurringNow(db, order.id);
  const recurring = now && {
    recurringCents: now.isOver ? 0 : now.amountCents,
    recurringPeriod: now.isOver ? null : now.period,
  };
  return { ...priceOf(order), ...recurring };
}

/** What was added to an order, on the pages of its case. */
export const presentExtra = (db: Db, extra: OrderWithLines) => ({
  orderNumber: extra.orderNumber,
  createdAt: extra.createdAt.toISOString(),
  receipt: priceOf(extra),
  refundedCents: orderStore.refundedOf(db, extra),
  isPaid: extra.paymentStatus === 'completed',
});

/** The latest order of an address, which is in lower case. */
export const lastOf = (db: Db, email: string): Order | undefined =>
  db
    .select()
    .from(orders)
    .where(sql`lower(${orders.email}) = ${email}`)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
    .get();

const IS_UNPAID = and(
  eq(orders.paymentStatus, 'pending'),
  isNull(orders.receivedAmountCents),
  sql`NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${orders.paymentId} AND ${payments.status} = 'processing')`,
);

/** Nobody has to look at its payment any more, which never came. Whether it is unpaid: one that came stays to be reviewed. */
export const endReviewIfUnpaid = (db: Db, id: number): boolean =>
  db
    .update(orders)
    .set({ review: null })
    .where(and(eq(orders.id, id), IS_UNPAID))
    .run().changes > 0;

/** Orders of this period whose payment has not arrived, and is not on its way: how many, and the first. */
export function unpaidBetween(
  db: Db,
  from: Date,
  until: Date,
  limit: number,
): { count: number; first: Order[] } {
  const where = and(gte(orders.createdAt, from), lt(orders.createdAt, until), IS_UNPAID);
  return {
    count: countWhere(db, orders, where),
    first: db.select().from(orders).where(where).orderBy(asc(orders.id)).limit(limit).all(),
  };
}
