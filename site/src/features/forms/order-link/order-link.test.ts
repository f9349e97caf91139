import { expect, it } from 'vitest';
import { readOrderLink } from './order-link.ts';

it('reads the order and its key', () => {
  expect(readOrderLink('?order=ORD-10001&key=a%2Bb')).toEqual({ order: 'ORD-10001', key: 'a+b' });
});

it('takes no more of a number than a number can have', () => {
  expect(readOrderLink(`?order=${'9'.repeat(500)}`).order).toHaveLength(24);
});

it('is empty without either', () => expect(readOrderLink('')).toEqual({ order: '', key: '' }));
