import type { Db } from '../src/db/client.ts';
import { invoices } from '../src/db/schema/invoices.ts';
import { paymentRequests, quotes } from '../src/db/schema/quotes.ts';
import { rows } from '../test/fixtures/rows.ts';

/** A quote is paid if and only if its payment made an order, which has an invoice as every paid order. */
export function auditQuotes(db: Db): { paid: number; wrong: string[] } {
  const all = db.select().from(quotes).all();
  const requests = db.select().from(paymentRequests).all();
  const documents = db.select().from(invoices).all();
  const orders = rows.orders(db).filter(({ paymentStatus }) => paymentStatus === 'completed');
  const isWrong = ({ id, orderNumber, state }: (typeof all)[number]): boolean => {
    const [request, ...more] = requests.filter(({ quoteId }) => quoteId === id);
    const order = orders.find(({ checkoutId }) => request?.checkoutId === checkoutId);
    const isPaid = request?.state === 'paid' && state === 'accepted';
    const isSame = (order?.orderNumber ?? null) === orderNumber && (request?.paidBy ?? null) === orderNumber;
    return more.length > 0 || !isSame || isPaid !== (order !== undefined);
  };
  return {
    paid: all.filter(({ orderNumber }) => orderNumber !== null).length,
    wrong: [
      ...all.filter(isWrong).map(({ number }) => `${number} does not match its order`),
      ...orders
        .filter(({ initialPaymentCents }) => initialPaymentCents > 0)
        .filter(({ id }) => !documents.some(({ orderId }) => orderId === id))
        .map(({ orderNumber }) => `${orderNumber} is paid and has no invoice`),
    ],
  };
}
