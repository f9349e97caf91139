import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { SHOP } from '../support/own-server.ts';
import { buyPaid } from '../support/form-steps.ts';
import { COLOR_SCHEMES, expect, field, test } from '../support/shop.ts';

/** The address of the link in the newest email to an address with this subject. */
async function linkTo(address: string): Promise<string> {
  const folder = join(SHOP.dataDir, 'mail');
  let link: string | undefined;
  await expect
    .poll(() => {
      for (const file of readdirSync(folder).filter((name) => name.startsWith('orders-link'))) {
        const email = readFileSync(join(folder, file), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
        if (email.includes(`\r\nTo: ${address}`)) link = /\/orders\?key=[\w.-]+/.exec(email)?.[0];
      }
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}

for (const { colorScheme, tag } of COLOR_SCHEMES) {
  test.describe(colorScheme, { tag }, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('a link by email opens all orders, and the next one starts filled in', async ({ page }) => {
      const { orderNumber, email } = await buyPaid(page, ['website']);
      await page.goto('/orders');
      await expectNoFindings(page, 'without a link');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Email me the link' }).click();
      await expect(page.getByRole('status')).toContainText('we’ll email you the link');
      await page.goto(await linkTo(email));
      await expect(page.getByRole('link', { name: orderNumber })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Fill out the Website form' })).toBeVisible();
      await expectNoFindings(page, 'all orders');
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page, `at ${width}`);
      }
      const all = page.url();
      // The recurring payment starts within seconds.
      await expect(async () => {
        await page.reload();
        await page.getByRole('link', { name: 'Pay $300 a year instead' }).click({ timeout: 1_000 });
      }).toPass();
      const recurring = page.getByRole('region', { name: 'Your recurring payment' });
      const yearly = recurring.getByRole('region', { name: 'Pay by the year' });
      await expect(yearly).toContainText(
        /You save \$60 a year\. Starting with your payment on .*, your website costs \$300 a year instead of \$30 a month/,
      );
      await expect(yearly).toBeInViewport();
      await expectNoFindings(page, 'yearly payments');
      await yearly.getByRole('button', { name: 'Change to yearly payments' }).press('Enter');
      await expect(recurring.getByRole('status')).toContainText('You now pay by the year.');
      await expect(recurring.getByRole('status')).toBeFocused();
      await expect(recurring.getByText('$300 a year', { exact: true })).toBeVisible();
      await page.goto(all);
      await expect(page.getByText('$300.00 per year')).toBeVisible();
      await page.getByRole('link', { name: 'Add On-Hold Audio' }).click();
      await expect(field(page, 'Email')).toHaveValue(email);
      await expect(page.getByText('$99.00').first()).toBeVisible();
    });
  });
}
