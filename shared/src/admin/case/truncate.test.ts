import { expect, test } from 'vitest';
import { fold } from './truncate.ts';

test('a one-page text is not shortened', () => {
  expect(fold('')).toBeNull();
  expect(fold('x'.repeat(1_500))).toBeNull();
});

test('a longer text is shortened', () => {
  expect(fold('x'.repeat(1_501))).toBe('x'.repeat(1_200));
  expect(fold('x'.repeat(100_000))).toHaveLength(1_200);
});

test('no character is split', () => {
  const text = `x${'😀'.repeat(1_000)}`;
  expect(fold(text)?.isWellFormed()).toBe(true);
  expect(fold(text)).toHaveLength(1_199);
});
