import { expect, test } from 'vitest';
import { countWords } from './list.ts';

const orders = { one: 'order', many: 'orders' };
const count = (shown: number, total: number, more: Partial<Parameters<typeof countWords>[0]> = {}) =>
  countWords({ shown, total, isTotalExact: true, before: 0, isNewestFirst: true, ...more }, orders);

test('all results', () => {
  expect(count(0, 0)).toBe('0 orders');
  expect(count(1, 1)).toBe('1 order');
  expect(count(3, 3)).toBe('3 orders');
});

test('some of the results', () => {
  expect(count(100, 12_345)).toBe('newest 100 of 12,345 orders');
  expect(count(100, 12_345, { isNewestFirst: false })).toBe('first 100 of 12,345 orders');
  expect(count(100, 12_345, { before: 1_200 })).toBe('orders 1,201-1,300 of 12,345');
  expect(count(45, 245, { before: 200 })).toBe('orders 201-245 of 245');
});

test('more results than are counted', () => {
  expect(count(100, 1_000, { isTotalExact: false })).toBe('newest 100 of more than 1,000 orders');
  expect(count(100, 1_000, { isTotalExact: false, before: 100 })).toBe('orders 101-200 of more than 1,000');
});

test('a page with an unknown position', () => {
  expect(count(100, 12_345, { before: undefined })).toBe('100 of 12,345 orders');
});
