import { expect, test } from 'vitest';
import { dueText, wasDueText } from './due-text.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const plain = (text: string) => text.replaceAll('\u202f', ' ');

test.each([
  ['2026-11-20T22:00:00Z', 'America/New_York', 'today, 5:00 PM Eastern'],
  ['2026-11-21T22:00:00Z', 'America/New_York', 'tomorrow, 5:00 PM Eastern'],
  ['2026-11-23T22:00:00Z', 'America/New_York', 'Monday 5:00 PM Eastern'],
  ['2026-11-26T22:00:00Z', 'America/New_York', 'Thursday, November 26, 5:00 PM Eastern'],
  ['2026-12-07T22:00:00Z', 'America/New_York', 'Monday, December 7, 5:00 PM Eastern'],
  ['2027-01-04T22:00:00Z', 'America/New_York', 'Monday, January 4, 2027, 5:00 PM Eastern'],
  ['2026-11-17T15:15:00Z', 'America/New_York', 'Tuesday, November 17, 10:15 AM Eastern'],
  ['2026-11-19T15:15:00Z', 'America/New_York', 'Thursday, November 19, 10:15 AM Eastern'],
  ['2026-11-20T14:15:00Z', 'America/New_York', 'today, 9:15 AM Eastern'],
  ['2026-11-23T22:00:00Z', 'America/Los_Angeles', 'Monday 2:00 PM Pacific'],
  ['2026-11-23T22:00:00Z', 'UTC', 'Monday 10:00 PM UTC'],
  ['2026-11-23T22:00:00Z', 'Europe/Berlin', 'Monday 11:00 PM Central European'],
])('%s in %s is %s', (time, zone, text) => {
  expect(plain(dueText(time, zone, NOW))).toBe(text);
});

test('what is over has a date, except today', () => {
  const words = (time: string) => plain(wasDueText(time, 'America/New_York', NOW));
  expect(words('2026-11-17T15:15:00Z')).toBe('on Tuesday, November 17, 10:15 AM Eastern');
  expect(words('2026-11-20T14:15:00Z')).toBe('today, 9:15 AM Eastern');
});

const HOUR_MS = 60 * 60_000;

/** The calendar day of a moment, computed another way: by its parts. */
function dayIn(time: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(time);
  const [year = 0, month = 0, day = 0] = (['year', 'month', 'day'] as const).map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  );
  return Math.round(Date.UTC(year, month - 1, day) / (24 * HOUR_MS));
}

test.each(['America/New_York', 'America/Phoenix', 'Australia/Lord_Howe', 'Pacific/Auckland', 'UTC'])(
  'in %s, whatever the clock shows, the words say the day that is meant',
  (zone) => {
    const due = new Date('2026-11-01T05:45:00Z');
    // Over both ends of daylight saving time, and past the end of a year.
    for (let hour = -24 * 70; hour <= 24 * 70; hour += 7) {
      const now = new Date(due.getTime() + hour * HOUR_MS + 1_234);
      const words = dueText(due, zone, now);
      const days = dayIn(due, zone) - dayIn(now, zone);
      const weekday = due.toLocaleDateString('en-US', { weekday: 'long', timeZone: zone });
      const date = due.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: zone });
      expect([words, words.startsWith('today, ')]).toEqual([words, days === 0]);
      expect([words, words.startsWith('tomorrow, ')]).toEqual([words, days === 1]);
      expect([words, words.includes(date)]).toEqual([words, days < 0 || days > 5]);
      expect([words, words.includes(weekday)]).toEqual([words, days < 0 || days > 1]);
    }
  },
);
