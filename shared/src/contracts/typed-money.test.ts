import { expect, test } from 'vitest';
import { amountInDollars } from './payments.ts';
import { typedCents, typedDollars, TypedMoney, typedNumber } from './typed-money.ts';

test.each([
  ['$1,034.45', 103_445],
  ['$ 80', 8_000],
  ['1,034', 103_400],
  ['1 034.5', 103_450],
  ['1\u00A0034.50\u00A0$', 103_450],
  ['\u202D$262.88\u202C', 26_288],
  ['\t$262.88 ', 26_288],
  ['US$1,234,567.89', 123_456_789],
  ['USD 80', 8_000],
  ['80.00 usd', 8_000],
  ['80 dollars', 8_000],
  ['80.', 8_000],
  ['0', 0],
  ['0080', 8_000],
])('%j is an amount', (typed, cents) => {
  expect(typedCents(typed)).toBe(cents);
  expect(TypedMoney.parse(typed)).toBe(cents);
});

const PERIOD = 'Please write a period before the cents, such as 1,234.50';
const EXAMPLE = 'Please enter an amount such as 1,234.50';
test.each([
  ['0x10', EXAMPLE],
  ['1e2', EXAMPLE],
  ['', EXAMPLE],
  ['-5', EXAMPLE],
  ['(5.00)', EXAMPLE],
  ['+5', EXAMPLE],
  ['.5', EXAMPLE],
  ['1,0345', EXAMPLE],
  ['10,34,567', EXAMPLE],
  ['1,034 567', EXAMPLE],
  ['12.345', EXAMPLE],
  ['1.034.50', EXAMPLE],
  ['€80', EXAMPLE],
  ['80 EUR', EXAMPLE],
  ['CA$80', EXAMPLE],
  ['Infinity', EXAMPLE],
  ['10 or 20', EXAMPLE],
  ['１０', EXAMPLE],
  ['12345678', EXAMPLE],
  ['6,95', PERIOD],
  ['$1.034,45', PERIOD],
  ['1034,5 $', PERIOD],
  ['80,', PERIOD],
])('%j is none, and its sentence says why', (typed, message) => {
  expect(typedCents(typed)).toBeNaN();
  expect(TypedMoney.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('a call takes dollars, within its own limits', () => {
  const Dollars = typedDollars(amountInDollars);
  expect(Dollars.parse('$1,034.45')).toBe(1_034.45);
  expect(Dollars.safeParse('0').error?.issues[0]?.message).toBe('Please enter an amount greater than zero');
  expect(Dollars.safeParse('100,000').error?.issues[0]?.message).toBe('Amount is too large');
});

test('other numbers are read as strictly', () => {
  expect(['3', ' 3 % ', '8.25%'].map(typedNumber)).toEqual([3, 3, 8.25]);
  for (const typed of ['', '0x10', '1e2', '-3', '3,5', 'three']) expect(typedNumber(typed)).toBeNaN();
});
