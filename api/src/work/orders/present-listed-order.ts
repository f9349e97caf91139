import { disputeText, reviewText } from '@northlight/shared/contracts/review.ts';
import { cameFromWords } from '@northlight/shared/contracts/funnel.ts';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import { methodWords } from '@northlight/shared/contracts/payments.ts';
import type { ListedOrder } from '@northlight/shared/contracts/orders.ts';
import { usernameOf } from '../../people/session/admin-store.ts';
import { lateText } from '../../base/business-hours.ts';
import type { RecordContext } from '../../db/context.ts';
import { allDisputesOf } from './disputes.ts';
import { addressOf, owedOf, recurringNow, voiceQuoteOf } from './order-lookups.ts';
import { isUnanswered } from './unanswered.ts';
import { addonsOf, type Order, type OrderSummary, refundedOf, summaryOf } from './order-store.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { shownWork } from '../../db/shown-work.ts';
import { documentNumber } from '../../db/next-number.ts';
import { perDatabase, prepared } from '../../db/prepared.ts';
import { orders } from '../../db/schema/orders.ts';
import { paymentRequests } from '../../db/schema/quotes.ts';

/** An order as a row of the administrator's list. */
export function presentListedOrder({ db, settings, now }: RecordContext, order: OrderSummary): ListedOrder {
  return {
    ...presentOrderInFile(db, order, settings.hours.timeZone),
    responsible: order.responsibleId === null ? null : usernameOf(db, order.responsibleId),
    refundedCents: refundedOf(db, order),
    ...(order.serviceTypes.includes('voice') && { voiceQuote: voiceQuoteOf(db, order.caseId) }),
    owedCents: owedOf(db, order.caseId),
    ...invoiceOf(db, order),
    isUnanswered: isUnanswered(db, order),
    late: order.dueAt && lateText(settings.hours, order.dueAt, now()),
  };
}

/** The same without what the file does not have, which would take a look at each of its many orders. */
function presentOrderInFile(
  db: Db,
  order: OrderSummary,
  timeZone: string,
): Omit<ListedOrder, 'refundedCents' | 'owedCents' | 'isUnanswered' | 'late' | 'responsible'> {
  const {
    initialPaymentCents,
    recurringPaymentCents: soldCents,
    isYearly: wasYearly,
    discountCents,
    taxCents,
    createdAt,
    review,
    dueAt,
    caseId: _case,
    isExtra: _extra,
    paymentId: _payment,
    responsibleId: _responsible,
    ...rest
  } = summaryOf(order);
  const now = soldCents > 0 ? recurringNow(db, order.id) : undefined;
  return {
    ...rest,
    workStatus: shownWork(db, order),
    createdAt: createdAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    reviewReason: review && reviewText(review, timeZone),
    initialPayment: centsToText(initialPaymentCents),
    recurringPayment: centsToText(now?.amountCents ?? soldCents),
    isRecurringOver: now?.isOver === 1,
    isYearly: now ? now.period === 'year' : wasYearly,
    discount: centsToText(discountCents),
    tax: centsToText(taxCents),
  };
}

/** "2026-11-24 14:05" in the studio's time zone, which spreadsheets read as a time. */
const localTime = (timeZone: string, at: Date): string =>
  at.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });

/** An order as a row of the file, with what books need. Amounts are US dollars. */
export function presentForBooks({ db, settings }: RecordContext, order: OrderSummary) {
  const { timeZone } = settings.hours;
  const { state, postalCode, country, cameFrom } = addressOf(db, order.id);
  const disputes = allDisputesOf(db, order);
  const lost = disputes.filter(({ status }) => status === 'lost');
  const inFile = presentOrderInFile(db, order, timeZone);
  return {
    ...inFile,
    reviewReason: disputes.map((dispute) => disputeText(dispute, timeZone)).join(' ') || inFile.reviewReason,
    takenBack: centsToText(lost.reduce((sum, { amountCents = 0 }) => sum + amountCents, 0)),
    createdAt: localTime(timeZone, order.createdAt),
    dueAt: order.dueAt && localTime(timeZone, order.dueAt),
    state,
    postalCode,
    country,
    addons: addonsOf(db, order.id),
    net: centsToText(order.initialPaymentCents - order.taxCents),
    refunded: centsToText(refundedOf(db, order)),
    paymentMethod: methodInBooks(db, order),
    source: cameFrom && cameFromWords(cameFrom),
    responsible: order.responsibleId === null ? null : usernameOf(db, order.responsibleId),
  };
}

/** Its first invoice, and how that was paid. */
function invoiceOf(db: Db, order: OrderSummary): Pick<ListedOrder, 'invoice' | 'paidBy'> {
  const number = invoiceStatement(db).get(order.id);
  if (number === undefined) return {};
  return { invoice: documentNumber(number, false), paidBy: methodWords(methodInBooks(db, order)) };
}

const invoiceStatement = perDatabase(({ $client }) =>
  $client
    .prepare<[number], number>(
      'SELECT number FROM invoices WHERE order_id = ? AND refund_id IS NULL AND charge_id IS NULL',
    )
    .pluck(),
);

/** The payment method, or how money came that an owner recorded, such as "check". Empty if nothing was due. */
function methodInBooks(db: Db, order: Pick<Order, 'id' | 'initialPaymentCents'>): string {
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
