import { DEFAULT_CATALOG } from './default-catalog.ts';
import * as fc from 'fast-check';
import { stateCode } from './us-states.ts';
import { expect, test } from 'vitest';
import { computePrice, type Promo, type Selection, type TaxAddress } from './price.ts';
import { SERVICE_IDS } from './ids.ts';

const selections: fc.Arbitrary<Selection> = fc.record({
  serviceIds: fc.subarray([...SERVICE_IDS], { minLength: 0 }),
  addonIds: fc.subarray(DEFAULT_CATALOG.addons.map(({ id }) => id)),
  isYearly: fc.boolean(),
});
/** Any promo code that the database could contain. */
const promos: fc.Arbitrary<Promo | null> = fc.option(
  fc.record(
    {
      code: fc.string({ minLength: 1 }),
      amountOffCents: fc.nat(100_000),
      percentOff: fc.integer({ min: 1, max: 100 }),
      serviceIds: fc.subarray([...SERVICE_IDS], { minLength: 1 }),
    },
    { requiredKeys: ['code', 'amountOffCents'] },
  ),
);
const anyCase = (word: string) =>
  fc
    .tuple(...[...word].map((letter) => fc.constantFrom(letter.toLowerCase(), letter.toUpperCase())))
    .map((letters) => letters.join(''));
const spaces = fc.constantFrom('', ' ', '  ', '\t');
const padded = (text: fc.Arbitrary<string>) => fc.tuple(spaces, text, spaces).map((parts) => parts.join(''));
const michigan = padded(fc.oneof(anyCase('MI'), anyCase('Michigan')));
const postalCodes = padded(fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''));
const taxedAddresses = fc.record({ state: michigan, postalCode: postalCodes });
const anyAddresses = fc.oneof(
  taxedAddresses,
  fc.record({ state: fc.string(), postalCode: fc.string() }, { requiredKeys: [] }),
);

const priceOf = (selection: Selection, promo: Promo | null, address: TaxAddress) =>
  computePrice(DEFAULT_CATALOG, selection, promo, address);

/** Rounds half up with integers, for amounts of any size. */
const sixPercent = (cents: number) => Number((BigInt(cents) * 6n + 50n) / 100n);

test('nothing is ever negative and the discount is never above the base', () => {
  fc.assert(
    fc.property(selections, promos, anyAddresses, (selection, promo, address) => {
      const price = priceOf(selection, promo, address);
      const { subtotalCents, discountCents, taxCents, dueTodayCents, recurringCents } = price;
      for (const cents of [subtotalCents, discountCents, taxCents, dueTodayCents, recurringCents]) {
        expect(Number.isSafeInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(0);
      }
      expect(discountCents).toBeLessThanOrEqual(subtotalCents);
      if (!promo?.percentOff) expect(discountCents).toBeLessThanOrEqual(promo?.amountOffCents ?? 0);
      // What a provider would refuse is never left to pay, and a recurring payment always has a first one.
      if (discountCents > 0 && (dueTodayCents > 0 || recurringCents > 0))
        expect(dueTodayCents).toBeGreaterThanOrEqual(50);
    }),
  );
});

test('due today is the base minus the discount plus tax, and the base is the sum of the lines', () => {
  fc.assert(
    fc.property(selections, promos, anyAddresses, (selection, promo, address) => {
      const result = priceOf(selection, promo, address);
      expect(result.dueTodayCents).toBe(result.subtotalCents - result.discountCents + result.taxCents);
      expect(result.subtotalCents).toBe(result.lines.reduce((sum, line) => sum + line.amountCents, 0));
    }),
  );
});

test('MI and Michigan, in any case, are taxed with a postal code', () => {
  fc.assert(
    fc.property(selections, promos, taxedAddresses, (selection, promo, address) => {
      const { subtotalCents, discountCents, taxCents } = priceOf(selection, promo, address);
      expect(taxCents).toBe(sixPercent(subtotalCents - discountCents));
    }),
  );
});

test('other states, and Michigan without a postal code, are not taxed', () => {
  const otherStates = fc
    .oneof(fc.string(), fc.constantFrom('MIN', 'Michgan', 'XMI', 'MI, OH', 'Ontario', 'OH'))
    .filter((state) => stateCode(state) !== 'MI');
  const untaxed = fc.oneof(
    fc.record({ state: otherStates, postalCode: postalCodes }),
    fc.record({ state: michigan, postalCode: spaces }),
    fc.record({ state: michigan }),
    fc.record({ postalCode: postalCodes }),
    fc.constant({}),
  );
  fc.assert(
    fc.property(selections, promos, untaxed, (selection, promo, address) => {
      expect(priceOf(selection, promo, address).taxCents).toBe(0);
    }),
  );
});

test('neither the order of adding nor adding twice matters', () => {
  const shuffled = selections.chain((selection) =>
    fc.record({
      selection: fc.constant(selection),
      serviceIds: fc.shuffledSubarray([...selection.serviceIds, ...selection.serviceIds], {
        minLength: selection.serviceIds.length * 2,
      }),
      addonIds: fc.shuffledSubarray([...selection.addonIds, ...selection.addonIds], {
        minLength: selection.addonIds.length * 2,
      }),
    }),
  );
  fc.assert(
    fc.property(shuffled, promos, anyAddresses, ({ selection, serviceIds, addonIds }, promo, address) => {
      const again = priceOf({ ...selection, serviceIds, addonIds }, promo, address);
      expect(again).toEqual(priceOf(selection, promo, address));
    }),
  );
});

test('add-ons count only with the website', () => {
  const withoutWebsite = selections.map((selection) => ({
    ...selection,
    serviceIds: selection.serviceIds.filter((id) => id !== 'website'),
  }));
  fc.assert(
    fc.property(withoutWebsite, promos, anyAddresses, (selection, promo, address) => {
      expect(priceOf(selection, promo, address)).toEqual(
        priceOf({ ...selection, addonIds: [] }, promo, address),
      );
    }),
  );
});

test('the billing period changes the recurring payment and not what is due today', () => {
  fc.assert(
    fc.property(selections, promos, anyAddresses, (selection, promo, address) => {
      const monthly = priceOf({ ...selection, isYearly: false }, promo, address);
      const yearly = priceOf({ ...selection, isYearly: true }, promo, address);
      expect(yearly.dueTodayCents).toBe(monthly.dueTodayCents);
      expect(yearly.recurringCents).toBe(monthly.recurringCents * 10);
    }),
  );
});

test('the tax is exact, rounded half up, for every amount that can be due', () => {
  const everything: Selection = {
    serviceIds: SERVICE_IDS,
    addonIds: DEFAULT_CATALOG.addons.map(({ id }) => id),
    isYearly: false,
  };
  const wrong: number[] = [];
  for (let off = 0; off <= 34_550; off += 1) {
    const { taxCents } = priceOf(
      everything,
      { code: 'X', amountOffCents: off },
      { state: 'MI', postalCode: '1' },
    );
    if (taxCents !== sixPercent(34_600 - off)) wrong.push(off);
  }
  expect(wrong).toEqual([]);
  expect(sixPercent(75)).toBe(5);
  expect(sixPercent(74)).toBe(4);
});
