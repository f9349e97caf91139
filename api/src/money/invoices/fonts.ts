import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { inflateSync } from 'node:zlib';

export type Face = 'text' | 'bold' | 'display';
/** Part of a line that one font can draw. */
export type Run = { font: string; text: string };
type Font = { name: string; parsed: fontkit.Font; characters: Set<number> };

const require = createRequire(import.meta.url);

/** Each font file has only some characters. The first one that has a character draws it. */
const FILES: Record<Face, string[]> = {
  text: [...subsets('instrument-sans', 400), ...noto(400)],
  bold: [...subsets('instrument-sans', 600), ...noto(600)],
  display: [...subsets('bricolage-grotesque', 600), ...noto(600)],
};
/** In the place of a letter that no font has. Symbols, such as emoji, are left out. */
const UNKNOWN = '\uFFFD';
/** Letters on which fontkit can't place marks: it throws. In the site's typefaces, found by trying all pairs. */
const MARKED = /(?<=[\u00BC-\u00BE\u012E\u012F\u0132\u0133])\p{M}+/gu;
/** Of each font. Most texts of a document are in the next one, too. */
const KEPT_LAYOUTS = 500;
const LONGEST_KEPT = 60;

function subsets(family: string, weight: number, names = ['latin', 'latin-ext']): string[] {
  return names.map((name) => `@fontsource/${family}/files/${family}-${name}-${weight}-normal.woff`);
}

function noto(weight: number): string[] {
  return subsets('noto-sans', weight, ['vietnamese', 'cyrillic', 'greek', 'latin', 'latin-ext']);
}

let loaded: Record<Face, Font[]> | undefined;

/** Read and parsed at the first PDF, and kept: parsing them again took most of each PDF's time. */
export function loadFonts(): Record<Face, Font[]> {
  loaded ??= { text: FILES.text.map(load), bold: FILES.bold.map(load), display: FILES.display.map(load) };
  return loaded;
}

function load(file: string): Font {
  const data = unpackWoff(readFileSync(require.resolve(file)));
  const font = fontkit.create(data);
  if (!('characterSet' in font)) throw new Error(`${file} is a collection of fonts.`);
  return { name: file, parsed: rememberLayouts(font), characters: new Set(font.characterSet) };
}

/** pdfkit lays out each text four times, always with the same features, and changes the positions that it gets. */
function rememberLayouts(font: fontkit.Font): fontkit.Font {
  const known = new Map<string, fontkit.GlyphRun>();
  const layout = (text: string, features?: string[]): fontkit.GlyphRun => {
    const run = known.get(text) ?? font.layout(text, features);
    if (text.length > LONGEST_KEPT) return run;
    if (known.size >= KEPT_LAYOUTS) known.clear();
    known.set(text, run);
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions });
  };
  return Object.assign(Object.create(font), { layout });
}

/** Splits a text by font. Characters that change the direction or do not print are left out. */
export function runsOf(text: string, face: Face): Run[] {
  const fonts = loadFonts()[face];
  const runs: Run[] = [];
  const printed = text
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Variation_Selector}]/gu, '')
    .replaceAll(MARKED, '');
  for (const given of printed) {
    const character = /\p{Cc}|\s/u.test(given) ? ' ' : given;
    const has = ({ characters }: Font) => characters.has(character.codePointAt(0) ?? 0);
    const known = fonts.find(has);
    if (!known && !/[\p{L}\p{N}]/u.test(character)) continue;
    const font = known ?? fonts.find(({ characters }) => characters.has(UNKNOWN.codePointAt(0) ?? 0));
    const drawn = known ? character : UNKNOWN;
    const last = runs.at(-1);
    if (last && last.font === font?.name) last.text += drawn;
    else if (font) runs.push({ font: font.name, text: drawn });
  }
  return runs;
}

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const TTF_HEADER = 12;
const TTF_ENTRY = 16;

/**
 * The TrueType font within a WOFF file (https://www.w3.org/TR/WOFF/). fontkit can read WOFF, but unpacks it in
 * JavaScript for every document, which took 200 of 230 ms.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(TTF_HEADER + count * TTF_ENTRY);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let at = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = WOFF_HEADER + index * WOFF_ENTRY;
    const [offset, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place));
    const data = woff.subarray(offset, Number(offset) + Number(packed));
    const table = packed === length ? data : inflateSync(data);
    const target = TTF_HEADER + index * TTF_ENTRY;
    // The tag and the checksum.
    woff.copy(head, target, entry, entry + 4);
    woff.copy(head, target + 4, entry + 16, entry + 20);
    head.writeUInt32BE(at, target + 8);
    head.writeUInt32BE(table.length, target + 12);
    const padding = Buffer.alloc(-table.length & 3);
    tables.push(table, padding);
    at += table.length + padding.length;
  }
  return Buffer.concat([head, ...tables]);
}
