import type { Quote } from '@northlight/shared/catalog/quote.ts';
import { writeItem } from './web-storage.ts';

export const PROGRESS_KEY = 'northlight-checkout';

type Link = { order: string; key: string };

/** Opens the payment of more for an order. Cards are only ever asked for on /checkout. */
export function startAddon(link: Link, { checkoutId, quote }: { checkoutId: string; quote: Quote }): void {
  writeItem(
    'sessionStorage',
    PROGRESS_KEY,
    JSON.stringify({ step: 'payment', checkoutId, addon: { ...link, quote } }),
  );
  location.assign('/checkout?addon');
}
