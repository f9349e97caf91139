import { and, eq, ne, sql } from 'drizzle-orm';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { PriceLine } from '@northlight/shared/catalog/price.ts';
import type { WorkStatus } from '@northlight/shared/contracts/lists.ts';
import type { Db } from '../../db/client.ts';
import { placeholders, prepared, oneBy, allBy } from '../../db/prepared.ts';
import { ORDER_COUNTER, nextNumber, TEST_ORDER_COUNTER, TEST_ORDER_PREFIX } from '../../db/next-number.ts';
import { orderLines, orders } from '../../db/schema/orders.ts';
import { payments, refunds } from '../../db/schema/payments.ts';
import { newCase } from '../../db/cases.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { formTables } from '../../db/schema/forms.ts';
import { isPaid } from './present-order.ts';

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
  | 'caseId'
  | 'isExtra'
  | 'neededForms'
> & {
  /** The services whose form is needed. Absent for all. */
  neededForms?: ServiceId[] | null | undefined;
  /** The case that it is sold on. Absent for a purchase that begins one. */
  caseId?: CaseId | undefined;
};
export type OrderWithLines = Order & { lines: PriceLine[] };
/** The columns that lists show. */
export type OrderSummary = Pick<Order, keyof typeof orderSummary>;

export const orderSummary = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  caseId: orders.caseId,
  isExtra: orders.isExtra,
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

const byCheckoutIdStatement = oneBy(orders, 'checkoutId');

const byPaymentIdStatement = oneBy(orders, 'paymentId');

const byNumberStatement = oneBy(orders, 'orderNumber');

const rowsOfCase = allBy(orders, 'caseId', orders.isExtra, orders.id);

const buyerByNumber = prepared((db, given) =>
  db
    .select({
      email: orders.email,
      orderNumber: orders.orderNumber,
      caseId: orders.caseId,
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

const linesOf = allBy(orderLines, 'orderId', orderLines.id);

function withLines(db: Db, order: Order | undefined): OrderWithLines | undefined {
  return (
    order && {
      ...order,
      lines: linesOf(db, order.id).map(({ serviceId, addonId, name, amountCents, note }) => ({
        serviceId,
        name,
        amountCents,
        ...(addonId && { addonId }),
        ...(note && { note }),
      })),
    }
  );
}

const ORDER_PREFIX = 'ORD-';

/** Also numbers a request that comes without an order. */
export function takeNumber(db: Db, now: Date): string {
  return `${ORDER_PREFIX}${nextNumber(db, ORDER_COUNTER, now)}`;
}

/** "ORD-00001": five digits, which the forms take. */
const takeTestNumber = (db: Db, now: Date): string =>
  `${TEST_ORDER_PREFIX}${String(nextNumber(db, TEST_ORDER_COUNTER, now)).padStart(4, '0')}`;

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
  return linesOf(db, orderId).flatMap(({ addonId, name }) => (addonId ? [name] : []));
}

export function byNumber(db: Db, orderNumber: string) {
  return withLines(db, byNumberStatement(db, orderNumber));
}

export function byCheckoutId(db: Db, checkoutId: string) {
  return withLines(db, byCheckoutIdStatement(db, checkoutId));
}

export const byId = (db: Db, id: number): OrderWithLines | undefined =>
  withLines(db, db.select().from(orders).where(eq(orders.id, id)).get());

export function byPaymentId(db: Db, paymentId: number) {
  return withLines(db, byPaymentIdStatement(db, paymentId));
}

/** The orders of a case: the one that it began with, then what was sold later, oldest first. */
export function ofCase(db: Db, caseId: CaseId): OrderWithLines[] {
  return rowsOfCase(db, caseId).flatMap((order) => withLines(db, order) ?? []);
}

/** The order that a case began with, whose services are its work. */
export function mainOf(db: Db, caseId: CaseId): OrderWithLines | undefined {
  return withLines(db, rowsOfCase(db, caseId)[0]);
}

/** What was sold on a case later, oldest first. */
export const extrasOf = (db: Db, caseId: CaseId): OrderWithLines[] =>
  ofCase(db, caseId).filter(({ isExtra }) => isExtra);

/** The lines that an order includes now: its own, and those of extras that were paid and not fully refunded. */
export function includedLines(db: Db, { caseId, lines }: OrderWithLines): PriceLine[] {
  const extras = extrasOf(db, caseId).filter(
    (extra) =>
      extra.paymentStatus === 'completed' && refundedOf(db, extra) < (extra.receivedAmountCents ?? 0),
  );
  return [...lines, ...extras.flatMap((extra) => extra.lines)];
}

/** What was refunded of an order's payment, or is being refunded. */
export function refundedOf(db: Db, { paymentId }: Pick<Order, 'paymentId'>): number {
  return paymentId === null ? 0 : (refundedStatement(db).get({ paymentId })?.sum ?? 0);
}

/** Whether everything that was paid on a case was paid back, or is being. What cost nothing was not. */
export function isPaidBack(db: Db, caseId: CaseId): boolean {
  const paid = ofCase(db, caseId).filter(({ paymentStatus }) => paymentStatus === 'completed');
  return (
    paid.length > 0 &&
    paid.every((order) => {
      const received = order.receivedAmountCents ?? 0;
      return received > 0 && refundedOf(db, order) >= received;
    })
  );
}

const refundedStatement = prepared((db, given) =>
  db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, given('paymentId')), ne(refunds.status, 'failed'))),
);

/** `isTest`: the shop placed it to test itself. */
export function insert(db: Db, order: NewOrder, lines: readonly PriceLine[], isTest = false): OrderWithLines {
  const main = order.caseId && mainOf(db, order.caseId);
  const isExtra = main !== undefined && isWorkOf(main, order);
  // What its case does not cover begins one of its own.
  const given = main && !isExtra ? undefined : order.caseId;
  // A request becomes the order with its number.
  const isRequest = given?.startsWith(ORDER_PREFIX) === true && !isExtra;
  const takeOwn = isTest ? takeTestNumber : takeNumber;
  const orderNumber = isRequest ? given : takeOwn(db, order.createdAt);
  const caseId = given ?? newCase(orderNumber);
  const stored = insertOrder(db).get({
    ...order,
    caseId,
    isExtra,
    neededForms: order.neededForms ?? null,
    missingForms: isExtra ? [] : order.missingForms,
    workStatus: main?.workStatus ?? 'new',
    orderNumber,
  });
  if (caseId !== orderNumber) moveForms(db, orderNumber, caseId);
  for (const line of lines) insertLine(db).run({ addonId: null, note: null, ...line, orderId: stored.id });
  return { ...stored, lines: [...lines] };
}

/** Whether what is sold is more of an order's work: its services, and no recurring payment, of which an order has one. */
export const isWorkOf = (
  main: Pick<Order, 'serviceTypes'>,
  { serviceTypes, recurringPeriod }: Pick<NewOrder, 'serviceTypes' | 'recurringPeriod'>,
): boolean => recurringPeriod === null && serviceTypes.every((id) => main.serviceTypes.includes(id));

/** Somebody sent a form under this number before it was given out. */
function moveForms(db: Db, orderNumber: string, caseId: CaseId): void {
  for (const table of Object.values(formTables))
    db.update(table).set({ caseId }).where(eq(table.orderNumber, orderNumber)).run();
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

/** Of all that was sold on a case. False when it had this status already or does not exist. */
export function setWorkStatus(db: Db, caseId: CaseId, workStatus: WorkStatus, now: Date): boolean {
  const isMeant = and(eq(orders.caseId, caseId), ne(orders.workStatus, workStatus));
  const deliveredAt = workStatus === 'delivered' ? now : null;
  return db.update(orders).set({ workStatus, deliveredAt }).where(isMeant).run().changes > 0;
}
