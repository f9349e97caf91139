const short = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
/** Charges are due on days in UTC, which customers are told, too. */
const utcDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

const thisYear = new Date().getFullYear();

type MomentProps = {
  at: string | null | undefined;
  /** A day in UTC. */
  isDay?: boolean;
  /** The text before it, such as ", last ". */
  before?: string;
};

/**
 * A time in the administrator's time zone. Dates in other years are shown without the time. Nothing without a time.
 */
export function Moment({ at, isDay = false, before }: MomentProps) {
  if (!at) return null;
  const date = new Date(at);
  return (
    <>
      {before}
      <time dateTime={at} data-tip={whole.format(date)}>
        {(isDay ? utcDay : date.getFullYear() === thisYear ? short : day).format(date)}
      </time>
    </>
  );
}
