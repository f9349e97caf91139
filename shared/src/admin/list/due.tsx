import { useSyncExternalStore } from 'react';
import { dueText } from '../../catalog/due-text.ts';
import { ageWords } from './age-words.ts';

/** "2 hours late". Empty while there is time left. `now` is in milliseconds. */
const lateWords = (dueAt: string, now: number): string =>
  now > Date.parse(dueAt) ? `${ageWords(dueAt, now)} late` : '';

const everyMinute = (callback: () => void) => {
  const timer = setInterval(callback, 60_000);
  return () => clearInterval(timer);
};
const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Without a time zone, the time is in the administrator's own. */
type DueProps = { at: string; timeZone?: string };

/** When a promise is due, and how late it is. Stays right while the page is open. */
export function Due({ at, timeZone = ownTimeZone }: DueProps) {
  const text = useSyncExternalStore(everyMinute, () => dueText(at, timeZone, new Date()));
  const late = useSyncExternalStore(everyMinute, () => lateWords(at, Date.now()));
  return (
    <span className="due">
      <time dateTime={at}>Due {text}</time>
      {late && <strong className="due-late">{late}</strong>}
    </span>
  );
}
