import { expect, test } from 'vitest';
import { createRecentTimes, isWithin } from './rate-limit.ts';

test('a time in the future does not count, because the clock was set back', () => {
  const clock = { now: new Date('2026-11-21T10:00:00Z') };
  const times = createRecentTimes(() => clock.now, { withinMs: 60_000, most: 3 });
  times.add('ada');
  expect(times.of('ada')).toHaveLength(1);
  clock.now = new Date('2026-11-20T10:00:00Z');
  expect(times.of('ada')).toEqual([]);
});

test('a time counts from its own moment to the end of the window', () => {
  expect([0, 999, 1_000, -1].map((age) => isWithin(5_000, 5_000 + age, 1_000))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
