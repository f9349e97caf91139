import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  centsToDollars,
  centsToText,
  dollarsToCents,
  formatPrice,
  formatUsd,
  MONEY_TEXT,
  textToCents,
} from './money.ts';

/** Every amount below $2,000, far above all prices here, and the largest amount that the API accepts. */
function* amounts() {
  for (let cents = 0; cents < 200_000; cents += 1) yield cents;
  yield* [9_999_999, 99_999_900, 999_999_999];
}

/** Without floats: 10594 → "105.94". */
const written = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

test('text, dollars and cents convert into each other without losing a cent', () => {
  const wrong: number[] = [];
  for (const cents of amounts()) {
    const text = written(cents);
    const isExact =
      centsToText(cents) === text &&
      textToCents(text) === cents &&
      centsToDollars(cents) === Number(text) &&
      dollarsToCents(Number(text)) === cents;
    if (!isExact) wrong.push(cents);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['149', 14_900],
  ['149.5', 14_950],
  ['0.07', 7],
  ['1.15', 115],
  ['8.70', 870],
  ['0', 0],
  ['9999999.99', 999_999_999],
])('the text %s is %i cents', (text, cents) => {
  expect(text).toMatch(MONEY_TEXT);
  expect(textToCents(text)).toBe(cents);
});

test.each([
  '',
  ' ',
  '-1',
  '+1',
  '.5',
  '1.',
  '1.234',
  '1e3',
  '1,000',
  '$5',
  '12345678',
  'NaN',
  '1 ',
  '１',
  '0x10',
  '1\n',
])('%j is not an amount', (text) => {
  expect(text).not.toMatch(MONEY_TEXT);
});

test('149.5 dollars are 14950 cents', () => {
  expect(dollarsToCents(149.5)).toBe(14_950);
  expect(dollarsToCents(1.1 + 2.2)).toBe(330);
});

test.each([
  [0, '$0.00', '$0'],
  [5, '$0.05', '$0.05'],
  [14_900, '$149.00', '$149'],
  [10_594, '$105.94', '$105.94'],
  [10_050, '$100.50', '$100.50'],
  [100_000, '$1,000.00', '$1,000'],
  [123_456_789, '$1,234,567.89', '$1,234,567.89'],
])('%i cents read %s, in running text %s', (cents, long, short) => {
  expect(formatUsd(cents)).toBe(long);
  expect(formatPrice(cents)).toBe(short);
});

test('amounts are shown with two decimals, always', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), (cents) => {
      expect(formatUsd(cents).replaceAll(',', '')).toBe(`$${written(cents)}`);
    }),
  );
});

test('amounts are written as Intl writes them, with a minus sign, negative and large ones included', () => {
  const { format } = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => {
      expect(formatUsd(cents)).toBe(format(cents / 100).replace('-', '−'));
    }),
  );
});
