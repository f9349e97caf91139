import type { Context } from 'koa';
import type { AppContext } from '../context.ts';
import type { Db } from '../../db/client.ts';
import { sellerAt } from '../../db/sellers.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, notFound } from '../../base/errors.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as requestStore from '../quotes/request-store.ts';
import { contentOf } from './document-content.ts';
import { documentsOf, type Document } from './documents.ts';
import { issueDocuments } from './issue-documents.ts';

/**
 * Answers with the PDF of one of the order's documents: of `number`, or else of its own invoice, or of a receipt
 * without a number if the order cost nothing. Throws 404 without one.
 */
export async function answerPdf(
  { db, now }: AppContext,
  ctx: Context,
  order: OrderWithLines,
  number: string | undefined,
): Promise<void> {
  if (order.paymentStatus !== 'completed')
    throw new ApiError(404, 'no_invoice', 'There’s no invoice yet, because we haven’t received the payment.');
  await inTransaction(db, () => issueDocuments(db, order, now()));
  const documents = documentsOf(db, order);
  const [, digits] = /(\d+)$/.exec(number ?? '') ?? [];
  const document = documents.find(({ invoice: { number: own, refundId, chargeId } }) =>
    digits === undefined ? refundId === null && chargeId === null : Math.abs(own) === Number(digits),
  );
  if (!document && (digits !== undefined || order.initialPaymentCents > 0)) throw notFound();
  const pdf = await pdfOf(db, order, documents, document ?? null);
  ctx.attachment(`${document?.number ?? `receipt-${order.orderNumber}`}.pdf`);
  ctx.type = 'application/pdf';
  ctx.body = pdf;
}

/** The PDF of one of an order's documents; with null, of the receipt of an order that cost nothing. */
export async function pdfOf(
  db: Db,
  order: OrderWithLines,
  documents: readonly Document[],
  document: Document | null,
): Promise<Buffer> {
  const payment = order.paymentId === null ? undefined : paymentStore.byId(db, order.paymentId);
  const byHand = order.checkoutId === null ? null : requestStore.byCheckoutId(db, order.checkoutId)?.byHand;
  const seller = sellerAt(db, document?.invoice.createdAt ?? order.createdAt);
  const content = contentOf({ order, payment, byHand: byHand ?? null, documents, seller }, document);
  // Loaded on first use: few customers want a PDF, and pdfkit takes memory and time at every start.
  const { writePdf } = await import('./write-pdf.ts');
  return writePdf(content);
}
