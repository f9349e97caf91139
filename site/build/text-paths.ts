import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';

const require = createRequire(import.meta.url);

function load(file: string): fontkit.Font {
  const name = `@fontsource/${file}`;
  const font = fontkit.create(readFileSync(require.resolve(name)));
  if (!('layout' in font)) throw new Error(`${name} is a collection of fonts.`);
  return font;
}

const both = (family: string, weight: number): fontkit.Font[] =>
  ['latin', 'latin-ext'].map((part) => load(`${family}/files/${family}-${part}-${weight}-normal.woff`));

/** As on the pages. The first of each that has a character draws it. */
export const FACES = {
  display: both('bricolage-grotesque', 700),
  medium: both('instrument-sans', 500),
  bold: both('instrument-sans', 600),
};
export type Look = { face: keyof typeof FACES; size: number };

/** A text as the path of an SVG, because a server has no fonts of its own. Characters that no font has are left out. */
export function textPath(text: string, { face, size }: Look): { path: string; width: number } {
  let [path, width] = ['', 0];
  for (const { font, part } of partsOf(text, FACES[face])) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(part);
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0 } = positions[index] ?? {};
      // Fonts measure upward, pictures downward.
      path += glyph.path.transform(scale, 0, 0, -scale, width + xOffset * scale, 0).toSVG();
      width += xAdvance * scale;
    }
  }
  return { path, width };
}

function partsOf(text: string, fonts: fontkit.Font[]): { font: fontkit.Font; part: string }[] {
  const parts: { font: fontkit.Font; part: string }[] = [];
  for (const character of text.normalize('NFC')) {
    const font = fonts.find((one) => one.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    const last = parts.at(-1);
    if (font && last?.font === font) last.part += character;
    else if (font) parts.push({ font, part: character });
  }
  return parts;
}

/** The lines of a text in the largest size that fits into the room, and the last one cut if none does. */
export function fit(
  text: string,
  face: Look['face'],
  room: { width: number; height: number },
  [largest, smallest]: readonly [number, number],
): { lines: string[]; size: number } {
  for (let size = largest; ; size -= 2) {
    const lines = linesOf(text, { face, size }, room.width);
    const most = Math.floor(room.height / size);
    const isFitting = lines.every((line) => textPath(line, { face, size }).width <= room.width);
    if (isFitting && lines.length <= most) return { lines, size };
    if (size <= smallest) return { lines: lines.slice(0, most), size };
  }
}

function linesOf(text: string, look: Look, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && textPath(longer, look).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
