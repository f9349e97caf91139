/** Of Windows, whatever follows their dot. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A name without a folder, and one that every system takes. */
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

/** Whatever its name says it is. */
export const asCsv = (name: string): string => `${name.replace(/(?:\.[\w-]{1,8})+$/, '')}.csv`;
