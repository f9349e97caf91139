// Draws the site's share pictures (public/og) and icons (public/icons, favicon.ico) from the site's own
// headlines and drawings, so build the site first. Needs chromium. pnpm build && pnpm --filter media pictures
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { findBrowser, launchArguments } from '../../site/e2e/support/find-browser.ts';
import { serveSite } from '../../site/e2e/support/own-server.ts';
import { SHARE_SIZE, sharePath, type SharePicture } from '../../site/src/content/share-pictures.ts';
import { icon, iconFile, icons } from './icons.ts';

const results = fileURLToPath(new URL('../../site/public/', import.meta.url));

/** The page whose headline the picture shows, and the drawing with the page it is taken from. */
const scenes: Record<SharePicture, { path: string; drawing: string; drawnOn: string }> = {
  home: { path: '/', drawing: '.light', drawnOn: '/' },
  website: { path: '/website', drawing: '.tile.browser', drawnOn: '/' },
  voice: { path: '/voice-agent', drawing: '.tile.call', drawnOn: '/' },
  onhold: { path: '/onhold', drawing: '.tile.hold svg', drawnOn: '/' },
  dental: { path: '/dental-practice', drawing: '.tile.call', drawnOn: '/dental-practice' },
};

async function drawShared(page: Page, origin: string, name: SharePicture): Promise<Buffer> {
  const { path, drawing, drawnOn } = scenes[name];
  await page.goto(`${origin}${path}`);
  const heading = await page.locator('h1').innerText();
  const mark = await page
    .locator('.wordmark svg')
    .first()
    .evaluate((svg) => svg.outerHTML);
  await page.goto(`${origin}${drawnOn}`);
  await page.evaluate(
    ({ name, heading, mark, drawing }) => {
      const drawn = document.querySelector(drawing);
      if (!drawn) throw new Error(`There is no ${drawing} to draw.`);
      // The surrounding tile has its colors.
      const tile = drawn.closest('.tile') ?? drawn;
      const service = tile.closest<HTMLElement>('[data-service]')?.dataset['service'];
      document.body.className = `scene ${name}`;
      document.body.innerHTML = `<div class="words"><h1></h1><div class="mark">${mark}</div></div><div class="drawn"></div>`;
      document.querySelector('.scene h1')?.append(heading);
      document.querySelector('.drawn')?.append(tile);
      if (service) document.body.dataset['service'] = service;
    },
    { name, heading, mark, drawing },
  );
  await page.addStyleTag({ path: fileURLToPath(new URL('share-picture.css', import.meta.url)) });
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ type: 'png' });
}

const site = await serveSite();
const browser = await chromium.launch({ executablePath: findBrowser(), args: launchArguments() });
try {
  const page = await browser.newPage({
    viewport: SHARE_SIZE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // The pages' CSP blocks other styles, and the picture needs one more.
    bypassCSP: true,
  });
  await mkdir(join(results, 'og'), { recursive: true });
  for (const name of Object.keys(scenes) as SharePicture[]) {
    const png = await drawShared(page, site.origin, name);
    await writeFile(join(results, sharePath(name)), png);
    console.log(`${sharePath(name)}: ${Math.ceil(png.length / 1024)} KB`);
  }
  await mkdir(join(results, 'icons'), { recursive: true });
  for (const { file, ...look } of icons) await writeFile(join(results, file), await icon(page, look));
  await writeFile(join(results, 'favicon.ico'), iconFile(await icon(page, { pixels: 32 }), 32));
} finally {
  await browser.close();
  await site.stop();
}
