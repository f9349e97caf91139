import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { hoursSettings, hoursText, hoursVariables } from './hours-settings.ts';

const Settings = z.object(hoursVariables);
const read = (given: Record<string, string>) => hoursSettings(Settings.parse(given));
const complaintAbout = (given: Record<string, string>) =>
  Settings.safeParse(given).error?.issues.map(({ message }) => message);

test('without settings, the studio works on weekdays in New York', () => {
  expect(read({})).toEqual({
    timeZone: 'America/New_York',
    periods: [{ opensAt: '09:00', closesAt: '17:00' }],
    days: [1, 2, 3, 4, 5],
    holidays: ['US'],
  });
});

test.each([
  ['Mon-Fri', [1, 2, 3, 4, 5]],
  ['Mon, Wed,Fri', [1, 3, 5]],
  ['Tue-Thu,Sat', [2, 3, 4, 6]],
  ['Sat-Mon', [6, 7, 1]],
  ['Sun', [7]],
])('days: %s', (text, days) => {
  expect(read({ BUSINESS_DAYS: text }).days).toEqual(days);
});

test('hours have as many periods as are written, and are written the same way', () => {
  const hours = read({ BUSINESS_HOURS: '09:00-12:00,13:00-17:00, 17:00-18:00' });
  expect(hours.periods).toEqual([
    { opensAt: '09:00', closesAt: '12:00' },
    { opensAt: '13:00', closesAt: '17:00' },
    { opensAt: '17:00', closesAt: '18:00' },
  ]);
  expect(hoursText(hours).hours).toBe('09:00-12:00, 13:00-17:00, 17:00-18:00');
});

test('holidays are federal, own, both, or none', () => {
  expect(read({ BUSINESS_HOLIDAYS: 'US, 2026-12-24' }).holidays).toEqual(['US', '2026-12-24']);
  expect(read({ BUSINESS_HOLIDAYS: 'none' }).holidays).toEqual([]);
});

const TIMES = 'BUSINESS_HOURS must be times such as 09:00-17:00 or 09:00-12:00, 13:00-17:00';
const ORDER = 'BUSINESS_HOURS must be in order, each opening time before its closing time';

test.each([
  [{ BUSINESS_TIME_ZONE: 'Eastern' }, 'BUSINESS_TIME_ZONE must be a time zone such as America/New_York'],
  [{ BUSINESS_HOURS: '9-5' }, TIMES],
  [{ BUSINESS_HOURS: '' }, TIMES],
  [{ BUSINESS_HOURS: '09:00-12:00,' }, TIMES],
  [{ BUSINESS_HOURS: '09:00-12:00 13:00-17:00' }, TIMES],
  [{ BUSINESS_HOURS: '09:00-24:00' }, TIMES],
  [{ BUSINESS_HOURS: '17:00-09:00' }, ORDER],
  [{ BUSINESS_HOURS: '09:00-09:00' }, ORDER],
  [{ BUSINESS_HOURS: '09:00-13:00, 12:00-17:00' }, ORDER],
  [{ BUSINESS_HOURS: '13:00-17:00, 09:00-12:00' }, ORDER],
  [{ BUSINESS_DAYS: 'Monday' }, 'BUSINESS_DAYS must be days such as Mon-Fri or Mon,Wed,Fri'],
  [{ BUSINESS_DAYS: ',' }, 'BUSINESS_DAYS must be days such as Mon-Fri or Mon,Wed,Fri'],
  [
    { BUSINESS_HOLIDAYS: '2026-02-30' },
    'BUSINESS_HOLIDAYS must be US, none, or dates such as 2026-12-24, separated by commas',
  ],
])('%j is refused', (given, complaint) => {
  expect(complaintAbout(given)).toContain(complaint);
});
