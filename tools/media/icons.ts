// The icons, all drawn from the site's favicon.svg.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';

type Look = {
  pixels: number;
  /** Systems that mask icons need a full-bleed background and a mark well inside. */
  isFullBleed?: boolean;
};

export const icons: readonly (Look & { file: string })[] = [
  { file: 'icons/icon-192.png', pixels: 192 },
  { file: 'icons/icon-512.png', pixels: 512 },
  { file: 'icons/maskable-512.png', pixels: 512, isFullBleed: true },
  { file: 'icons/apple-touch-icon.png', pixels: 180, isFullBleed: true },
];

const ground = '#0d141f';

export async function icon(page: Page, { pixels, isFullBleed = false }: Look): Promise<Buffer> {
  const svg = await readFile(new URL('../../site/public/favicon.svg', import.meta.url), 'utf8');
  const size = isFullBleed ? '80%' : '100%';
  await page.setViewportSize({ width: pixels, height: pixels });
  await page.setContent(
    `<style>html{background:${isFullBleed ? ground : 'none'}}body{margin:0;display:grid;place-items:center;height:100vh}svg{width:${size}}</style>${svg}`,
  );
  return page.screenshot({ type: 'png', omitBackground: true });
}

/**
 * An .ico file with one PNG inside, which every browser can read: a 6-byte header, a 16-byte entry, and the
 * picture.
 */
export function iconFile(png: Buffer, pixels: number): Buffer {
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
