import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { wcagContrast, clampChroma, converter, formatHex } from 'culori';
import { expect, test } from 'vitest';
import { accentsOf, colorTokens, MIN_CONTRAST, PAPERS } from './colors.ts';
import { entries } from './texts.ts';

const TRANSLATED = /^var\(--lightningcss-light, #[\da-f]{6}\) var\(--lightningcss-dark, #[\da-f]{6}\)$/;
const toOklch = converter('oklch');
const tokens = readFileSync(join(import.meta.dirname, '../ui/tokens.css'), 'utf8');

/** The values of a custom property for light and dark pages, as "#rrggbb". */
function token(name: string): string[] {
  const [, value = ''] = new RegExp(`--${name}: light-dark\\((.*)\\);`).exec(tokens) ?? [];
  return [...value.matchAll(/oklch\([^)]+\)/g)].map(([color]) =>
    formatHex(clampChroma(toOklch(color) ?? { mode: 'oklch', l: 0, c: 0 }, 'oklch')),
  );
}

const hexOf = (number: number) => `#${number.toString(16).padStart(6, '0')}`;
const anyColor = fc.integer({ min: 0, max: 0xffffff }).map(hexOf);
/** Every hue, as strong and as bright as screens show it. */
const hues = Array.from({ length: 360 }, (_, h) =>
  [0.3, 0.5, 0.7, 0.9].map((l) => formatHex(clampChroma({ mode: 'oklch', l, c: 0.4, h }, 'oklch'))),
).flat();

function expectReadable(color: string): void {
  const accents = accentsOf(color);
  for (const scheme of ['light', 'dark'] as const) {
    const { accent, soft } = accents[scheme];
    for (const paper of [...PAPERS[scheme], soft])
      expect(wcagContrast(accent, paper), `${color} on ${paper}`).toBeGreaterThanOrEqual(MIN_CONTRAST);
    // Ordinary text stands on the surface.
    expect(wcagContrast(token('ink')[scheme === 'light' ? 0 : 1] ?? '', soft)).toBeGreaterThanOrEqual(7);
  }
}

test('the papers are those of tokens.css', () => {
  const papers = ['paper', 'paper-raised', 'paper-sunk'].map(token);
  expect(papers.map(([light]) => light)).toEqual(PAPERS.light);
  expect(papers.map(([, dark]) => dark)).toEqual(PAPERS.dark);
});

test('the colors that owners start from are those of tokens.css', () => {
  for (const entry of entries)
    if ('color' in entry) expect(entry.color).toBe(token(entry.key.replace('color.', ''))[0]);
});

test('text in every hue can be read on every paper, in both schemes', () => {
  for (const color of hues) expectReadable(color);
});

test('text in any color can be read, and keeps its hue', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      expectReadable(color);
      const { light, dark } = accentsOf(color);
      for (const accent of [light.accent, dark.accent]) {
        expect(accent).toMatch(/^#[\da-f]{6}$/);
        const [chosen, shown] = [color, accent].map((one) => toOklch(one));
        // Of a color that is nearly gray, rounding moves the hue.
        if (Math.min(chosen?.c ?? 0, shown?.c ?? 0) < 0.04) continue;
        const turn = ((chosen?.h ?? 0) - (shown?.h ?? 0) + 540) % 360;
        expect(Math.abs(turn - 180), `${color} became ${accent}`).toBeLessThan(4);
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['#0961bb', '#0961bb', ''],
  ['#000000', '#000000', ''],
  ['#ffff00', undefined, 'Made darker, so that text stays readable.'],
  ['#ffffff', undefined, 'Made darker, so that text stays readable.'],
])(
  '%s is shown as it is where it can be read, and the owner is told otherwise',
  (color, accent, adjusted) => {
    const shown = accentsOf(color);
    if (accent) expect(shown.light.accent).toBe(accent);
    else expect(shown.light.accent).not.toBe(color);
    expect(shown.adjusted).toBe(adjusted);
  },
);

test('only chosen colors become tokens', () => {
  expect(colorTokens({ 'home.heading': 'x' })).toEqual({});
  expect(colorTokens({ 'color.voice': '#ffff00' })).toEqual({
    '--voice': expect.stringMatching(TRANSLATED),
    '--voice-soft': expect.stringMatching(TRANSLATED),
  });
});
