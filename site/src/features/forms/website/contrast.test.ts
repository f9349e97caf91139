import { expect, it } from 'vitest';
import { contrastHint, contrastRatio } from './contrast.ts';

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
])('of %s on %s is %d', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1);
  expect(contrastRatio(other, one)).toBe(contrastRatio(one, other));
});

it('is silent about pairs that read well, and about one color', () => {
  expect(contrastHint(['#000000', '#ffffff'])).toBe('');
  expect(contrastHint(['#000000'])).toBe('');
});

it('says which pair is poor, in plain words', () => {
  expect(contrastHint(['#1f6feb', '#2f7ffb'])).toBe(
    'Text in your first color on your second color would be hard to read.',
  );
  expect(contrastHint(['#000000', '#ffffff', '#ff0000'])).toBe(
    'Text in your second color on your third color would only work at large sizes.',
  );
});
