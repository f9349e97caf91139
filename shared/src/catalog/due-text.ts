const WEEK_MS = 7 * 24 * 60 * 60_000;

/** "Monday 5:00 PM Eastern", or "Monday, December 7, 5:00 PM Eastern" if it is a week or more away. */
export function dueText(time: Date | string, timeZone: string, now: Date): string {
  const due = new Date(time);
  const isNear = Math.abs(due.getTime() - now.getTime()) < WEEK_MS - 24 * 60 * 60_000;
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(due);
  const day = isNear
    ? part({ weekday: 'long' })
    : `${part({ weekday: 'long', month: 'long', day: 'numeric' })},`;
  return `${day} ${part({ hour: 'numeric', minute: '2-digit' })} ${zoneText(due, timeZone)}`;
}

/** "Eastern" for America/New_York. */
export function zoneText(time: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(
    time,
  );
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return timeZone === 'UTC' ? 'UTC' : name.replace(/ Time$/, '');
}
