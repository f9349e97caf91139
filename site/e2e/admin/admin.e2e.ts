import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { logIn, openView } from '../support/admin-steps.ts';
import { ADMIN } from '../support/admin.ts';
import { expect, test } from '../support/admin-test.ts';

const ORDERS_PATH = pathOf('GET /api/json/orders');
const LOGOUT_PATH = pathOf('POST /api/admin/logout');

test(
  'login: missing and wrong input is reported, and the right one opens the dashboard',
  { tag: '@phone' },
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

test('login: without a server the page says that an error occurred', async ({ page }) => {
  await page.route('**/api/admin/login', (route) => route.abort());
  await logIn(page);
  await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again.');
});

test('logout opens the login, and the server requires it again', async ({ page }) => {
  await openView(page, '#/');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin-login$/);
  await expect(page.getByRole('heading', { name: 'Admin login' })).toBeVisible();
  expect((await page.request.get(ORDERS_PATH)).status()).toBe(401);
});

// Only in the browser, because the desktop app's cookies are not available to its page.
test('logout ends the session on the server too', { tag: '@browser' }, async ({ page, context }) => {
  await openView(page, '#/');
  const cookies = await context.cookies();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin-login$/);
  await context.addCookies(cookies);
  expect((await page.request.get(ORDERS_PATH)).status()).toBe(401);
});

test('a session that ended opens the login', async ({ page }) => {
  await openView(page, '#/orders');
  await expect(page.getByRole('heading', { name: 'Order Tracking' })).toBeVisible();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  // An update under way would notice the end by itself.
  await expect(refresh).toBeEnabled();
  await page.request.post(LOGOUT_PATH, { data: {} });
  await refresh.click();
  await expect(page.getByText('You need to be logged in to access the admin dashboard.')).toBeVisible();
});

for (const path of ['/admin', '/admin-dashboard']) {
  test(`${path} without a login counts down three seconds and opens the login`, async ({ page }) => {
    await page.clock.install();
    await page.goto(path);
    await expect(page.getByText('You need to be logged in to access the admin dashboard.')).toBeVisible();
    // Getting here and pausing the clock can take a while on a busy machine.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 900));
    const timer = page.getByRole('timer');
    const [seconds] = /\d/.exec((await timer.textContent()) ?? '') ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(3);
    for (let left = Number(seconds) - 1; left > 0; left -= 1) {
      await page.clock.runFor(1_000);
      await expect(timer).toHaveText(`The login page opens in ${left} ${left === 1 ? 'second' : 'seconds'}.`);
    }
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await page.clock.runFor(1_000);
    await expect(page).toHaveURL(/\/admin-login$/);
    await expect(page.getByRole('heading', { name: 'Admin login' })).toBeFocused();
  });
}

test('Go to Login Now does not wait', async ({ page }) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Go to Login Now' }).click();
  await expect(page).toHaveURL(/\/admin-login$/);
});

test('a requested view survives the login', async ({ page }) => {
  await page.goto('/admin#/orders?payment=pending');
  await page.getByRole('button', { name: 'Go to Login Now' }).click();
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Order Tracking' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin-dashboard#\/orders\?payment=pending$/);
});

test('settings: a mismatch, a short password and a wrong one are reported; the tab is in the address', async ({
  page,
}) => {
  await openView(page, '#/');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/#\/settings$/);
  await page.reload();
  const fill = async (current: string, next: string, again: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password').fill(again);
    await page.getByRole('button', { name: 'Update password' }).click();
  };
  await fill('wrong', 'long enough', 'not the same');
  await expect(page.getByText('New passwords do not match', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Confirm new password')).toBeFocused();
  await fill('wrong', '1234567', '1234567');
  await expect(page.getByText('New password must be at least 8 characters', { exact: true })).toBeVisible();
  await fill('wrong', 'long enough', 'long enough');
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('Your current password is incorrect');
  // A real change would end the sessions of parallel tests. The API tests cover it.
  await page.route('**/api/admin/reset-password', (route) =>
    route.fulfill({ json: { success: true, message: 'Password Updated' } }),
  );
  await fill(ADMIN.password, ADMIN.password, ADMIN.password);
  await expect(page.getByText('Password Updated', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
});

test('Home opens the website, and the footer links back', { tag: '@browser' }, async ({ page }) => {
  await openView(page, '#/');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});

test(
  'the admin pages have no header or footer and are not indexed',
  { tag: '@browser' },
  async ({ page }) => {
    for (const path of ['/admin', '/admin-dashboard', '/admin-login']) {
      await page.goto(path);
      await expect(page.getByRole('banner')).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    }
  },
);
