import type { OrderDocument } from '@northlight/shared/contracts/order-page.ts';
import type { AppContext } from '../context.ts';
import { orderKeyOf } from '../../work/orders/order-links.ts';
import type { Order } from '../../work/orders/order-store.ts';
import { presentDocuments } from './documents.ts';

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
