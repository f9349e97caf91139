import { useContext, useSyncExternalStore } from 'react';
import { dueText } from '../../catalog/due-text.ts';
import { StudioZone } from '../base/admin-context.ts';

type Formats = Record<'day' | 'time' | 'weekday' | 'short' | 'whole', Intl.DateTimeFormat>;
const formats = new Map<string, Formats>();

/** Created once per time zone, because creating a format takes longer than using it. */
function formatsIn(timeZone: string): Formats {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  const created = {
    day: format({ dateStyle: 'medium' }),
    time: format({ hour: 'numeric', minute: '2-digit' }),
    weekday: format({ weekday: 'short' }),
    short: format({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
    whole: format({ dateStyle: 'full', timeStyle: 'long' }),
  };
  formats.set(timeZone, created);
  return created;
}

const thisYear = new Date().getFullYear();

type MomentProps = {
  at: string | null | undefined;
  /** A day of the books, which has no time. */
  isDay?: boolean;
  /** The text before it, such as ", last ". */
  before?: string;
};

/** A time in the studio's time zone. Dates in other years are shown without the time. Renders nothing without a time. */
export function Moment({ at, isDay = false, before }: MomentProps) {
  const { whole, short, day } = formatsIn(useContext(StudioZone));
  if (!at) return null;
  const date = new Date(at);
  return (
    <>
      {before && <span>{before}</span>}
      <time dateTime={at} data-tip={whole.format(date)}>
        {(isDay || date.getFullYear() !== thisYear ? day : short).format(date)}
      </time>
    </>
  );
}

/** The day that a document has, such as "2026-11-24", wherever the studio is today. */
export const WrittenDay = ({ day }: { day: string }) =>
  // A response that was kept offline by an older version has none.
  day ? <time dateTime={day}>{formatsIn('UTC').day.format(new Date(day))}</time> : null;

/** The small line above what somebody did or wrote. */
export const MomentBy = ({ at, by }: { at: string; by: string | null }) => (
  <p className="admin-small">
    <Moment at={at} />
    {by && (
      <>
        {' '}
        <span>·</span> <bdi>{by}</bdi>
      </>
    )}
  </p>
);

/** The date in a time zone, such as "2026-12-24". */
export const dayIn = (timeZone: string, time: Date): string => time.toLocaleDateString('en-CA', { timeZone });

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UNITS = [
  { ms: DAY_MS, one: '1 day', many: 'days' },
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

const everyMinute = (callback: () => void) => {
  const timer = setInterval(callback, MINUTE_MS);
  return () => clearInterval(timer);
};

const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** "Today 5:00 PM", "Tomorrow 9:30 AM", "Wed 5:00 PM", or "Dec 7, 2026" if it is further away. */
export function dueWords(at: string, timeZone: string, now: Date): string {
  const { day, time, weekday } = formatsIn(timeZone);
  const due = new Date(at);
  const days = Array.from({ length: 6 }, (_, index) => new Date(now.getTime() + index * DAY_MS));
  const index = days.findIndex((date) => day.format(date) === day.format(due));
  if (index === -1) return day.format(due);
  const name = index === 0 ? 'Today' : index === 1 ? 'Tomorrow' : weekday.format(due);
  return `${name} ${time.format(due)}`;
}

type DueProps = {
  at: string | null | undefined;
  /** How late it is, such as "2 hours late". Null if it is not late; undefined if the server did not say. */
  late?: string | null | undefined;
  /** It follows other words: "deliver · due today 5:00 PM". */
  isInSentence?: boolean;
};

/** When a promise is due, or how late it is. The whole time is in the tooltip. Updates while the page is open. */
export function Due({ at, late, isInSentence = false }: DueProps) {
  const timeZone = useContext(StudioZone);
  const now = new Date(useSyncExternalStore(everyMinute, thisMinute));
  if (!at) return null;
  const isLate = new Date(at) < now;
  const words = late ?? (isLate ? 'Late' : dueWords(at, timeZone, now));
  const inSentence = isLate ? words.replace('Late', 'late') : `due ${words.replace(/^To/, 'to')}`;
  return (
    <time
      className="due one-line"
      dateTime={at}
      data-late={isLate || undefined}
      data-tip={`Due ${dueText(at, timeZone, now)}`}
    >
      {isInSentence ? inSentence : words}
    </time>
  );
}
