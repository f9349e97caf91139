import { buy, openView, showAllPlaces } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';

test('everything fits 320 px @long', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await buy(page, 'Featherstonehaugh-Cholmondeley of Great Yarmouth');
  await openView(page, '#/orders');
  await expect(page.getByRole('table')).toBeVisible();
  const overhang = () =>
    page.evaluate(() => {
      // On phones the table head is only for screen readers, and the views scroll sideways on their own.
      const edges = [...document.querySelectorAll('.admin :not(thead *, .list-views *, td *)')].map(
        (element) => element.getBoundingClientRect().right,
      );
      return Math.max(document.documentElement.scrollWidth, ...edges) - innerWidth;
    });
  expect(await overhang()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Filter' }).click();
  expect(await overhang()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Done' }).click();
  await showAllPlaces(page);
  expect(await overhang()).toBeLessThanOrEqual(0);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(await overhang()).toBeLessThanOrEqual(0);
});
