import { expect, test } from 'vitest';
import { asOfLabel } from './offline-label.ts';

/** In whichever zone the test runs. */
const at = (day: number, hours: number, minutes: number) => new Date(2026, 10, day, hours, minutes);

test('data from today shows its time, older data its date', () => {
  expect(asOfLabel(at(21, 10, 12).toISOString(), at(21, 23, 59))).toBe('10:12 AM');
  expect(asOfLabel(at(20, 22, 5).toISOString(), at(21, 0, 1))).toBe('Nov 20, 2026, 10:05 PM');
});
