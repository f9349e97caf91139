import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { unpackWoff } from './unpack-woff.ts';

export type Face = 'text' | 'bold' | 'display';
/** Part of a line that one font can draw. */
export type Run = { font: string; text: string };
type Font = { name: string; data: Buffer; characters: Set<number> };

const require = createRequire(import.meta.url);

/** Each font file has only some characters. The first one that has a character draws it. */
const FILES: Record<Face, string[]> = {
  text: [...subsets('instrument-sans', 400), ...noto(400)],
  bold: [...subsets('instrument-sans', 600), ...noto(600)],
  display: [...subsets('bricolage-grotesque', 600), ...noto(600)],
};
/** In the place of a character that no font has. */
const UNKNOWN = '\uFFFD';

function subsets(family: string, weight: number, names = ['latin', 'latin-ext']): string[] {
  return names.map((name) => `@fontsource/${family}/files/${family}-${name}-${weight}-normal.woff`);
}

function noto(weight: number): string[] {
  return subsets('noto-sans', weight, ['vietnamese', 'cyrillic', 'greek', 'latin', 'latin-ext']);
}

let loaded: Record<Face, Font[]> | undefined;

/** Read at the first PDF, and kept: 1 MB. */
export function loadFonts(): Record<Face, Font[]> {
  loaded ??= { text: FILES.text.map(load), bold: FILES.bold.map(load), display: FILES.display.map(load) };
  return loaded;
}

function load(file: string): Font {
  const data = unpackWoff(readFileSync(require.resolve(file)));
  const font = fontkit.create(data);
  if (!('characterSet' in font)) throw new Error(`${file} is a collection of fonts.`);
  return { name: file, data, characters: new Set(font.characterSet) };
}

/** Splits a text by font. Characters that change the direction or do not print are left out. */
export function runsOf(text: string, face: Face): Run[] {
  const fonts = loadFonts()[face];
  const runs: Run[] = [];
  for (const given of text.normalize('NFC').replaceAll(/[\p{Cf}\p{Cs}\p{Variation_Selector}]/gu, '')) {
    const character = /\p{Cc}|\s/u.test(given) ? ' ' : given;
    const has = ({ characters }: Font) => characters.has(character.codePointAt(0) ?? 0);
    const known = fonts.find(has);
    const font = known ?? fonts.find(({ characters }) => characters.has(UNKNOWN.codePointAt(0) ?? 0));
    const drawn = known ? character : UNKNOWN;
    const last = runs.at(-1);
    if (last && last.font === font?.name) last.text += drawn;
    else if (font) runs.push({ font: font.name, text: drawn });
  }
  return runs;
}
