/** "Saved at 2:02 PM" in the visitor's own format, with the date if it was not today. */
export function savedWords(savedAt: number, now: number, locale?: string): string {
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(savedAt);
  if (new Date(savedAt).toDateString() === new Date(now).toDateString()) return `Saved at ${time}`;
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }).format(savedAt);
  return `Saved on ${day} at ${time}`;
}
