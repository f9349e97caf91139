import type { Price } from '@northlight/shared/catalog/price.ts';
import { carry, writeItem } from './web-storage.ts';

export type Link = { order: string; key: string };

/** The order number and the key in the address of a link from an email. */
export function linkInAddress(): Link {
  const query = new URLSearchParams(location.search);
  return { order: query.get('order')?.trim() ?? '', key: query.get('key') ?? '' };
}

/** The address of an order's page, or of a quote's. */
export function orderPageOf({ order, key }: Link): string {
  const page = isQuote(order) ? 'quote' : 'order';
  return `/${page}?${new URLSearchParams({ [page]: order, key })}`;
}

export const isQuote = (number: string): boolean => number.startsWith('Q-');

/** From now on, /order needs no key for this order in this tab: `find-order.ts` reads it. */
export function rememberOrder(link: Link): void {
  if (link.key) writeItem('sessionStorage', 'northlight-order', orderPageOf(link));
}

export const PROGRESS_KEY = 'northlight-checkout';

export const MORE_REVISIONS = 'More design revisions';

type Offer = { checkoutId: string; price: Price };

/** Opens the payment of more for an order, or of what the studio asked for. */
export function startAddon(link: Link, { checkoutId, price }: Offer, title = MORE_REVISIONS): void {
  const progress = { step: 'payment', checkoutId, addon: { ...link, price, title } };
  location.assign(carry('/checkout?addon', PROGRESS_KEY, JSON.stringify(progress)));
}
