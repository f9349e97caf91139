import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { accentsOf, chosenColors } from '@northlight/shared/content/colors.ts';
import { ownFile } from '../src/content/media.ts';
import { cropped } from './crop-picture.ts';
import { siteSettings } from './site-settings.ts';

/** Systems that mask icons need a full background. The drawn panes stand well inside. */
const FILES = [
  { path: 'icons/icon-192.png', pixels: 192 },
  { path: 'icons/icon-512.png', pixels: 512 },
  { path: 'icons/maskable-512.png', pixels: 512, isMasked: true },
  { path: 'icons/apple-touch-icon.png', pixels: 180, isMasked: true },
] as const;

/** The colors of the panes in favicon.svg. */
const PANES = { website: '#7fb4ff', voice: '#f59a78', onhold: '#6cd1a9' };
const GROUND = '#0d141f';

/** Every icon file by its path, from the owner's icon, or from favicon.svg in the owner's colors. */
export async function iconFiles(): Promise<[string, Buffer][]> {
  const own = ownFile('icon');
  const svg = own ? framed(await (await cropped(own, 128, 128)).png().toBuffer()) : await drawn();
  const source = own ? await (await cropped(own, 512, 512)).png().toBuffer() : Buffer.from(svg);
  const background = own ? '#ffffff' : GROUND;
  const icon = async (pixels: number, isMasked = false) => {
    const inner = Math.round(isMasked && !own ? pixels * 0.8 : pixels);
    const picture = await sharp(source, { density: 1_200 }).resize(inner, inner).png().toBuffer();
    if (!isMasked) return picture;
    const full = { width: pixels, height: pixels, channels: 3 as const, background };
    return sharp({ create: full })
      .composite([{ input: picture }])
      .png()
      .toBuffer();
  };
  const files = FILES.map(async ({ path, pixels, ...rest }): Promise<[string, Buffer]> => [
    path,
    await icon(pixels, 'isMasked' in rest),
  ]);
  return [
    ...(await Promise.all(files)),
    ['favicon.ico', iconFile(await icon(32), 32)],
    ['favicon.svg', Buffer.from(svg)],
  ];
}

async function drawn(): Promise<string> {
  let svg = await readFile('public/favicon.svg', 'utf8');
  for (const [id, color] of chosenColors(siteSettings.content))
    svg = svg.replace(PANES[id], accentsOf(color).dark.accent);
  return svg;
}

const framed = (png: Buffer): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><image width="32" height="32" href="data:image/png;base64,${png.toString('base64')}"/></svg>\n`;

/**
 * An .ico file with one PNG inside, which every browser can read: a 6-byte header, a 16-byte entry, and the
 * picture.
 */
function iconFile(png: Buffer, pixels: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(pixels, 6);
  header.writeUInt8(pixels, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
