import { expect, test } from 'vitest';
import { contradictionOf } from './conflicting-filters.ts';

const TODAY = '2026-11-21';

test.each([
  [{}, null],
  [{ from: '2026-11-01', to: '2026-11-01' }, null],
  [{ from: TODAY }, null],
  [{ from: '2026-11-02', to: '2026-11-01' }, '“From” is after “To”, so no dates match.'],
  [{ from: '2026-11-22' }, '“From” is in the future.'],
])('%j', (search, words) => {
  expect(contradictionOf(search, TODAY)).toBe(words);
});
