import { HOUR_MS, MINUTE_MS } from './units.ts';

/** Local times, such as "09:00". Closing is later than opening. */
export type Period = { opensAt: string; closesAt: string };

/** When the studio works. */
export type BusinessHours = {
  /** An IANA name, such as "America/New_York". */
  timeZone: string;
  /** The open times of a business day, in order. At least one. Two leave room for a lunch break. */
  periods: readonly Period[];
  /** 1 is Monday, 7 is Sunday. At least one. */
  days: readonly number[];
  /** Dates, such as "2026-12-24", and `US` for every federal holiday on the day it is observed. */
  holidays: readonly string[];
};

/** Milliseconds since 1970. `from` is included. */
type Opening = { from: number; to: number };

/** More days than any shop is closed in a row. */
const MAX_DAYS_CLOSED = 400;

/** The length of one ordinary business day in milliseconds. */
export function businessDayMs({ periods }: BusinessHours): number {
  const lengthOf = ({ opensAt, closesAt }: Period) =>
    Temporal.PlainTime.from(opensAt).until(Temporal.PlainTime.from(closesAt)).total('milliseconds');
  return periods.reduce((sum, period) => sum + lengthOf(period), 0);
}

/** The moment after `durationMs` of open time. Never outside business hours. */
export function addBusinessTime(hours: BusinessHours, start: Date, durationMs: number): Date {
  let left = durationMs;
  for (const { from, to } of openings(hours, start.getTime())) {
    if (left <= to - from) return new Date(from + left);
    left -= to - from;
  }
  throw new Error('The business is never open. Check BUSINESS_DAYS and BUSINESS_HOLIDAYS.');
}

/** The last answer: every order asks for the day. */
let lastDay = { timeZone: '', minute: 0, day: '' };

/** The date in the studio's time zone, such as "2026-12-24". */
export function dayIn({ timeZone }: Pick<BusinessHours, 'timeZone'>, moment: Date): string {
  // Days begin with a minute.
  const minute = Math.floor(moment.getTime() / 60_000);
  if (lastDay.minute !== minute || lastDay.timeZone !== timeZone) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone);
    lastDay = { timeZone, minute, day: zoned.toPlainDate().toString() };
  }
  return lastDay.day;
}

/** The date some days earlier. */
export const daysBefore = (hours: BusinessHours, moment: Date, days: number): string =>
  dateBefore(dayIn(hours, moment), days);

export const dateBefore = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).subtract({ days }).toString();

/** When a day such as "2026-12-24" begins in the studio's time zone. */
export const startOfDay = ({ timeZone }: Pick<BusinessHours, 'timeZone'>, day: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);

/** When a day such as "2026-12-24" ends in the studio's time zone. Where the clocks change at midnight, the next one begins at 1 AM. */
export const endOfDay = (hours: BusinessHours, day: string): Date => startOfDay(hours, dateBefore(day, -1));

/** The open time between two moments in milliseconds. Zero if the second is not later. */
export function businessTimeBetween(hours: BusinessHours, start: Date, end: Date): number {
  let sum = 0;
  for (const { from, to } of openings(hours, start.getTime())) {
    if (from >= end.getTime()) break;
    sum += Math.min(to, end.getTime()) - from;
  }
  return sum;
}

/** "2 hours late", in business time. Null while there is time left. */
export function lateText(hours: BusinessHours, dueAt: Date, now: Date): string | null {
  if (dueAt >= now) return null;
  const ms = businessTimeBetween(hours, dueAt, now);
  const days = Math.floor(ms / businessDayMs(hours));
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} late`;
  const hoursLate = Math.floor(ms / HOUR_MS);
  if (hoursLate > 0) return `${hoursLate} ${hoursLate === 1 ? 'hour' : 'hours'} late`;
  const minutes = Math.floor(ms / MINUTE_MS);
  return minutes > 0 ? `${minutes} min late` : 'Late';
}

/** The opening hours from a moment on, the first one shortened. Ends after `MAX_DAYS_CLOSED` closed days. */
export function* openings(hours: BusinessHours, start: number): Generator<Opening> {
  const zoned = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(hours.timeZone);
  let daysClosed = 0;
  // Where the clocks change, a period can end after the next one begins.
  let earliest = start;
  for (let day = zoned.toPlainDate().since(FIRST_DAY).days; daysClosed < MAX_DAYS_CLOSED; day += 1) {
    daysClosed += 1;
    for (const opening of openingsOn(hours, day)) {
      const from = Math.max(opening.from, earliest);
      if (from > opening.to) continue;
      daysClosed = 0;
      earliest = opening.to;
      yield { from, to: opening.to };
    }
  }
}

const FIRST_DAY = Temporal.PlainDate.from('1970-01-01');
/** By hours and day. A list asks for the same days with each of its late rows, and finding out takes long. */
const known = new WeakMap<BusinessHours, Map<number, Opening[]>>();

/** `day` counts from `FIRST_DAY`. */
function openingsOn(hours: BusinessHours, day: number): Opening[] {
  const days = known.get(hours) ?? new Map<number, Opening[]>();
  known.set(hours, days);
  const found = days.get(day) ?? findOpenings(hours, FIRST_DAY.add({ days: day }));
  days.set(day, found);
  return found;
}

function findOpenings(hours: BusinessHours, date: Temporal.PlainDate): Opening[] {
  if (!isBusinessDay(hours, date) || holidayOn(hours, date)) return [];
  // Where the clocks change, a time that does not exist becomes the next one that does.
  const at = (time: string) =>
    date.toZonedDateTime({ timeZone: hours.timeZone, plainTime: time }).epochMilliseconds;
  return hours.periods.map(({ opensAt, closesAt }) => ({ from: at(opensAt), to: at(closesAt) }));
}

const isBusinessDay = ({ days }: BusinessHours, date: Temporal.PlainDate) => days.includes(date.dayOfWeek);

/** The name of the holiday; undefined on other days. */
function holidayOn({ holidays }: BusinessHours, date: Temporal.PlainDate): string | undefined {
  const federal = holidays.includes('US') ? federalHoliday(date) : undefined;
  return federal ?? (holidays.includes(date.toString()) ? 'Your own date' : undefined);
}

/** The business days of the next 12 months that are holidays, with their names. */
export function closedDays(hours: BusinessHours, now: Date): { day: string; name: string }[] {
  const today = Temporal.PlainDate.from(dayIn(hours, now));
  return Array.from({ length: 365 }, (_, days) => today.add({ days })).flatMap((date) => {
    const name = isBusinessDay(hours, date) && holidayOn(hours, date);
    return name ? [{ day: date.toString(), name }] : [];
  });
}

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
function federalHoliday(date: Temporal.PlainDate): string | undefined {
  const { month, day, dayOfWeek } = date;
  const byWeek = BY_WEEK.get(`${month}-${Math.ceil(day / 7)}-${dayOfWeek}`);
  if (month === 5 && dayOfWeek === MONDAY && day > 24) return 'Memorial Day';
  const observed =
    (dayOfWeek === FRIDAY && fixedOn(date.add({ days: 1 }))) ||
    (dayOfWeek === MONDAY && fixedOn(date.subtract({ days: 1 })));
  return fixedOn(date) ?? byWeek ?? (observed ? `${observed} (observed)` : undefined);
}

const fixedOn = ({ month, day }: Temporal.PlainDate) => FIXED.get(`${month}-${day}`);
