import { expect, test } from 'vitest';
import { dueText } from './due-text.ts';

const NOW = new Date('2026-11-20T15:00:00Z');

test.each([
  ['2026-11-23T22:00:00Z', 'America/New_York', 'Monday 5:00 PM Eastern'],
  ['2026-12-07T22:00:00Z', 'America/New_York', 'Monday, December 7, 5:00 PM Eastern'],
  ['2026-11-23T22:00:00Z', 'America/Los_Angeles', 'Monday 2:00 PM Pacific'],
  ['2026-11-23T22:00:00Z', 'UTC', 'Monday 10:00 PM UTC'],
  ['2026-11-23T22:00:00Z', 'Europe/Berlin', 'Monday 11:00 PM Central European'],
])('%s in %s is %s', (time, zone, text) => {
  expect(dueText(time, zone, NOW).replaceAll('\u202f', ' ')).toBe(text);
});
