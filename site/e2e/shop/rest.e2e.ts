import { sample } from '../../../api/test/fixtures/long.ts';
import { PUBLIC_PAGES } from '../support/public-pages.ts';
import { openView } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import type { Page } from 'playwright/test';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Moves everything that moves in view into view, and waits until it rests. */
async function comesToRest(page: Page, what: string): Promise<void> {
  for (const tile of await page.locator('.tile').all()) {
    await tile.scrollIntoViewIfNeeded();
    await expect(tile, what).toHaveClass(/ moves/);
    const ends = await tile.evaluate((element) =>
      element
        .getAnimations({ subtree: true })
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
    );
    expect(ends.length, what).toBeGreaterThan(0);
    expect(Math.max(...ends), what).toBeLessThanOrEqual(5_000);
  }
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length),
    )
    .toBe(0);
}

/** How often the browser works on the page while nothing happens on it. */
async function workIn(page: Page, ms: number): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const counts = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await counts();
  await page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), ms);
  const after = await counts();
  await session.detach();
  const made = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  return { layouts: made('LayoutCount'), styles: made('RecalcStyleCount') };
}

test('every public page rests within five seconds, and then does nothing', async ({ page }) => {
  for (const path of sample(PUBLIC_PAGES, 8)) {
    await page.goto(path, { waitUntil: 'load' });
    await comesToRest(page, path);
    // What arrives late, such as fonts, is drawn once.
    await expect.poll(() => workIn(page, 1_000), path).toEqual({ layouts: 0, styles: 0 });
  }
});

test('what moves stops outside of view, and moves again when it is seen', async ({ page }) => {
  await page.goto('/');
  const tile = page.locator('.tile').first();
  await tile.scrollIntoViewIfNeeded();
  await expect(tile).toHaveClass(/ moves/);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(tile).not.toHaveClass(/ moves/);
  await tile.scrollIntoViewIfNeeded();
  await expect(tile).toHaveClass(/ moves/);
});

test('the dashboard rests, too @long', async ({ page }) => {
  await openView(page, '#/');
  for (const view of ['#/', '#/orders', '#/recurring', '#/quotes', '#/books', '#/settings']) {
    await page.goto(`/admin-dashboard${view}`);
    await expect(page.locator('.admin-wait, .list-skeleton, [aria-busy="true"]')).toHaveCount(0);
    await comesToRest(page, view);
    await expect.poll(() => workIn(page, 1_000), view).toEqual({ layouts: 0, styles: 0 });
  }
});
