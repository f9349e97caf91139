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
