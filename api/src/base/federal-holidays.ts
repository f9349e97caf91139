import type { Temporal } from 'temporal-polyfill';

/** By month and day. */
const FIXED = new Map([
  ['1-1', 'New Year’s Day'],
  ['6-19', 'Juneteenth'],
  ['7-4', 'Independence Day'],
  ['11-11', 'Veterans Day'],
  ['12-25', 'Christmas Day'],
]);
/** By month, week and weekday. */
const BY_WEEK = new Map([
  ['1-3-1', 'Martin Luther King Jr. Day'],
  ['2-3-1', 'Presidents’ Day'],
  ['9-1-1', 'Labor Day'],
  ['10-2-1', 'Columbus Day'],
  ['11-4-4', 'Thanksgiving Day'],
]);
const MONDAY = 1;
const FRIDAY = 5;

/**
 * The name of the holiday on which US federal offices are closed; undefined on other days. A holiday on a weekend is
 * observed on its Friday or Monday.
 */
export function federalHoliday(date: Temporal.PlainDate): string | undefined {
  const { month, day, dayOfWeek } = date;
  const byWeek = BY_WEEK.get(`${month}-${Math.ceil(day / 7)}-${dayOfWeek}`);
  if (month === 5 && dayOfWeek === MONDAY && day > 24) return 'Memorial Day';
  const observed =
    (dayOfWeek === FRIDAY && fixedOn(date.add({ days: 1 }))) ||
    (dayOfWeek === MONDAY && fixedOn(date.subtract({ days: 1 })));
  return fixedOn(date) ?? byWeek ?? (observed ? `${observed} (observed)` : undefined);
}

const fixedOn = ({ month, day }: Temporal.PlainDate) => FIXED.get(`${month}-${day}`);
