import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { openView } from '../support/admin-steps.ts';
import { ADMIN } from '../support/admin.ts';
import { expect, test } from '../support/admin-test.ts';

const ORDERS_PATH = pathOf('GET /api/json/orders');

test(
  'login: missing and wrong input is reported, and the right one opens the dashboard',
  { tag: ['@phone', '@app'] },
  async ({ page }) => {
    await page.goto('/admin-login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please enter both username and password');
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.getByLabel('Username').fill(ADMIN.username);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials');
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin-dashboard(#\/)?$/);
    await expect(page.getByText('Login successful', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  },
);

test('logout opens the login, and the server requires it again @long', { tag: '@app' }, async ({ page }) => {
  await openView(page, '#/');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin-login$/);
  await expect(page.getByRole('heading', { name: 'Admin login' })).toBeVisible();
  expect((await page.request.get(ORDERS_PATH)).status()).toBe(401);
});

test('Home opens the website, and the footer links back @long', async ({ page }) => {
  await openView(page, '#/');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});

test('the admin pages have no header or footer and are not indexed', async ({ page }) => {
  for (const path of ['/admin', '/admin-dashboard', '/admin-login']) {
    await page.goto(path);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  }
});
