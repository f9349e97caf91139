const MAX_LENGTH = 120;
/** Windows gives them to devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A name that is safe on every system and in every header: without a path, and with an extension of what the
 * file is. `extensions` are those of its type, the usual one first.
 */
export function cleanName(given: string, extensions: readonly string[]): string {
  const name = (given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    // Control characters, marks that reverse the direction of text, and what other systems forbid in names.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '-')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  const dot = name.lastIndexOf('.');
  const own = dot > 0 ? name.slice(dot + 1) : '';
  const isFitting = extensions.includes(own.toLowerCase());
  const extension = `.${isFitting ? own : extensions[0]}`;
  const stem = isFitting ? name.slice(0, dot).trimEnd() : name;
  const [first = ''] = stem.split('.');
  const safe = RESERVED.test(first.trim()) ? `_${stem}` : stem || 'file';
  return cut(safe, MAX_LENGTH - extension.length) + extension;
}

/** Not through the middle of a character. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}
