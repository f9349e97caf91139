import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode,
  wcagContrast,
  type Oklch,
} from 'culori/fn';
import { SERVICE_IDS, type ServiceId } from '../catalog/ids.ts';
import type { Content } from './field.ts';

useMode(modeRgb);
useMode(modeLrgb);
useMode(modeOklab);
useMode(modeOklch);
const toOklch = converter('oklch');

/** The neutral colors of tokens.css behind text in a service's color: `paper`, `paper-raised`, and `paper-sunk`. */
export const PAPERS = {
  light: ['#fcfaf6', '#ffffff', '#f4f1ec'],
  dark: ['#0a1018', '#131922', '#060a12'],
} as const;

/** WCAG 2.2 AA for text. */
export const MIN_CONTRAST = 4.5;
const STEP = 0.005;

/** A color for text and for buttons, and one for surfaces, as "#rrggbb". */
export type Accent = { accent: string; soft: string };
export type Accents = {
  light: Accent;
  dark: Accent;
  /** What was changed, in words for the owner. Empty if light pages show the color as chosen. */
  adjusted: string;
};

/**
 * The colors that pages show for a chosen "#rrggbb": with its hue, and as light or dark as text in it needs, on every
 * paper and on its own surface, and as the text on a button needs.
 */
export function accentsOf(color: string): Accents {
  const { l = 0, c = 0, h = 0 } = toOklch(color) ?? {};
  const chosen: Oklch = { mode: 'oklch', l, c, h };
  const light = accentOn(
    PAPERS.light,
    { ...chosen, l: Math.min(l, 0.6) },
    softOf(chosen, 0.957, 0.024),
    -STEP,
  );
  const dark = accentOn(
    PAPERS.dark,
    { ...chosen, l: Math.max(l, 0.77), c: Math.min(c, 0.13) },
    softOf(chosen, 0.265, 0.048),
    STEP,
  );
  const isDarker = l - (toOklch(light.accent)?.l ?? l) > 0.01;
  return { light, dark, adjusted: isDarker ? 'Made darker, so that text stays readable.' : '' };
}

const softOf = (color: Oklch, l: number, mostChroma: number): string =>
  hexOf({ ...color, l, c: Math.min(color.c, mostChroma) });

/** Inside what screens show, with the same lightness and hue. */
const hexOf = (color: Oklch): string => formatHex(clampChroma(color, 'oklch'));

function accentOn(papers: readonly string[], start: Oklch, soft: string, step: number): Accent {
  const isReadable = (accent: string) =>
    [...papers, soft].every((paper) => wcagContrast(accent, paper) >= MIN_CONTRAST);
  for (let { l } = start; ; l += step) {
    const accent = hexOf({ ...start, l });
    if (isReadable(accent)) return { accent, soft };
  }
}

/** The colors that the owner chose, by service. */
export const chosenColors = (content: Content): [ServiceId, string][] =>
  SERVICE_IDS.flatMap((id) => {
    const color = content[`color.${id}`];
    return typeof color === 'string' ? [[id, color]] : [];
  });

/** As the build translates `light-dark()` in tokens.css for browsers that lack it. */
const lightDark = (light: string, dark: string): string =>
  `var(--lightningcss-light, ${light}) var(--lightningcss-dark, ${dark})`;

/** The custom properties of tokens.css that change, with their values. */
export function colorTokens(content: Content): Record<string, string> {
  return Object.fromEntries(
    chosenColors(content).flatMap(([id, color]) => {
      const { light, dark } = accentsOf(color);
      return [
        [`--${id}`, lightDark(light.accent, dark.accent)],
        [`--${id}-soft`, lightDark(light.soft, dark.soft)],
      ];
    }),
  );
}
