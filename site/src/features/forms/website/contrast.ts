const READABLE = 4.5;
const READABLE_WHEN_LARGE = 3;
const PLACES = ['first', 'second', 'third'];

/** The WCAG 2 contrast ratio of two colors such as "#1f6feb", from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** A hint about pairs that are hard to read; empty when there are none. */
export function contrastHint(colors: readonly string[]): string {
  return colors
    .flatMap((color, index) =>
      colors.slice(index + 1).flatMap((ground, offset) => {
        const ratio = contrastRatio(color, ground);
        if (ratio >= READABLE) return [];
        const verdict =
          ratio < READABLE_WHEN_LARGE ? 'would be hard to read' : 'would only work at large sizes';
        return [
          `Text in your ${PLACES[index]} color on your ${PLACES[index + 1 + offset]} color ${verdict}.`,
        ];
      }),
    )
    .join(' ');
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
