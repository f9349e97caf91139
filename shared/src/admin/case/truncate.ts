const MAX_LENGTH = 1_200;
/** Shorter remainders are not hidden. */
const MIN_HIDDEN = 300;

/**
 * The beginning of a long text, without splitting a surrogate pair. Null if the text is short enough to show
 * in full.
 */
export function truncate(text: string): string | null {
  if (text.length <= MAX_LENGTH + MIN_HIDDEN) return null;
  const lead = text.charCodeAt(MAX_LENGTH - 1);
  const isHalf = lead >= 0xd8_00 && lead <= 0xdb_ff;
  return text.slice(0, isHalf ? MAX_LENGTH - 1 : MAX_LENGTH);
}
