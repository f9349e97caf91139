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
      await page.getByRole('link', { name: 'Add On-Hold Audio' }).click();
      await expect(field(page, 'Email')).toHaveValue(email);
      await expect(page.getByText('$99.00').first()).toBeVisible();
    });
  });
}
