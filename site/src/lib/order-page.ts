import { writeItem } from './web-storage.ts';

type Link = { order: string; key: string };

/** The address of an order's page. */
export const orderPageOf = ({ order, key }: Link): string => `/order?${new URLSearchParams({ order, key })}`;

/** From now on, /order needs no key for this order in this tab: `find-order.ts` reads it. */
export function rememberOrder(link: Link): void {
  if (link.key) writeItem('sessionStorage', 'northlight-order', orderPageOf(link));
}
