import { and, asc, eq, gte, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { PriceLine } from '@northlight/shared/catalog/price.ts';
import type { WorkStatus } from '@northlight/shared/contracts/lists.ts';
import type { Db } from '../../db/client.ts';
import { nextNumber } from '../../db/next-number.ts';
import { countWhere, placeholders, prepared } from '../../db/prepared.ts';
import { ORDER_COUNTER } from '../../db/migrate.ts';
import { orderLines, orders } from '../../db/schema/orders.ts';
import { payments, refunds } from '../../db/schema/payments.ts';
import { isPaid } from './is-paid.ts';

export type Order = typeof orders.$inferSelect;
/** A new order starts with work status "new", active reminders and an unconfirmed address. */
export type NewOrder = Omit<
  Order,
  | 'id'
  | 'orderNumber'
  | 'workStatus'
  | 'dueAt'
  | 'deliveredAt'
  | 'remindersStoppedAt'
  | 'emailConfirmedAt'
  | 'keyVersion'
  | 'responsibleId'
  | 'imported'
> & {
  /** Of the request that becomes this order. */
  orderNumber?: string | undefined;
};
export type OrderWithLines = Order & { lines: PriceLine[] };
/** The columns that lists show. */
export type OrderSummary = Pick<Order, keyof typeof orderSummary>;

export const orderSummary = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  createdAt: orders.createdAt,
  firstName: orders.firstName,
  lastName: orders.lastName,
  email: orders.email,
  phone: orders.phone,
  businessName: orders.businessName,
  serviceTypes: orders.serviceTypes,
  initialPaymentCents: orders.initialPaymentCents,
  recurringPaymentCents: orders.recurringPaymentCents,
  promoCode: orders.promoCode,
  discountCents: orders.discountCents,
  taxCents: orders.taxCents,
  isYearly: orders.isYearly,
  paymentStatus: orders.paymentStatus,
  seoOptimization: orders.seoOptimization,
  blogSetup: orders.blogSetup,
  extraRevisions: orders.extraRevisions,
  paymentMode: orders.paymentMode,
  paymentId: orders.paymentId,
  review: orders.review,
  missingForms: orders.missingForms,
  workStatus: orders.workStatus,
  dueAt: orders.dueAt,
  responsibleId: orders.responsibleId,
};

const summaryNames = Object.keys(orderSummary) as (keyof OrderSummary)[];

/** Leaves out the columns that only a whole order has. */
export function summaryOf(order: OrderSummary): OrderSummary {
  return Object.fromEntries(summaryNames.map((name) => [name, order[name]])) as OrderSummary;
}

// Call `insert` and the functions that change orders inside a transaction; see `inTransaction`.

// Empty in a new order, or set by a trigger, and Drizzle's placeholders do not accept an empty time.
const {
  remindersStoppedAt: _stopped,
  emailConfirmedAt: _confirmed,
  deliveredAt: _delivered,
  dueAt: _due,
  keyVersion: _version,
  responsibleId: _responsible,
  imported: _imported,
  ...columns
} = placeholders(orders);

const insertOrder = prepared((db) => db.insert(orders).values(columns).returning());

const insertLine = prepared((db) => db.insert(orderLines).values(placeholders(orderLines)));

const byCheckoutIdStatement = prepared((db, given) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, given('checkoutId'))),
);

const byPaymentIdStatement = prepared((db, given) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.paymentId, given('paymentId'))),
);

const byNumberStatement = prepared((db, given) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.orderNumber, given('orderNumber'))),
);

const addonsStatement = prepared((db, given) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.addonTo, given('orderNumber')))
    .orderBy(orders.id),
);

const buyerByNumber = prepared((db, given) =>
  db
    .select({
      email: orders.email,
      orderNumber: orders.orderNumber,
      createdAt: orders.createdAt,
      keyVersion: orders.keyVersion,
      deliveredAt: orders.deliveredAt,
      serviceTypes: orders.serviceTypes,
      initialPaymentCents: orders.initialPaymentCents,
      receivedAmountCents: orders.receivedAmountCents,
      attempt: payments.status,
    })
    .from(orders)
    .leftJoin(payments, eq(payments.id, orders.paymentId))
    .where(eq(orders.orderNumber, given('orderNumber'))),
);

const linesOf = prepared((db, given) =>
  db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, given('orderId')))
    .orderBy(orderLines.id),
);

function withLines(db: Db, order: Order | undefined): OrderWithLines | undefined {
  return (
    order && {
      ...order,
      lines: linesOf(db)
        .all({ orderId: order.id })
        .map(({ serviceId, addonId, name, amountCents, note }) => ({
          serviceId,
          name,
          amountCents,
          ...(addonId && { addonId }),
          ...(note && { note }),
        })),
    }
  );
}

/** Also numbers a request that comes without an order. */
export function takeNumber(db: Db, now: Date): string {
  return `ORD-${nextNumber(db, ORDER_COUNTER, now)}`;
}

/**
 * The customer and services of an order; undefined if there is none. `isClaim`: it has a price but no payment
 * has arrived or is processing, so anyone may have placed it.
 */
export function buyerOf(db: Db, orderNumber: string) {
  const order = buyerByNumber(db).get({ orderNumber });
  return order && { ...order, isClaim: !isPaid(order) && order.attempt !== 'processing' };
}

/** The names of the purchased add-ons. */
export function addonsOf(db: Db, orderId: number): string[] {
  return linesOf(db)
    .all({ orderId })
    .flatMap(({ addonId, name }) => (addonId ? [name] : []));
}

export function byNumber(db: Db, orderNumber: string) {
  return withLines(db, byNumberStatement(db).get({ orderNumber }));
}

export function byCheckoutId(db: Db, checkoutId: string) {
  return withLines(db, byCheckoutIdStatement(db).get({ checkoutId }));
}

export const byId = (db: Db, id: number): OrderWithLines | undefined =>
  withLines(db, db.select().from(orders).where(eq(orders.id, id)).get());

export function byPaymentId(db: Db, paymentId: number) {
  return withLines(db, byPaymentIdStatement(db).get({ paymentId }));
}

/** What was bought for an order later, oldest first. */
export function addonsTo(db: Db, orderNumber: string): OrderWithLines[] {
  return addonsStatement(db)
    .all({ orderNumber })
    .flatMap((order) => withLines(db, order) ?? []);
}

/** The lines that an order includes now: its own, and those of add-ons that were paid and not fully refunded. */
export function includedLines(db: Db, { orderNumber, lines }: OrderWithLines): PriceLine[] {
  const addons = addonsTo(db, orderNumber).filter(
    (addon) =>
      addon.paymentStatus === 'completed' && refundedOf(db, addon) < (addon.receivedAmountCents ?? 0),
  );
  return [...lines, ...addons.flatMap((addon) => addon.lines)];
}

/** What was refunded of an order's payment, or is being refunded. */
export function refundedOf(db: Db, { paymentId }: Pick<Order, 'paymentId'>): number {
  return paymentId === null ? 0 : (refundedStatement(db).get({ paymentId })?.sum ?? 0);
}

const refundedStatement = prepared((db, given) =>
  db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, given('paymentId')), ne(refunds.status, 'failed'))),
);

export function insert(db: Db, order: NewOrder, lines: readonly PriceLine[]): OrderWithLines {
  const { orderNumber: wanted } = order;
  const main = order.addonTo ? byNumber(db, order.addonTo) : undefined;
  const isFree = wanted !== undefined && byNumber(db, wanted) === undefined;
  const stored = insertOrder(db).get({
    ...order,
    // The work belongs to the order that it adds to.
    workStatus: main?.workStatus ?? 'new',
    orderNumber: isFree ? wanted : takeNumber(db, order.createdAt),
  });
  for (const line of lines) insertLine(db).run({ addonId: null, note: null, ...line, orderId: stored.id });
  return { ...stored, lines: [...lines] };
}

/** Replaces the content of an existing order number. */
export function rewrite(db: Db, id: number, order: NewOrder, lines: readonly PriceLine[]): void {
  db.update(orders).set(order).where(eq(orders.id, id)).run();
  db.delete(orderLines).where(eq(orderLines.orderId, id)).run();
  for (const line of lines) insertLine(db).run({ addonId: null, note: null, ...line, orderId: id });
}

export function change(db: Db, id: number, values: Partial<Order>): void {
  db.update(orders).set(values).where(eq(orders.id, id)).run();
}

/** What was added follows until it is delivered. False when it had this status already or does not exist. */
export function setWorkStatus(db: Db, orderNumber: string, workStatus: WorkStatus, now: Date): boolean {
  const added = and(eq(orders.addonTo, orderNumber), ne(orders.workStatus, 'delivered'));
  const isMeant = and(or(eq(orders.orderNumber, orderNumber), added), ne(orders.workStatus, workStatus));
  const deliveredAt = workStatus === 'delivered' ? now : null;
  return db.update(orders).set({ workStatus, deliveredAt }).where(isMeant).run().changes > 0;
}

const IS_UNPAID = and(
  eq(orders.paymentStatus, 'pending'),
  isNull(orders.receivedAmountCents),
  sql`NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${orders.paymentId} AND ${payments.status} = 'processing')`,
);

/** Nobody has to look at its payment any more, which never came. Whether it is unpaid: one that came stays to be reviewed. */
export const endReviewIfUnpaid = (db: Db, orderNumber: string): boolean =>
  db
    .update(orders)
    .set({ review: null })
    .where(and(eq(orders.orderNumber, orderNumber), IS_UNPAID))
    .run().changes > 0;

/** Keeps the first time. */
export function stopReminders(db: Db, id: number, now: Date): void {
  db.update(orders)
    .set({ remindersStoppedAt: now })
    .where(and(eq(orders.id, id), isNull(orders.remindersStoppedAt)))
    .run();
}

/**
 * Orders placed in this period whose payment has not arrived and is not processing: the count and the first
 * ones.
 */
export function unpaid(db: Db, from: Date, until: Date, limit: number): { count: number; first: Order[] } {
  const where = and(gte(orders.createdAt, from), lt(orders.createdAt, until), IS_UNPAID);
  return {
    count: countWhere(db, orders, where),
    first: db.select().from(orders).where(where).orderBy(asc(orders.id)).limit(limit).all(),
  };
}
