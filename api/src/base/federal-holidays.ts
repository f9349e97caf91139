import type { Temporal } from 'temporal-polyfill';

/** Month and day: New Year's Day, Juneteenth, Independence Day, Veterans Day, Christmas Day. */
const FIXED = new Set(['1-1', '6-19', '7-4', '11-11', '12-25']);
/** Month, week and weekday: Martin Luther King Jr., Washington, Labor, Columbus, Thanksgiving. */
const BY_WEEK = new Set(['1-3-1', '2-3-1', '9-1-1', '10-2-1', '11-4-4']);
const MONDAY = 1;
const FRIDAY = 5;

/** Whether US federal offices are closed. A holiday on a weekend is observed on its Friday or Monday. */
export function isFederalHoliday(date: Temporal.PlainDate): boolean {
  const { month, day, dayOfWeek } = date;
  const isMemorialDay = month === 5 && dayOfWeek === MONDAY && day > 24;
  return (
    isMemorialDay ||
    isFixed(date) ||
    (dayOfWeek === FRIDAY && isFixed(date.add({ days: 1 }))) ||
    (dayOfWeek === MONDAY && isFixed(date.subtract({ days: 1 }))) ||
    BY_WEEK.has(`${month}-${Math.ceil(day / 7)}-${dayOfWeek}`)
  );
}

const isFixed = ({ month, day }: Temporal.PlainDate) => FIXED.has(`${month}-${day}`);
