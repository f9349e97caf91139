import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addBusinessTime,
  businessDayMs,
  businessTimeBetween,
  endOfDay,
  type BusinessHours,
} from './business-hours.ts';
import { HOUR_MS } from './units.ts';

const STUDIO: BusinessHours = {
  timeZone: 'America/New_York',
  periods: [{ opensAt: '09:00', closesAt: '17:00' }],
  days: [1, 2, 3, 4, 5],
  holidays: ['US'],
};
const DAY = businessDayMs(STUDIO);

/** A local time, such as "2026-11-20T14:30", as the moment in the studio's time zone. */
const local = (text: string, { timeZone } = STUDIO) =>
  new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds);
const shown = (moment: Date, { timeZone } = STUDIO) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

test.each([
  ['during the day, it is the same time on the next business day', '2026-11-17T14:30', '2026-11-18T14:30'],
  ['in the evening, the next business day counts in full', '2026-11-17T19:00', '2026-11-18T17:00'],
  ['before opening, this day counts in full', '2026-11-17T06:00', '2026-11-17T17:00'],
  ['on Friday afternoon, it is Monday afternoon', '2026-11-20T16:00', '2026-11-23T16:00'],
  ['at the weekend, it is the end of Monday', '2026-11-21T12:00', '2026-11-23T17:00'],
  ['Thanksgiving Day does not count', '2026-11-25T15:00', '2026-11-27T15:00'],
  ['a holiday on a Saturday is observed on Friday', '2026-07-02T12:00', '2026-07-06T12:00'],
  ['the clocks change at the weekend, the time of day stays', '2026-10-30T11:00', '2026-11-02T11:00'],
])('one business day from now: %s', (_name, start, due) => {
  expect(shown(addBusinessTime(STUDIO, local(start), DAY))).toBe(due);
});

test.each([
  ['America/Santiago', '2027-09-05', '2027-09-06T03:00:00Z'],
  ['America/Havana', '2027-03-14', '2027-03-15T04:00:00Z'],
  ['Africa/Cairo', '2027-04-30', '2027-04-30T21:00:00Z'],
  ['Asia/Beirut', '2027-03-28', '2027-03-28T21:00:00Z'],
  ['America/New_York', '2026-11-01', '2026-11-02T05:00:00Z'],
  ['America/New_York', '2026-11-21', '2026-11-22T05:00:00Z'],
  ['Asia/Kathmandu', '2026-12-31', '2026-12-31T18:15:00Z'],
])('in %s, %s ends when the next day begins', (timeZone, day, end) => {
  expect(endOfDay({ ...STUDIO, timeZone }, day)).toEqual(new Date(end));
});

test('a lunch break does not count, and a due time never falls into it', () => {
  const periods = [
    { opensAt: '09:00', closesAt: '12:00' },
    { opensAt: '13:00', closesAt: '17:00' },
  ];
  const hours = { ...STUDIO, periods };
  expect(businessDayMs(hours)).toBe(7 * HOUR_MS);
  const due = (start: string, hoursOpen: number) =>
    shown(addBusinessTime(hours, local(start), hoursOpen * HOUR_MS));
  expect(due('2026-11-17T11:00', 1)).toBe('2026-11-17T12:00');
  expect(due('2026-11-17T11:00', 2)).toBe('2026-11-17T14:00');
  expect(due('2026-11-17T12:30', 0)).toBe('2026-11-17T13:00');
  expect(due('2026-11-17T14:30', 7)).toBe('2026-11-18T14:30');
  expect(businessTimeBetween(hours, local('2026-11-17T11:00'), local('2026-11-17T14:00'))).toBe(2 * HOUR_MS);
});

test('an hour that two periods share where the clocks change counts once', () => {
  const periods = [
    { opensAt: '01:00', closesAt: '02:30' },
    { opensAt: '03:00', closesAt: '05:00' },
  ];
  const hours = { ...STUDIO, periods, days: [7] };
  // 02:30 does not exist that day, and becomes 03:30.
  expect(businessTimeBetween(hours, local('2026-03-08T00:00'), local('2026-03-08T12:00'))).toBe(3 * HOUR_MS);
});

test('own holidays count besides or instead of the federal ones', () => {
  const hours = { ...STUDIO, holidays: ['2026-11-18'] };
  expect(shown(addBusinessTime(hours, local('2026-11-17T15:00'), DAY))).toBe('2026-11-19T15:00');
  expect(shown(addBusinessTime(hours, local('2026-11-25T15:00'), DAY))).toBe('2026-11-26T15:00');
});

test('every federal holiday of 2027 and 2028 is known', () => {
  const closed = (year: number) => {
    const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(year, 0, 1 + day)));
    const hours = { ...STUDIO, timeZone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7] };
    const isClosed = (day: Date) =>
      businessTimeBetween(hours, day, new Date(day.getTime() + 24 * HOUR_MS)) === 0;
    return days
      .filter((day) => day.getUTCFullYear() === year && isClosed(day))
      .map((day) => day.toISOString().slice(5, 10));
  };
  // From opm.gov, with the weekend days themselves.
  expect(closed(2027)).toEqual(
    '01-01 01-18 02-15 05-31 06-18 06-19 07-04 07-05 09-06 10-11 11-11 11-25 12-24 12-25 12-31'.split(' '),
  );
  expect(closed(2028)).toEqual(
    '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-11 11-23 12-25'.split(' '),
  );
});

const ZONES = [
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Pacific/Apia',
  'UTC',
];
const aMoment = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2028-01-01'),
  noInvalidDate: true,
});
const aDuration = fc.integer({ min: 0, max: 40 * HOUR_MS });
const someHours: fc.Arbitrary<BusinessHours> = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  // Some of them include the hour in which the clocks change, and some have breaks.
  periods: fc
    .uniqueArray(
      fc.constantFrom('00:00', '01:30', '02:15', '02:45', '03:10', '09:00', '13:30', '17:00', '23:59'),
      {
        minLength: 2,
        maxLength: 7,
      },
    )
    .map((times) => times.toSorted())
    .map((times) =>
      times.flatMap((opensAt, index) => {
        const closesAt = times[index + 1];
        return index % 2 === 0 && closesAt ? [{ opensAt, closesAt }] : [];
      }),
    ),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  holidays: fc.constantFrom([], ['US'], ['2026-03-08', '2026-11-01'], ['US', '2027-02-01']),
});

const isOpen = (hours: BusinessHours, moment: Date) => {
  // A closing time is the last moment of a day, so the time before it counts.
  const near = (from: number, to: number) =>
    businessTimeBetween(hours, new Date(moment.getTime() + from), new Date(moment.getTime() + to)) > 0;
  return near(-1, 0) || near(0, 1);
};

test('nothing is due outside business hours', () => {
  fc.assert(
    fc.property(someHours, aMoment, aDuration, (hours, start, duration) => {
      const due = addBusinessTime(hours, start, duration);
      expect(due.getTime()).toBeGreaterThanOrEqual(start.getTime() + duration);
      expect(isOpen(hours, due)).toBe(true);
    }),
  );
});

test('starting later never makes it due earlier, and neither does taking longer', () => {
  fc.assert(
    fc.property(someHours, aMoment, aMoment, aDuration, aDuration, (hours, one, other, short, long) => {
      const starts = [one, other].toSorted((a, b) => a.getTime() - b.getTime());
      const durations = [short, long].toSorted((a, b) => a - b);
      const due = (start: number, duration: number) =>
        addBusinessTime(hours, starts[start] ?? one, durations[duration] ?? short).getTime();
      expect(due(0, 0)).toBeLessThanOrEqual(due(1, 0));
      expect(due(0, 0)).toBeLessThanOrEqual(due(0, 1));
    }),
  );
});

test('adding time and measuring it agree, so a pause loses nothing and gives nothing away', () => {
  fc.assert(
    fc.property(
      someHours,
      aMoment,
      aDuration,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (hours, start, duration, part) => {
        const due = addBusinessTime(hours, start, duration);
        expect(businessTimeBetween(hours, start, due)).toBe(duration);
        // Paused and resumed in the same moment.
        const paused = new Date(Math.round(start.getTime() + (due.getTime() - start.getTime()) * part));
        const left = businessTimeBetween(hours, paused, due);
        if (left > 0) expect(addBusinessTime(hours, paused, left)).toEqual(due);
      },
    ),
  );
});

test('a business that never opens is reported', () => {
  const hours = { ...STUDIO, days: [] };
  expect(() => addBusinessTime(hours, new Date(), DAY)).toThrow('never open');
});
