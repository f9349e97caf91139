import { DEFAULT_CATALOG } from '../../catalog/default-catalog.ts';
import { contentFacts } from '../../content/facts.ts';
import type { ShopResponse } from '../../contracts/shop.ts';

const offer = { firstPayment: '149.00', monthly: '30.00', yearly: '300.00', state: 'open' as const };
const rest = { pausedUntil: null, pausedText: '', daysFrom: 1, daysTo: 2, rounds: 5 };
const business = { name: 'Fernhill', email: 'a@b.example', phone: '(555) 010-2000', address: '1 Lane' };
/** The published version of a shop without texts of its own. */
export const aShop = (more: Partial<ShopResponse> = {}): ShopResponse => ({
  services: { website: { ...offer, ...rest }, voice: { ...offer, ...rest }, onhold: { ...offer, ...rest } },
  addons: [],
  taxes: [],
  content: {},
  version: 4,
  state: 'published',
  at: '2026-11-20T10:00:00.000Z',
  by: 'wen',
  publishAt: null,
  publishedAt: '2026-11-20T10:00:00.000Z',
  failure: null,
  publishedVersion: 4,
  facts: contentFacts(business, DEFAULT_CATALOG),
  ...more,
});
