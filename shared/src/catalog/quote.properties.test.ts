import { DEFAULT_CATALOG } from './default-catalog.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINIMUM_AMOUNT_CENTS } from './price.ts';
import { priceQuote, type QuoteTerms } from './quote.ts';

const line = fc.record({
  name: fc.constantFrom('Pages', 'Photos', 'Care'),
  description: fc.constant(''),
  quantity: fc.integer({ min: 1, max: 999 }),
  amountCents: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 9_999_900 })),
  period: fc.constantFrom(null, 'month' as const),
  isOptional: fc.boolean(),
  service: fc.constantFrom('website' as const, 'voice' as const, 'onhold' as const),
});
const terms: fc.Arbitrary<QuoteTerms> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  discountCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9_999_900 })),
  duePercent: fc.integer({ min: 0, max: 100 }),
});
const address = fc.constantFrom(
  {},
  { state: 'OH', postalCode: '43004' },
  { state: 'mi', postalCode: '48104' },
);
const rules = (taxesRecurring: boolean) => ({ taxes: DEFAULT_CATALOG.taxes, taxesRecurring });
const choices = fc.array(fc.nat(7), { maxLength: 8 });

const ticked = fc.tuple(terms, address, choices, fc.boolean());

test('what is due now and later adds up to the total, to the cent', () => {
  fc.assert(
    fc.property(ticked, ([offer, place, without, taxesRecurring]) => {
      const { whole, now, later } = priceQuote(rules(taxesRecurring), offer, place, without);
      expect(now.dueTodayCents + (later?.dueTodayCents ?? 0)).toBe(whole.dueTodayCents);
      expect(now.taxCents + (later?.taxCents ?? 0)).toBe(whole.taxCents);
      for (const price of [whole, now, ...(later ? [later] : [])]) {
        expect(price.lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(price.subtotalCents);
        expect(price.subtotalCents - price.discountCents + price.taxCents).toBe(price.dueTodayCents);
        expect(Math.min(price.discountCents, price.taxCents, price.dueTodayCents)).toBeGreaterThanOrEqual(0);
        expect(
          Object.values(price).every((value) => typeof value !== 'number' || Number.isInteger(value)),
        ).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('the order of the ticks and the order of the lines don’t matter', () => {
  fc.assert(
    fc.property(ticked, fc.infiniteStream(fc.nat()), ([offer, place, without, taxesRecurring], random) => {
      const dice = random[Symbol.iterator]();
      const roll = () => Number(dice.next().value ?? 0);
      const shuffled = [...offer.lines.entries()]
        .map((entry) => ({ entry, at: roll() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ entry }) => entry);
      const moved = { ...offer, lines: shuffled.map(([, one]) => one) };
      const wanted = shuffled.flatMap(([before], index) => (without.includes(before) ? [index] : []));
      const [a, b] = [
        priceQuote(rules(taxesRecurring), offer, place, without).whole,
        priceQuote(rules(taxesRecurring), moved, place, wanted.toReversed()).whole,
      ];
      for (const sum of ['dueTodayCents', 'taxCents', 'discountCents', 'recurringCents'] as const)
        expect(b[sum]).toBe(a[sum]);
    }),
    { numRuns: 1_000 },
  );
});

test('what is paid is nothing, or enough for a provider, and only optional lines are left out', () => {
  fc.assert(
    fc.property(ticked, ([offer, place, without, taxesRecurring]) => {
      const { whole, now, later } = priceQuote(rules(taxesRecurring), offer, place, without);
      const once = offer.lines.filter(({ period }) => period === null);
      const fixed = once.filter(({ isOptional }) => !isOptional);
      const sumOf = (lines: typeof once) =>
        lines.reduce((sum, one) => sum + one.quantity * one.amountCents, 0);
      expect(whole.subtotalCents).toBeGreaterThanOrEqual(sumOf(fixed));
      expect(whole.subtotalCents).toBeLessThanOrEqual(sumOf(once));
      // Lines that cost less than the minimum together are a free or tiny quote, which is charged as it is.
      if (sumOf(fixed) < MINIMUM_AMOUNT_CENTS) return;
      for (const price of [now, ...(later ? [later] : [])])
        expect(price.dueTodayCents === 0 || price.dueTodayCents >= MINIMUM_AMOUNT_CENTS).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
