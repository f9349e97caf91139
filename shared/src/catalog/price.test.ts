import { DEFAULT_CATALOG } from './default-catalog.ts';
import { expect, test } from 'vitest';
import { computePrice, type Promo, type Selection, type TaxAddress } from './price.ts';
import type { AddonId, ServiceId } from './ids.ts';

/** The price list, repeated on purpose: the test must not use the prices in the code. */
const BASE = { website: 149, voice: 0, onhold: 99 };
const ADDON: Record<AddonId, number> = { revisions: 49, 'custom-domain': 49, 'additional-pages': 0 };

const priceOf = (
  selection: Partial<Selection>,
  promo?: Promo | null,
  address?: TaxAddress,
  taxesRecurring = false,
) =>
  computePrice(
    DEFAULT_CATALOG,
    { serviceIds: ['website'], addonIds: [], isYearly: false, ...selection },
    promo,
    address,
    taxesRecurring,
  );

function subsets<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [[]];
  for (const item of items) all.push(...all.map((some) => [...some, item]));
  return all;
}

const serviceSets = subsets<ServiceId>(['website', 'voice', 'onhold']).filter((set) => set.length > 0);
const addonSets = subsets<AddonId>(['revisions', 'custom-domain', 'additional-pages']);
const SAVE50 = { code: 'SAVE50', amountOffCents: 5_000 };
const MICHIGAN = { state: 'MI', postalCode: '48104' };
const OHIO = { state: 'OH', postalCode: '43004' };

/** 6% of whole dollars is a whole number of cents: six for each dollar. */
function expected(
  services: ServiceId[],
  addons: AddonId[],
  isYearly: boolean,
  hasPromo: boolean,
  isTaxed: boolean,
) {
  const hasWebsite = services.includes('website');
  let base = 0;
  for (const service of services) base += BASE[service];
  if (hasWebsite) for (const addon of addons) base += ADDON[addon] ?? 0;
  const discount = !hasPromo ? 0 : base < 50 ? base : 50;
  const taxCents = isTaxed ? (base - discount) * 6 : 0;
  return {
    subtotalCents: base * 100,
    discountCents: discount * 100,
    promoCode: discount > 0 ? 'SAVE50' : null,
    taxCents,
    dueTodayCents: base * 100 - discount * 100 + taxCents,
    recurringCents: !hasWebsite ? 0 : isYearly ? 30_000 : 3_000,
    recurringPeriod: !hasWebsite ? null : isYearly ? 'year' : 'month',
  };
}

const table = serviceSets.flatMap((services) =>
  addonSets.flatMap((addons) =>
    [false, true].flatMap((isYearly) =>
      [false, true].flatMap((hasPromo) =>
        [false, true].map((isTaxed) => ({ services, addons, isYearly, hasPromo, isTaxed })),
      ),
    ),
  ),
);

test('the price table has every combination', () => {
  expect(serviceSets).toHaveLength(7);
  expect(table).toHaveLength(7 * 8 * 2 * 2 * 2);
});

test.each(serviceSets.map((services) => [services.join('+'), services] as const))(
  'the price table for %s',
  (_name, services) => {
    for (const row of table.filter((row) => row.services === services)) {
      const { addons, isYearly, hasPromo, isTaxed } = row;
      const { lines, terms, ...totals } = priceOf(
        { serviceIds: services, addonIds: addons, isYearly },
        hasPromo ? SAVE50 : null,
        isTaxed ? MICHIGAN : OHIO,
      );
      expect(totals, JSON.stringify(row)).toEqual(expected(services, addons, isYearly, hasPromo, isTaxed));
      expect(terms?.taxPercent).toBe(isTaxed ? 6 : 0);
      const hasWebsite = services.includes('website');
      expect(lines).toHaveLength(services.length + (hasWebsite ? addons.length : 0));
    }
  },
);

test.each([
  ['website', ['website'], [], false, null, OHIO, 14_900, 0, 3_000],
  ['website, yearly', ['website'], [], true, null, OHIO, 14_900, 0, 30_000],
  ['voice', ['voice'], [], false, null, MICHIGAN, 0, 0, 0],
  ['on-hold', ['onhold'], [], true, null, OHIO, 9_900, 0, 0],
  ['on-hold, code, Michigan', ['onhold'], [], false, SAVE50, MICHIGAN, 5_194, 294, 0],
  ['website, Michigan', ['website'], [], false, null, MICHIGAN, 15_794, 894, 3_000],
  ['website, code, Michigan', ['website'], [], false, SAVE50, MICHIGAN, 10_494, 594, 3_000],
  ['website, domain, code', ['website'], ['custom-domain'], false, SAVE50, OHIO, 14_800, 0, 3_000],
  [
    'everything',
    ['website', 'voice', 'onhold'],
    ['revisions', 'custom-domain', 'additional-pages'],
    true,
    SAVE50,
    MICHIGAN,
    // 149 + 99 + 49 + 49 - 50 = 296, and 17.76 of tax
    31_376,
    1_776,
    30_000,
  ],
] as const)(
  'calculated by hand: %s',
  (_name, serviceIds, addonIds, isYearly, promo, address, due, tax, recurring) => {
    const result = priceOf({ serviceIds, addonIds, isYearly }, promo, address);
    expect(result).toMatchObject({ dueTodayCents: due, taxCents: tax, recurringCents: recurring });
  },
);

test('the lines name what is bought, in the order of the catalog, and say why an amount is 0', () => {
  const { lines } = priceOf({
    serviceIds: ['onhold', 'voice', 'website'],
    addonIds: ['additional-pages', 'custom-domain'],
  });
  expect(lines).toEqual([
    { serviceId: 'website', name: 'Website', amountCents: 14_900 },
    { serviceId: 'website', addonId: 'custom-domain', name: 'Custom Domain Setup', amountCents: 4_900 },
    {
      serviceId: 'website',
      addonId: 'additional-pages',
      name: 'Additional Pages',
      amountCents: 0,
      note: 'custom-quote',
    },
    { serviceId: 'voice', name: 'AI Voice Agent', amountCents: 0, note: 'billed-separately' },
    { serviceId: 'onhold', name: 'On-Hold Audio', amountCents: 9_900 },
  ]);
});

test('an empty bundle costs nothing', () => {
  const nothing = { serviceIds: [], addonIds: ['revisions'], isYearly: true };
  expect(priceOf(nothing, SAVE50, MICHIGAN)).toMatchObject({
    lines: [],
    subtotalCents: 0,
    promoCode: null,
    discountCents: 0,
    taxCents: 0,
    dueTodayCents: 0,
    recurringCents: 0,
    recurringPeriod: null,
  });
});

test.each([
  ['US', 894],
  ['us', 894],
  ['', 894],
  [undefined, 894],
  ['IT', 0],
  ['CA', 0],
])('Michigan tax applies only in the US: MI in %j', (country, taxCents) => {
  const address = { state: 'MI', postalCode: '20121', ...(country !== undefined && { country }) };
  expect(priceOf({}, null, address).taxCents).toBe(taxCents);
});

test('recurring payments carry no tax, unless the setting says so and the address is taxed', () => {
  expect(priceOf({}, null, MICHIGAN).recurringCents).toBe(3_000);
  expect(priceOf({}, null, MICHIGAN, true).recurringCents).toBe(3_180);
  expect(priceOf({ isYearly: true }, null, MICHIGAN, true).recurringCents).toBe(31_800);
  expect(priceOf({}, null, OHIO, true).recurringCents).toBe(3_000);
  expect(priceOf({ serviceIds: ['onhold'] }, null, MICHIGAN, true).recurringPeriod).toBeNull();
});
