import type { Price } from './price.ts';

/** "December 21, 2026". Pass the studio's time zone: an order in its evening is of the next day in UTC. */
export const dayText = (time: Date | string, timeZone: string): string =>
  new Date(time).toLocaleDateString('en-US', { dateStyle: 'long', timeZone });

type Period = NonNullable<Price['recurringPeriod']>;

/**
 * The time `count` periods after `start`: the same day and time in UTC, or the last day of a shorter month.
 * Always counted from `start`, so January 31 leads to February 28 and then to March 31.
 */
export function addPeriods(start: Date, period: Period, count: number): Date {
  const months = period === 'year' ? count * 12 : count;
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return moved;
}

/** The first time after `after` that is a whole number of periods from `start`. */
export function nextPeriod(start: Date, period: Period, after: Date): Date {
  const months =
    (after.getUTCFullYear() - start.getUTCFullYear()) * 12 + after.getUTCMonth() - start.getUTCMonth();
  let count = Math.max(1, Math.floor(period === 'year' ? months / 12 : months));
  while (addPeriods(start, period, count) <= after) count += 1;
  return addPeriods(start, period, count);
}
