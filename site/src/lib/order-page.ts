import type { Price } from '@northlight/shared/catalog/price.ts';
import { writeItem } from './web-storage.ts';

export type Link = { order: string; key: string };

/** The order number and the key in the address of a link from an email. */
export function linkInAddress(): Link {
  const query = new URLSearchParams(location.search);
  return { order: query.get('order')?.trim() ?? '', key: query.get('key') ?? '' };
}

/** The address of an order's page. */
export const orderPageOf = ({ order, key }: Link): string => `/order?${new URLSearchParams({ order, key })}`;

/** From now on, /order needs no key for this order in this tab: `find-order.ts` reads it. */
export function rememberOrder(link: Link): void {
  if (link.key) writeItem('sessionStorage', 'northlight-order', orderPageOf(link));
}

export const PROGRESS_KEY = 'northlight-checkout';

/** Opens the payment of more for an order. Cards are only ever asked for on /checkout. */
export function startAddon(link: Link, { checkoutId, price }: { checkoutId: string; price: Price }): void {
  writeItem(
    'sessionStorage',
    PROGRESS_KEY,
    JSON.stringify({ step: 'payment', checkoutId, addon: { ...link, price } }),
  );
  location.assign('/checkout?addon');
}
