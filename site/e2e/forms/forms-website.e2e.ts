import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { fill } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';

const VERIFY_ORDER_PATH = pathOf('GET /api/json/verify-order');

test('if the page’s own check cannot be loaded, the server still checks @long', async ({ page }) => {
  await page.route(/\/assets\/zod\./, (route) => route.abort());
  await page.route(`**${VERIFY_ORDER_PATH}?**`, (route) => route.fulfill({ json: { exists: true } }));
  await page.goto('/website-form');
  await fill(page, { name: 'Ada', project: '1', email: 'ada@' });
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page.locator('#email-error')).toHaveText('Invalid email address');
});

test('a color can be chosen once the script runs, because it would be lost before @long', async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/website-form.*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/website-form');
  await expect(page.getByLabel('First color')).toBeDisabled();
  scripts.resolve();
  await page.getByLabel('First color').fill('#1f6feb');
  await expect(page.locator('#colors')).toHaveValue('#1f6feb');
});
