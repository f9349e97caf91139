const SHOWN = 1_200;
/** Hiding less than this is not worth a button. */
const LEAST_HIDDEN = 300;

/** The beginning of a long text, never half a character; null where the text is short enough to be shown whole. */
export function fold(text: string): string | null {
  if (text.length <= SHOWN + LEAST_HIDDEN) return null;
  const lead = text.charCodeAt(SHOWN - 1);
  const isHalf = lead >= 0xd8_00 && lead <= 0xdb_ff;
  return text.slice(0, isHalf ? SHOWN - 1 : SHOWN);
}
