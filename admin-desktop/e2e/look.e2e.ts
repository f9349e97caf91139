import { sample } from '../../api/test/fixtures/long.ts';
import { startOwnServer } from '../src/main/test/own-server.ts';
import { expect, expectGoodLook, openView, test } from './app-test.ts';

const LONG_NAME = 'Featherstonehaugh-Cholmondeley of Great Yarmouth and Elsewhere, the second';

for (const width of sample([390, 1280])) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('axe finds no violations in the app’s own views, and everything fits @long', async ({
      page,
      app,
    }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.locator('.field-error')).toBeVisible();
      await expectGoodLook(page, 'first start');

      const server = await startOwnServer();
      await app.choose(server.origin, LONG_NAME);
      await page.goto('/admin-login');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectGoodLook(page, 'login');
      await page.getByRole('button', { name: 'Switch shops' }).click();
      await page.getByText('Add another shop').click();
      await expectGoodLook(page, 'shops');

      await openView(page, '#/settings');
      await expect(page.getByRole('checkbox')).toHaveCount(9);
      await expectGoodLook(page, 'settings');
      await page.getByRole('button', { name: /^More for/ }).click();
      await page.getByRole('button', { name: /^Remove/ }).click();
      await expectGoodLook(page, 'question');
      await page.keyboard.press('Escape');

      await page.goto('/#/orders');
      await expect(page.getByText('No orders found')).toBeVisible();
      await server.halt();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByText('Showing data from')).toBeVisible();
      await expectGoodLook(page, 'offline');
      await page.setViewportSize({ width: 320, height: 640 });
      await expectGoodLook(page, 'offline at 320');
      await server.stop();
    });
  });
}

test('the shop’s prices and its pages’ texts are edited in the app, too @long', async ({ page, app }) => {
  const server = await startOwnServer();
  await app.choose(server.origin, 'Northlight');
  await openView(page, '#/settings/shop');
  await expect(page.getByRole('region', { name: 'Website' }).getByLabel('First payment ($)')).toHaveValue(
    '149.00',
  );
  await page.goto('/#/settings/pages');
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  await expect(page.getByText('Your website shows the original texts and prices.')).toBeVisible();
  await server.stop();
});
