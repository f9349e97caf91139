import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import { call } from '../../lib/api-client.ts';
import { type Link, linkInAddress, rememberOrder } from '../../lib/order-page.ts';
import { type LinkedPage, useLinkedPage } from '../../lib/use-linked-page.ts';

export type LoadedOrder = Omit<LinkedPage<Link, OrderResponse>, 'page'> & { order: OrderResponse | null };

const SOURCE = {
  linkInAddress,
  live: '/api/order/live',
  load: (link: Link) => (link.order && link.key ? loadOrder(link) : null),
};

async function loadOrder(link: Link): Promise<OrderResponse> {
  const order = await call('GET /api/order', { query: link });
  rememberOrder(link);
  return order;
}

/** The order of the link in the address. */
export function useOrder(): LoadedOrder {
  const { page: order, ...loaded } = useLinkedPage<Link, OrderResponse>(SOURCE);
  return { ...loaded, order };
}
