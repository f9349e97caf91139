import { DEFAULT_CATALOG } from '../../catalog/default-catalog.ts';
import { contentFacts } from '../../content/facts.ts';
import { ShopResponse, type BusinessSettings } from '../../contracts/shop.ts';
import { whole } from '../../contracts/test/whole.ts';

const { services } = DEFAULT_CATALOG;
export const aBusiness: BusinessSettings = {
  name: 'Northlight Studio',
  email: 'hello@northlight.example',
  phone: '(555) 010-2000',
  address: '1 Window Street, Columbus, OH',
  taxId: '',
  hours: '09:00-17:00',
  days: 'Mon-Fri',
  holidays: 'US',
  timeZone: 'America/New_York',
};
/** The published version of a shop without texts of its own. */
export const aShop = (more: Partial<ShopResponse> = {}): ShopResponse =>
  whole(ShopResponse, {
    services,
    serverBusiness: aBusiness,
    closedDays: [{ day: '2026-11-26', name: 'Thanksgiving Day' }],
    version: 4,
    state: 'published',
    at: '2026-11-20T10:00:00.000Z',
    by: 'wen',
    publishedAt: '2026-11-20T10:00:00.000Z',
    publishedVersion: 4,
    facts: contentFacts(aBusiness, DEFAULT_CATALOG),
    ...more,
  });
