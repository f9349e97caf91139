import { expect, test } from 'vitest';
import { truncate } from './long-text.tsx';

test('a one-page text is not shortened', () => {
  expect(truncate('')).toBeNull();
  expect(truncate('x'.repeat(1_500))).toBeNull();
});

test('a longer text is shortened', () => {
  expect(truncate('x'.repeat(1_501))).toBe('x'.repeat(1_200));
  expect(truncate('x'.repeat(100_000))).toHaveLength(1_200);
});

test('no character is split', () => {
  const text = `x${'😀'.repeat(1_000)}`;
  expect(truncate(text)?.isWellFormed()).toBe(true);
  expect(truncate(text)).toHaveLength(1_199);
});
