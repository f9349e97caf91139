const short = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const whole = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

const thisYear = new Date().getFullYear();

/**
 * A time in the administrator's time zone. Dates in other years, and days, are shown without the time.
 */
export function Moment({ at, isDay = false }: { at: string; isDay?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} data-tip={whole.format(date)}>
      {(date.getFullYear() === thisYear && !isDay ? short : day).format(date)}
    </time>
  );
}
