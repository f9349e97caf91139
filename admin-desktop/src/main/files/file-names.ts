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
  const [, encoded = ''] = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '') ?? [];
  if (encoded) return decoded(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'northlight.csv';
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Replaces any extensions with this one, such as "csv". */
export const withExtension = (name: string, extension: string): string =>
  `${name.replace(/(?:\.[\w-]{1,8})+$/, '')}.${extension}`;
