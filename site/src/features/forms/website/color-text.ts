/**
 * The colors are one text, such as "#1f6feb, #ffffff, warm gray". The swatches read and write its hex values.
 */

const HEX = /#[\da-f]{6}\b/gi;
export const MAX_COLORS = 3;

/** At most three, in lower case, in text order. */
export function hexColors(text: string): string[] {
  return (text.match(HEX) ?? []).slice(0, MAX_COLORS).map((color) => color.toLowerCase());
}

/** Replaces the color at `index`, or appends it. */
export function withColor(text: string, index: number, color: string): string {
  if (index >= hexColors(text).length) return joined([...parts(text), color]);
  return replaceAt(text, index, color);
}

export function withoutColor(text: string, index: number): string {
  return joined(parts(replaceAt(text, index, '')));
}

function replaceAt(text: string, index: number, color: string): string {
  let seen = -1;
  return text.replace(HEX, (found) => {
    seen += 1;
    return seen === index ? color : found;
  });
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

const joined = (all: readonly string[]) => all.join(', ');
