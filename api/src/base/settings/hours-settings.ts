import * as z from 'zod/mini';
import { textThat } from './variables.ts';
import type { BusinessHours, Period } from '../business-hours.ts';

const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const PERIOD = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;

export const hoursVariables = {
  BUSINESS_TIME_ZONE: z._default(
    textThat(isTimeZone, 'BUSINESS_TIME_ZONE must be a time zone such as America/New_York'),
    'America/New_York',
  ),
  BUSINESS_HOURS: z._default(
    z.string().check(
      z.refine(
        (hours) => hours.split(',').every((period) => PERIOD.test(period.trim())),
        'BUSINESS_HOURS must be times such as 09:00-17:00 or 09:00-12:00, 13:00-17:00',
      ),
      z.refine(
        (hours) => isInOrder(periodsOf(hours)),
        'BUSINESS_HOURS must be in order, each opening time before its closing time',
      ),
    ),
    '09:00-17:00',
  ),
  BUSINESS_DAYS: z._default(
    textThat((days) => daysOf(days) !== null, 'BUSINESS_DAYS must be days such as Mon-Fri or Mon,Wed,Fri'),
    'Mon-Fri',
  ),
  BUSINESS_HOLIDAYS: z._default(
    textThat(
      (holidays) => listOf(holidays).every((holiday) => holiday === 'US' || isDate(holiday)),
      'BUSINESS_HOLIDAYS must be US, none, or dates such as 2026-12-24, separated by commas',
    ),
    'US',
  ),
};

type Given = z.infer<ReturnType<typeof z.object<typeof hoursVariables>>>;

export function hoursSettings(given: Given): BusinessHours {
  return {
    timeZone: given.BUSINESS_TIME_ZONE,
    periods: periodsOf(given.BUSINESS_HOURS),
    days: daysOf(given.BUSINESS_DAYS) ?? [],
    holidays: listOf(given.BUSINESS_HOLIDAYS),
  };
}

/** The same hours as they are written in the settings. */
export const hoursText = ({ timeZone, periods, days, holidays }: BusinessHours) => ({
  timeZone,
  hours: periods.map(({ opensAt, closesAt }) => `${opensAt}-${closesAt}`).join(', '),
  days: [1, 2, 3, 4, 5].join() === days.join() ? 'Mon-Fri' : days.map((day) => DAY_NAMES[day - 1]).join(', '),
  holidays: holidays.join(', ') || 'none',
});

/** "09:00-17:00", "09:00-12:00, 13:00-17:00". */
const periodsOf = (text: string): Period[] =>
  listOf(text).map((period) => {
    const [opensAt = '', closesAt = ''] = period.split('-');
    return { opensAt, closesAt };
  });

const isInOrder = (periods: readonly Period[]) =>
  periods.every(({ opensAt, closesAt }, index) => {
    const before = periods[index - 1]?.closesAt ?? '';
    return before <= opensAt && opensAt < closesAt;
  });

/** "Mon-Fri", "Mon,Wed", "Mon-Thu,Sat", "Sat-Mon". Null if it is something else. */
function daysOf(text: string): number[] | null {
  const days = listOf(text).flatMap((part) => {
    const [first = '', last = first] = part.split('-').map((name) => name.trim());
    const [from, to] = [DAY_NAMES.indexOf(first), DAY_NAMES.indexOf(last)];
    if (from < 0 || to < 0) return [0];
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, day) => ((from + day) % 7) + 1);
  });
  return days.length === 0 || days.includes(0) ? null : [...new Set(days)];
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'none');
}

const isDate = (text: string) => z.iso.date().safeParse(text).success;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
