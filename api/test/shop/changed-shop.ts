import type { Addon, ServiceOffer, TaxRate } from '@northlight/shared/catalog/catalog.ts';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { stateName } from '@northlight/shared/catalog/us-states.ts';
import type { BusinessSettings, ShopValues } from '@northlight/shared/contracts/shop.ts';

/** What differs from the newest version of the shop. Add-ons are matched by ID. A text of null is the code's again. */
export type Changes = {
  services?: Partial<Record<ServiceId, Partial<ServiceOffer>>>;
  addons?: (Partial<Addon> & { id: string })[];
  taxes?: (Omit<TaxRate, 'name'> & { name?: string })[];
  content?: object;
  business?: BusinessSettings | null;
};

const NEW_ADDON: Addon = {
  id: '',
  name: '',
  description: '',
  priceCents: null,
  period: null,
  service: 'website',
  isActive: true,
};

type Read = ShopValues & { version: number };

/** What an owner who read this shop sends to change and publish it. */
export const shopBody = (shop: Read, changes: Changes, more: object = {}) => ({
  version: shop.version,
  ...changed(shop, changes),
  publish: true,
  ...more,
});

function changed(shop: ShopValues, changes: Changes): ShopValues {
  const { addons = [], content = {} } = changes;
  const added = addons.filter(({ id }) => !shop.addons.some((addon) => addon.id === id));
  return {
    services: Object.fromEntries(
      SERVICE_IDS.map((id) => [id, { ...shop.services[id], ...changes.services?.[id] }]),
    ) as ShopValues['services'],
    addons: [
      ...shop.addons.map((addon) => ({ ...addon, ...addons.find(({ id }) => id === addon.id) })),
      ...added.map((addon) => ({ ...NEW_ADDON, ...addon })),
    ],
    taxes: changes.taxes?.map((tax) => ({ name: stateName(tax.state) ?? '', ...tax })) ?? shop.taxes,
    content: Object.fromEntries(
      Object.entries({ ...shop.content, ...content }).filter(([, value]) => value !== null),
    ),
    business: changes.business === undefined ? shop.business : changes.business,
  };
}
