import { dayIn, type BusinessHours } from '../../base/business-hours.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAME = String.raw`(${MONTHS.join('|')})[a-z]*\.?`;
const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?`;
const TIME = String.raw`(?:(?:,?\s+(?:at\s+)?|T)(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2})?(?:\.\d+)?\s*(?<half>[ap]\.?m\.?)?\s*(?<zone>.*))?`;
/** Each with the places of year, month, and day. The month comes first between slashes. */
const SHAPES = (
  [
    [String.raw`(\d{4})[-/](\d{1,2})[-/](\d{1,2})`, [1, 2, 3]],
    [String.raw`((?:19|20)\d{2})(\d{2})(\d{2})`, [1, 2, 3]],
    [String.raw`(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})`, [3, 1, 2]],
    [String.raw`${NAME}[\s-]+(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4})`, [3, 1, 2]],
    [String.raw`(\d{1,2})(?:st|nd|rd|th)?[\s-]+${NAME}[\s,-]+(\d{4}|\d{2})`, [3, 2, 1]],
  ] as const
).map(([shape, places]) => ({ pattern: new RegExp(`^${WEEKDAY}${shape}${TIME}$`, 'i'), places }));

const two = (text: string): string => text.padStart(2, '0');

/**
 * "2024-03-05" for a date as other systems write it. A time with its zone is a day in the studio's zone. A column with "UTC" in
 * its name has that zone. Anything else stays as it is.
 */
export function readDay(typed: string, isUtc: boolean, hours: BusinessHours): string {
  for (const { pattern, places } of SHAPES) {
    const found = pattern.exec(typed);
    if (!found) continue;
    const [year = '', month = '', date = ''] = places.map((place) => found[place] ?? '');
    const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    const century = year.length > 2 ? '' : year < '80' ? '20' : '19';
    const day = `${century}${year}-${two(named ? String(named) : month)}-${two(date)}`;
    const { hour, minute = '', half, zone = '' } = found.groups ?? {};
    const offset = isUtc && !zone ? 'Z' : offsetOf(zone);
    if (hour === undefined || offset === undefined) return day;
    const inDay = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour);
    const time = new Date(`${day}T${two(String(inDay))}:${minute}:00${offset}`);
    return Number.isNaN(time.getTime()) ? typed : dayIn(hours, time);
  }
  return typed;
}

/** "Z" and "+0530" are zones. By a name such as "EST", the day is as written. */
function offsetOf(zone: string): string | undefined {
  if (/^(?:z|utc|gmt)$/i.test(zone)) return 'Z';
  const [, hours, minutes = '00'] = /^(?:utc|gmt)?([+-]\d{2}):?(\d{2})?$/i.exec(zone) ?? [];
  return hours && `${hours}:${minutes}`;
}
