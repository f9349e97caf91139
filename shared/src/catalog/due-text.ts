const DAY_MS = 24 * 60 * 60_000;

/** How many days ahead a weekday alone says which day is meant. */
const NEAR_DAYS = 6;

/**
 * When something is or was due: "today, 5:00 PM Eastern", "tomorrow, 9:30 AM Eastern", or "Monday 5:00 PM Eastern" in the
 * days after. Any other day has its date, such as "Monday, December 7, 5:00 PM Eastern", because a weekday alone is
 * never read as one that is over.
 */
export function dueText(time: Date | string, timeZone: string, now: Date): string {
  const due = new Date(time);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(due);
  // Sweden writes 2026-11-24.
  const [from, to] = [now, due].map((at) => at.toLocaleDateString('sv-SE', { timeZone })) as [string, string];
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const year = to.slice(0, 4) === from.slice(0, 4) ? {} : { year: 'numeric' as const };
  const near = days === 0 ? 'today,' : days === 1 ? 'tomorrow,' : part({ weekday: 'long' });
  const day =
    days >= 0 && days < NEAR_DAYS
      ? near
      : `${part({ weekday: 'long', month: 'long', day: 'numeric', ...year })},`;
  return `${day} ${part({ hour: 'numeric', minute: '2-digit' })} ${zoneText(due, timeZone)}`;
}

/** The same after "was due": "on Tuesday, November 24, 10:15 AM Eastern", or "today, 10:15 AM Eastern". */
export const wasDueText = (time: Date | string, timeZone: string, now: Date): string =>
  dueText(time, timeZone, now).replace(/^(?!today)/, 'on ');

/** "Eastern" for America/New_York. */
export function zoneText(time: Date, timeZone: string): string {
  if (timeZone === 'UTC') return timeZone;
  // "11/24/2026, Eastern Time"
  const words = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).format(time);
  return words.replaceAll(/^[^,]*, | Time$/g, '');
}
