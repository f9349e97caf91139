/** Reserved names on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Returns a file name without folders that is valid on every system. */
export function safeFileName(name: string): string {
  const clean = name
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '-')
    .replace(/^[.\s-]+/, '')
    .slice(0, 150)
    .replace(/[.\s]+$/, '');
  if (!clean) return 'northlight.txt';
  return RESERVED.test(clean) ? `_${clean}` : clean;
}

/** The name in a Content-Disposition header. */
export function namedIn(disposition: string | null): string {
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'northlight.csv';
}

/** Replaces any extensions with .csv. */
export const asCsv = (name: string): string => `${name.replace(/(?:\.[\w-]{1,8})+$/, '')}.csv`;
