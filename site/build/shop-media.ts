import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import sharp, { type Sharp } from 'sharp';
import { entries } from '@northlight/shared/content/texts.ts';
import { copiesOf, ownFile, type OwnFile } from '../src/content/media.ts';
import { sharePath } from '../src/content/share-pictures.ts';
import { shareDrawings } from './draw-share-pictures.ts';
import { cropped } from './crop-picture.ts';
import { iconFiles } from './icons.ts';

/** With how much blur, the best first. The last ones make any picture light. */
const QUALITIES = [[80], [65], [50], [35], [20], [20, 2], [20, 6]] as const;

/** After the build: adds the owner's files, the icons, and the pictures beside shared links. */
export function shopMedia(): AstroIntegration {
  return {
    name: 'shop-media',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        for (const { key, medium } of entries.filter((entry) => 'medium' in entry)) {
          const own = ownFile(key);
          if (!own || key === 'icon') continue;
          if (medium === 'picture') await writeCopies(root, own);
          else await copyFile(own.file, join(root, own.path));
        }
        for (const folder of ['icons', 'og']) await mkdir(join(root, folder), { recursive: true });
        for (const [path, file] of await iconFiles()) await writeFile(join(root, path), file);
        const page = (path: string) => readFile(join(root, path), 'utf8');
        for (const { name, svg } of await shareDrawings(page))
          await sharp(Buffer.from(svg))
            .png({ palette: true })
            .toFile(join(root, sharePath(name)));
      },
    },
  };
}

async function writeCopies(root: string, own: OwnFile): Promise<void> {
  for (const { path, width, height, most } of copiesOf(own)) {
    const copy = own.medium.isWhole
      ? sharp(own.file).resize(width, height, { fit: 'inside', withoutEnlargement: true })
      : await cropped(own, width, height);
    await writeFile(join(root, path), await smallEnough(copy, most));
  }
}

/** In the best quality that is light enough. A picture of nothing but details becomes softer. */
async function smallEnough(picture: Sharp, most: number): Promise<Buffer> {
  let file = Buffer.alloc(0);
  for (const [quality, blur] of QUALITIES) {
    file = await (blur ? picture.clone().blur(blur) : picture.clone()).webp({ quality }).toBuffer();
    if (file.length <= most) break;
  }
  return file;
}
