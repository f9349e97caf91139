import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderNumber } from './forms/form-fields.ts';
import { normalizeOrderNumber } from './order-number.ts';

const REQUIRED = 'Order number is required';
const FORMAT = 'Order number must be in format ORD-XXXXX (or just enter the 5 digits)';

const messages = (input: unknown) => OrderNumber.safeParse(input).error?.issues.map((issue) => issue.message);

test.each([
  ['ORD-10001', 'ORD-10001'],
  ['10001', 'ORD-10001'],
  [' 10001 ', 'ORD-10001'],
  ['ord-10001', 'ORD-10001'],
  ['Ord-123456', 'ORD-123456'],
  ['00001', 'ORD-00001'],
  ['ORD 10001', 'ORD-10001'],
  ['ORD10001', 'ORD-10001'],
  ['#10001', 'ORD-10001'],
  ['# 10001', 'ORD-10001'],
  ['#ORD-10001', 'ORD-10001'],
  ['ord #10001', 'ORD-10001'],
  ['ORD – 10001', 'ORD-10001'],
  ['\u202D10001\u202C', 'ORD-10001'],
  ['ORD\u200B-10001', 'ORD-10001'],
  ['\tORD\u00A010001', 'ORD-10001'],
  ['ORD-10001.', 'ORD-10001'],
  ['“ORD-10001”,', 'ORD-10001'],
  ['(#10001)', 'ORD-10001'],
])('%j is read as %s', (text, number) => {
  expect(OrderNumber.parse(text)).toBe(number);
});

test.each(['', '  ', null, undefined, 10_001, ['10001']])('%j is not an order number', (input) => {
  expect(messages(input)).toContain(REQUIRED);
});

test.each([
  '1234',
  'ORD-1234',
  'ORD-1000A',
  '10001 10002',
  'ORD-',
  '１０００１',
  '-10001',
  "10001' OR 1=1",
  '1e5',
])('%j has the wrong format', (text) => {
  expect(messages(text)).toEqual([FORMAT]);
});

test('a number that is far too long is rejected', () => {
  expect(messages('1'.repeat(25))).toContain('Order number is too long');
});

test('normalizing twice changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^#?(ORD)?[ -]?\d{1,9}$/)), (text) => {
      const once = normalizeOrderNumber(text);
      expect(normalizeOrderNumber(once)).toBe(once);
    }),
  );
});
