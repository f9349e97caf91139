/**
 * A process of its own: makes a small picture of an image. Takes the file, and where the preview goes. Fails for
 * what is broken or huge.
 */
import { renameSync } from 'node:fs';
import sharp from 'sharp';

const LONGEST_SIDE = 480;
/** More than phones take. A picture in memory has four bytes for each. */
const MAX_PIXELS = 50_000_000;

const [, , file = '', target = ''] = process.argv;
sharp.cache(false);
sharp.concurrency(1);
// Backups leave out files with this ending.
const part = `${target}.part`;
await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
  .autoOrient()
  .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
  .webp()
  .toFile(part);
renameSync(part, target);
