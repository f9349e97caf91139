import { expect, it } from 'vitest';
import { hexColors, withColor, withoutColor } from './color-text.ts';

it('reads at most three colors out of the words', () => {
  expect(hexColors('#1F6FEB, white, #ffffff; #000000 and #123456')).toEqual([
    '#1f6feb',
    '#ffffff',
    '#000000',
  ]);
  expect(hexColors('#12345 #1234567 no')).toEqual([]);
});

it.each([
  ['', 0, '#111111'],
  ['warm grey', 0, 'warm grey, #111111'],
  ['#ffffff, grey', 0, '#111111, grey'],
  ['#ffffff, grey', 1, '#ffffff, grey, #111111'],
  ['#ffffff,#eeeeee', 1, '#ffffff,#111111'],
])('puts a color into %j at %d', (text, index, changed) =>
  expect(withColor(text, index, '#111111')).toBe(changed),
);

it.each([
  ['#ffffff', 0, ''],
  ['#ffffff, grey, #eeeeee', 0, 'grey, #eeeeee'],
  ['#ffffff, grey, #eeeeee', 1, '#ffffff, grey'],
])('takes a color out of %j at %d', (text, index, changed) =>
  expect(withoutColor(text, index)).toBe(changed),
);
