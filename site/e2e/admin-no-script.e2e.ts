import { expect, test } from './admin-test.ts';

test.use({ javaScriptEnabled: false });

for (const path of ['/admin', '/admin-dashboard', '/admin-login']) {
  test(`${path} says without JavaScript that it needs it`, { tag: '@browser' }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('The admin pages need JavaScript.')).toBeVisible();
  });
}
