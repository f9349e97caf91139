/**
 * A process of its own: makes a small picture of an image. Takes the file, and where the preview goes; for a picture of
 * the pages, also its longest side, and the width and height that it must have. Fails for what is broken or huge.
 */
import { renameSync } from 'node:fs';
import sharp from 'sharp';

const LONGEST_SIDE = 480;
/** Its copies on the pages are made from it. */
const QUALITY = { preview: 80, original: 95 };
/** More than phones take. A picture in memory has four bytes for each. */
const MAX_PIXELS = 50_000_000;

const [, , file = '', target = '', side, minWidth = 1, minHeight = 1] = process.argv;
sharp.cache(false);
sharp.concurrency(1);
// Backups leave out files with this ending.
const part = `${target}.part`;
const picture = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
const { width, height } = (await picture.metadata()).autoOrient;
if (width < Number(minWidth) || height < Number(minHeight)) {
  console.error(
    `This picture has ${width} by ${height} pixels. Please choose one with at least ${minWidth} by ${minHeight}.`,
  );
  process.exit(1);
}
const longestSide = Number(side ?? LONGEST_SIDE);
await picture
  .autoOrient()
  .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
  .webp({ quality: side ? QUALITY.original : QUALITY.preview })
  .toFile(part);
renameSync(part, target);
