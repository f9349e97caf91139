import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { outdated } from './make-backup.ts';
import { backupName } from './store.ts';

const at = (time: string) => backupName(new Date(`2026-${time}:00.000Z`), false);

test('the newest backup of each of the last hours and days is kept', () => {
  const names = [
    at('11-18T23:00'),
    at('11-19T22:00'),
    at('11-19T23:00'),
    at('11-21T08:00'),
    at('11-21T09:00'),
    at('11-21T09:30'),
    at('11-21T10:00'),
  ];
  expect(outdated(names, at('11-21T10:00'), { hours: 2, days: 2 })).toEqual([
    at('11-21T09:00'),
    at('11-21T08:00'),
    at('11-19T22:00'),
    at('11-18T23:00'),
  ]);
});

test('a shop that was off for a year keeps its last backups', () => {
  const names = ['01-01T10:00', '01-02T10:00', '12-30T10:00'].map(at);
  expect(outdated(names, at('12-30T10:00'), { hours: 24, days: 30 })).toEqual([]);
});

test('backups of a clock that was ahead are neither deleted nor counted', () => {
  const names = ['11-21T08:00', '11-21T09:00', '11-21T10:00', '12-24T10:00', '12-24T11:00'].map(at);
  expect(outdated(names, at('11-21T10:00'), { hours: 2, days: 1 })).toEqual([at('11-21T08:00')]);
});

test('the newest backup is never deleted, nor more than the settings allow', () => {
  const times = fc.array(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(
      times,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      (dates, hours, days) => {
        const names = [...new Set(dates.map((date) => backupName(date, true)))];
        const newest = names.toSorted().at(-1) ?? '';
        const gone = outdated(names, newest, { hours, days });
        expect(gone).not.toContain(newest);
        const left = names.length - gone.length;
        expect(left).toBeLessThanOrEqual(hours + days);
        expect(left).toBeGreaterThanOrEqual(Math.min(1, names.length));
      },
    ),
  );
});
