import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { sample } from '../../../api/test/fixtures/long.ts';
import { builtSite } from '../support/built-site.ts';
import { expect, test } from '../support/shop.ts';

/** Every page of the shop that stays open and has text. Pages with a second address have the same text there. */
const PAGES = readdirSync(builtSite)
  .filter((file) => file.endsWith('.html') && !/^admin|thank-you|promo-player|recurring-payment/.test(file))
  .map((file) => ({ file, path: `/${file.replace(/(index)?\.html$/, '')}` }))
  .filter(({ file, path }) =>
    new RegExp(`<link rel="canonical" href="https?://[^/"]+${path}"`).test(
      readFileSync(join(builtSite, file), 'utf8'),
    ),
  )
  .map(({ path }) => path);
const SOME = sample(PAGES, 3);

const areShown = (page: Page) => page.evaluate(() => document.documentElement.dataset['fonts'] === '');

/** Where the lines on the screen begin. */
const linesOf = (page: Page) =>
  page.evaluate(() => {
    const tops: number[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const { top, bottom } of range.getClientRects())
        if (bottom > 0 && bottom < innerHeight) tops.push(Math.round((top + bottom) / 2));
    }
    return tops;
  });

/** Until a page's script has added what it adds. */
async function settled(page: Page): Promise<void> {
  let last = '';
  await expect
    .poll(
      async () => {
        const previous = last;
        last = await page.locator('body').innerText();
        return last === previous;
      },
      { intervals: [100, 200] },
    )
    .toBe(true);
}

test(
  'fonts are requested after the first paint, and move no text when they arrive late',
  { tag: '@phone' },
  async ({ page }) => {
    let arrival = Promise.resolve();
    await page.route('**/*.woff2', async (route) => {
      await arrival;
      await route.continue();
    });
    const shown: string[] = [];
    for (const path of SOME) {
      const { promise, resolve } = Promise.withResolvers<void>();
      arrival = promise;
      const request = page.waitForRequest('**/*.woff2');
      await page.goto(path);
      await request;
      expect(await page.evaluate(() => performance.getEntriesByType('paint').length), path).toBeGreaterThan(
        0,
      );
      expect(await areShown(page), path).toBe(false);
      await settled(page);
      const before = await linesOf(page);
      resolve();
      await page.evaluate(async () => {
        await document.fonts.ready;
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      });
      const after = await linesOf(page);
      expect(after.length, path).toBe(before.length);
      const moved = after.filter((line, index) => Math.abs(line - (before[index] ?? 0)) > 1);
      expect(moved, path).toEqual([]);
      if (await areShown(page)) shown.push(path);
    }
    expect(shown.length).toBeGreaterThan(SOME.length / 2);
  },
);

test('fonts wait for the next page if a box in the middle of a row would grow @long', async ({ page }) => {
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const box = '<div id="row"><p id="box">Hello</p></div>';
    await route.fulfill({ response, body: (await response.text()).replace('<main', `${box}<main`) });
  });
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`#row { display: grid; align-items: center; block-size: 9rem }
      #box { block-size: 2rem } [data-fonts] #box { block-size: 6rem }`);
    document.adoptedStyleSheets = [sheet];
  });
  await page.goto('/');
  await page.evaluate(() =>
    Promise.all(['Instrument Sans', 'Bricolage Grotesque'].map((name) => document.fonts.load(`1em ${name}`))),
  );
  await settled(page);
  expect(await areShown(page)).toBe(false);
});

test('visitors who come from another page see the fonts in the first paint @long', async ({ page }) => {
  await page.goto('/');
  await expect.poll(() => areShown(page)).toBe(true);
  await page.getByRole('link', { name: 'Dental practices' }).first().click();
  await expect(page).toHaveURL(/dental/);
  await expect.poll(() => areShown(page)).toBe(true);
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries()[0]?.startTime ?? 0);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  const fonts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime),
  );
  expect(fonts).toHaveLength(2);
  expect(Math.max(...fonts)).toBeLessThan(paint);
});
