/** "Eastern Time". Empty for a name that is not one of a time zone. */
export function zoneName(timeZone: string): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' });
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}

/** First for their names: more than 20 zones are called Central Time. */
const US_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** The zone of a city ("Chicago") or of a name ("Central"), or what was typed if there is none. */
export function zoneFor(typed: string): string {
  const zones = Intl.supportedValuesOf('timeZone');
  if (zones.includes(typed)) return typed;
  const words = typed.trim().toLowerCase();
  const isMeant = (zone: string) => {
    const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
    return [zone, city, zoneName(zone), zoneName(zone).replace(/( Standard)? Time$/, '')].some(
      (name) => name.toLowerCase() === words,
    );
  };
  return [...US_ZONES, ...zones].find(isMeant) ?? typed;
}

/** All time zones, those of the United States first and by name. */
export function zoneChoices(): Record<string, string> {
  const all = Object.keys(
    Object.fromEntries(
      [...US_ZONES, ...Intl.supportedValuesOf('timeZone'), 'UTC'].map((zone) => [zone, zone]),
    ),
  );
  return Object.fromEntries(
    all.map((zone) => [zone, US_ZONES.includes(zone) ? `${zoneName(zone)} (${zone})` : zone]),
  );
}

/** The browser's time zone, if it knows where it is. */
export const ownZone = (): string | undefined => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && zoneName(zone) && !/^(?:Etc\/|UTC$|GMT)/.test(zone) ? zone : undefined;
};
