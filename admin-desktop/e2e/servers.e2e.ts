import { startOwnServer } from '../src/main/test/own-server.ts';
import { expect, logIn, openView, test } from './app-test.ts';

test('shops can be added, switched, and removed in the settings, and each has its own login @long', async ({
  page,
  app,
  server,
}) => {
  const other = await startOwnServer();
  await app.choose(server.origin, 'The studio');
  await openView(page, '#/settings');
  const shops = page.getByRole('region', { name: 'Your shops' });
  const rows = shops.getByRole('listitem');
  await expect(rows).toHaveText([/^The studio.*Current shop/]);

  await shops.getByText('Add another shop').click();
  await shops.getByLabel('Address').fill(server.origin);
  await shops.getByRole('button', { name: 'Connect' }).click();
  await expect(shops.locator('.field-error')).toHaveText('This shop is already in your list as The studio.');
  await shops.getByLabel('Address').fill(other.origin);
  await shops.getByLabel('Name (optional)').fill('The other');
  await shops.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { name: 'Login required' })).toBeVisible();
  await logIn(page);
  await page.goto('/admin-dashboard#/settings');
  await expect(rows).toHaveText([/^The studio/, /^The other.*Current shop/]);

  await rows.first().getByRole('button', { name: 'Open The studio' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.goto('/#/settings');
  await expect(rows).toHaveText([/^The studio.*Current shop/, /^The other/]);

  const question = page.getByRole('dialog', { name: 'Remove The other' });
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  };
  await remove('The other');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More for The other' })).toBeFocused();
  await remove('The other');
  await question.getByRole('button', { name: 'Remove shop' }).click();
  await expect(rows).toHaveCount(1);
  await expect(shops.getByRole('list', { name: 'Your shops' })).toBeFocused();

  await remove('The studio');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove shop' }).click();
  await expect(page.getByRole('heading', { name: 'Connect to your shop' })).toBeVisible();
  await expect(page.getByLabel('Address')).toBeFocused();
  expect((await page.request.get('/api/json/orders')).status()).toBe(502);
  await other.stop();
});

test('the login page links to the shops, and a shop opens from its row @long', async ({
  page,
  app,
  server,
}) => {
  await app.choose(server.origin);
  await page.goto('/admin-login');
  await page.getByRole('button', { name: 'Switch shops' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a shop' })).toBeFocused();
  await expect(page.getByRole('listitem')).toContainText('Northlight Studio');
  await page.getByRole('button', { name: 'Open Northlight Studio' }).click();
  await expect(page.getByRole('heading', { name: 'Admin login' })).toBeVisible();
});
