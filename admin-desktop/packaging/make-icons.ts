/**
 * Draws the app's icons from the site's favicon: packaging/icons for the packages, and resources for the
 * window and the tray. Needs Chromium.
 *
 *   CHROMIUM_PATH=/usr/bin/chromium pnpm --filter @northlight/admin-desktop icons
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium, type Page } from 'playwright';
import { icnsFile, icoFile, type Picture } from './icon-files.ts';

const SIGN = new URL('../../site/public/favicon.svg', import.meta.url);
const ICONS = new URL('icons/', import.meta.url);
const RESOURCES = new URL('../resources/', import.meta.url);

/** macOS icons have a margin on all sides. */
const MAC_SHARE = 824 / 1024;

const sign = await readFile(SIGN, 'utf8');
/** Only the strokes, in black. macOS recolors them. */
const strokes = sign.replace(/<rect[^>]*>/, '').replaceAll(/fill="#[\da-f]+"/g, 'fill="#000"');

async function draw(page: Page, svg: string, pixels: number, share = 1): Promise<Picture> {
  await page.setViewportSize({ width: pixels, height: pixels });
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh}svg{width:${share * 100}%}</style>${svg}`,
  );
  return { pixels, png: await page.screenshot({ type: 'png', omitBackground: true }) };
}

async function drawAll(page: Page, sizes: readonly number[], share?: number): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const pixels of sizes) pictures.push(await draw(page, sign, pixels, share));
  return pictures;
}

const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  await mkdir(new URL('linux/', ICONS), { recursive: true });
  await mkdir(RESOURCES, { recursive: true });
  for (const { pixels, png } of await drawAll(page, [16, 32, 48, 64, 128, 256, 512]))
    await writeFile(new URL(`linux/${pixels}x${pixels}.png`, ICONS), png);
  await writeFile(new URL('icon.ico', ICONS), icoFile(await drawAll(page, [16, 24, 32, 48, 64, 128, 256])));
  await writeFile(
    new URL('icon.icns', ICONS),
    icnsFile(await drawAll(page, [32, 64, 128, 256, 512, 1024], MAC_SHARE)),
  );
  await writeFile(new URL('icon.png', RESOURCES), (await draw(page, sign, 256)).png);
  await writeFile(new URL('tray.png', RESOURCES), (await draw(page, sign, 32)).png);
  await writeFile(new URL('tray-mac.png', RESOURCES), (await draw(page, strokes, 36)).png);
} finally {
  await browser.close();
}
