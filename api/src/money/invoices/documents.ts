import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { OrderDocument } from '@northlight/shared/contracts/order-page.ts';
import { DAY_MS } from '../../base/units.ts';
import { dayIn } from '../../base/business-hours.ts';
import type { Db } from '../../db/client.ts';
import { sellerAt } from '../../db/sellers.ts';
import type { Order } from '../../work/orders/order-store.ts';
import { documentNumber } from '../../db/next-number.ts';
import { refundedOf } from './issue-documents.ts';
import * as invoiceStore from './invoice-store.ts';
import type { Period } from '@northlight/shared/contracts/lists.ts';
import type { AppContext } from '../context.ts';
import { orderKeyOf } from '../../work/orders/order-links.ts';

type Row = ReturnType<typeof invoiceStore.ofOrder>[number];
type Agreement = NonNullable<Row['agreement']>;
type Charge = NonNullable<Row['charge']>;

/** An invoice or a credit note as it was given. */
export type Document = Row & {
  /** Such as "INV-1001", "CN-1003", or "TEST-1". */
  number: string;
  kind: OrderDocument['kind'];
  /** Without a sign, on a credit note, too. */
  amountCents: Cents;
  /** The number of the invoice that a credit note corrects. Null on an invoice. */
  corrects: string | null;
  /** A credit note whose refund failed later. */
  isVoid: boolean;
  /** The period that a charge is for. Null if the order says it. */
  period: Period | null;
};

/** The documents of an order, oldest first. */
export function documentsOf(db: Db, order: Order): Document[] {
  const rows = invoiceStore.ofOrder(db, order.id);
  return rows.map((row) => {
    const { invoice, refund, charge, agreement } = row;
    const isCreditNote = refund !== null || invoice.refundedCents > 0;
    const corrected = rows.find(({ invoice: other }) => isInvoiceOf(other, invoice));
    return {
      ...row,
      number: documentNumber(invoice.number, isCreditNote),
      kind: isCreditNote ? 'credit-note' : 'invoice',
      amountCents: amountOf(order, row, rows),
      corrects: isCreditNote && corrected ? documentNumber(corrected.invoice.number, false) : null,
      isVoid: refund
        ? refund.status === 'failed'
        : charge !== null && invoice.refundedCents > refundedOf(charge),
      period: charge && agreement && isSince(agreement, charge) ? agreement.period : null,
    };
  });
}

/** Whether it was charged by the period that the recurring payment has now. Providers' days can differ a little. */
const isSince = ({ startedAt }: Agreement, { dueAt }: Charge): boolean =>
  dueAt.getTime() > startedAt.getTime() - 14 * DAY_MS;

const isInvoiceOf = (other: invoiceStore.InvoiceRow, { chargeId }: invoiceStore.InvoiceRow): boolean =>
  other.refundId === null && other.refundedCents === 0 && other.chargeId === chargeId;

function amountOf(order: Order, { invoice, refund, charge }: Row, rows: readonly Row[]): Cents {
  if (refund) return refund.amountCents;
  if (!charge) return order.initialPaymentCents;
  if (invoice.refundedCents === 0) return charge.amountCents;
  return invoice.refundedCents - refundedBefore(invoice, rows);
}

/** What the earlier credit notes of the same charge add up to. */
export const refundedBefore = (
  { chargeId, refundedCents }: invoiceStore.InvoiceRow,
  rows: readonly Pick<Row, 'invoice'>[],
): Cents =>
  Math.max(
    0,
    ...rows
      .filter(({ invoice }) => invoice.chargeId === chargeId && invoice.refundedCents < refundedCents)
      .map(({ invoice }) => invoice.refundedCents),
  );

/** `path` without a query, and what identifies the reader in it. */
export function presentDocuments(
  db: Db,
  order: Order,
  path: string,
  query: Record<string, string> = {},
): OrderDocument[] {
  return documentsOf(db, order).map(({ number, kind, amountCents, isVoid, invoice }) => ({
    number,
    kind,
    date: invoice.createdAt.toISOString(),
    day: dayIn(sellerAt(db, invoice.createdAt), invoice.createdAt),
    amountCents,
    isVoid,
    url: `${path}?${new URLSearchParams({ ...query, number })}`,
  }));
}

const PATH = '/api/order/invoice.pdf';

const queryOf = (secret: string, order: Pick<Order, 'orderNumber' | 'createdAt' | 'keyVersion'>) => ({
  order: order.orderNumber,
  key: orderKeyOf(secret, order),
});

/** With paths that contain the customer's key. */
export function documentsOfCustomer(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  order: Order,
): OrderDocument[] {
  return presentDocuments(db, order, PATH, queryOf(settings.secret, order));
}

/** The path of the order's invoice or receipt, for its customer. */
export const receiptUrlOf = (
  secret: string,
  order: Pick<Order, 'orderNumber' | 'createdAt' | 'keyVersion'>,
): string => `${PATH}?${new URLSearchParams(queryOf(secret, order))}`;
