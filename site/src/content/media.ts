import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { MEDIUM_TYPES, mediumOf, type Medium, type MediumValue } from '@northlight/shared/content/field.ts';
import { fillText } from '@northlight/shared/content/facts.ts';
import { entries } from '@northlight/shared/content/texts.ts';
import { siteSettings } from '../../build/site-settings.ts';
import { facts } from './texts.ts';

const media = new Map(entries.flatMap((entry) => ('medium' in entry ? [[entry.key, entry] as const] : [])));

/** A file on disk, and its path on the site. */
export type SiteFile = { file: string; path: string };
/** A file that the owner chose. */
export type OwnFile = SiteFile & { medium: Medium; value: MediumValue };

/** A file of the code. The site is always built from its own folder. */
export const publicFile = (path: string): SiteFile => ({ file: `public${path}`, path });

/** The owner's file for a key of `shared/src/content`. Undefined where the page shows the code's. */
export function ownFile(key: string): OwnFile | undefined {
  const medium = media.get(key);
  if (!medium) throw new Error(`There is no medium ${key}. The media are in shared/src/content.`);
  const value = mediumOf(siteSettings.content, key);
  if (!value) return undefined;
  const [hash = ''] = value.file.split('.');
  const file = join(siteSettings.mediaFolder, hash.slice(0, 2), hash);
  return { medium, value, file, path: assetPath(key, value, MEDIUM_TYPES[medium.medium]) };
}

/** Named after its content, as browsers keep what is in this folder for good. */
const assetPath = (key: string, value: object, extension: string): string => {
  const hash = createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 10);
  return `/assets/${key.replaceAll('.', '-')}.${hash}.${extension}`;
};

/** How many pixels the two copies of a picture have for each of the page, and the most bytes that each may have. */
const COPIES = [
  { scale: 1, most: 60_000 },
  { scale: 1.75, most: 130_000 },
] as const;

export type Copy = { path: string; width: number; height: number; most: number };

/** The copies of a picture that the build makes, the smallest first. */
export function copiesOf({ medium: { key, size = [1, 1] }, value }: OwnFile): Copy[] {
  return COPIES.map(({ scale, most }) => {
    const [width = 1, height = 1] = size.map((pixels) => Math.round(pixels * scale));
    return { path: assetPath(key, { ...value, width, height }, 'webp'), width, height, most };
  });
}

/** Its words, with their placeholders filled. Empty for decoration. */
export const wordsOf = ({ value }: OwnFile): string => fillText(value.words ?? '', facts);
