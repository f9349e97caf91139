const SHOWN = 1_200;
/** Shorter remainders are not hidden. */
const LEAST_HIDDEN = 300;

/**
 * The beginning of a long text, without splitting a surrogate pair. Null if the text is short enough to show
 * in full.
 */
export function fold(text: string): string | null {
  if (text.length <= SHOWN + LEAST_HIDDEN) return null;
  const lead = text.charCodeAt(SHOWN - 1);
  const isHalf = lead >= 0xd8_00 && lead <= 0xdb_ff;
  return text.slice(0, isHalf ? SHOWN - 1 : SHOWN);
}
