import { useContext, useSyncExternalStore } from 'react';
import { dueText } from '../../catalog/due-text.ts';
import { StudioZone } from '../base/admin-context.ts';

const short = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const studioDays = new Map<string, Intl.DateTimeFormat>();
function studioDay(timeZone: string): Intl.DateTimeFormat {
  const format =
    studioDays.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  studioDays.set(timeZone, format);
  return format;
}
const whole = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

const thisYear = new Date().getFullYear();

type MomentProps = {
  at: string | null | undefined;
  /** A day of the books: in the studio's time zone, as customers see it. */
  isDay?: boolean;
  /** The text before it, such as ", last ". */
  before?: string;
};

/**
 * A time in the administrator's time zone. Dates in other years are shown without the time. Renders nothing without a time.
 */
export function Moment({ at, isDay = false, before }: MomentProps) {
  const timeZone = useContext(StudioZone);
  if (!at) return null;
  const date = new Date(at);
  return (
    <>
      {before}
      <time dateTime={at} data-tip={whole.format(date)}>
        {(isDay ? studioDay(timeZone) : date.getFullYear() === thisYear ? short : day).format(date)}
      </time>
    </>
  );
}

const MINUTE_MS = 60_000;
const UNITS = [
  { ms: 24 * 60 * MINUTE_MS, one: '1 day', many: 'days' },
  { ms: 60 * MINUTE_MS, one: '1 hour', many: 'hours' },
  { ms: MINUTE_MS, one: '1 minute', many: 'minutes' },
];

/** "2 days", "1 hour", "less than a minute". Whole units, rounded down. `now` is in milliseconds. */
export function ageWords(since: string, now: number): string {
  const age = now - Date.parse(since);
  const unit = UNITS.find(({ ms }) => age >= ms);
  if (!unit) return 'less than a minute';
  const count = Math.floor(age / unit.ms);
  return count === 1 ? unit.one : `${count} ${unit.many}`;
}

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

/** When a promise is due, and how late it is. Updates while the page is open. */
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
