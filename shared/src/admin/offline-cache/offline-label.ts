const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** "10:12 AM", and with its day when that was not today. */
export function asOfLabel(asOf: string, now = new Date()): string {
  const then = new Date(asOf);
  return (then.toDateString() === now.toDateString() ? time : dayAndTime).format(then);
}
