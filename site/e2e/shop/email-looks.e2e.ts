import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { sample } from '../../../api/test/fixtures/long.ts';
import { expect, emailOf, test } from '../support/shop.ts';
import { buy } from '../support/purchases.ts';

const WIDTHS = [320, 1280];
/** An email is displayed inside an email program's page, so these rules do not apply. */
const OF_WHOLE_PAGES = ['landmark-one-main', 'region'];

test('every email is complete from 320 px up, and axe finds no violations', async ({ page }) => {
  await page.goto('/dev/emails');
  const paths = await page
    .locator('li > a:first-child')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(6);
  // They are made of the same few parts.
  for (const path of sample(paths, 8)) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page, `${path} at ${width}`);
    }
    await expectNoFindings(page, path, OF_WHOLE_PAGES);
  }
});

test('the customer stops reminders, and an incomplete link says so @long', async ({ page }) => {
  const number = await buy(page, 'Marlow');
  const key = /order=[^&]+&key=([\w-]+)/.exec(await emailOf(number))?.[1] ?? '';
  await page.goto(`/stop-reminders?order=${number}&key=${key}`);
  await page.getByRole('button', { name: 'Stop reminders' }).click();
  await expect(page.getByRole('status')).toHaveText(
    `You won’t get any more reminders for ${number}. Your order hasn’t changed.`,
  );
  await expect(page.getByRole('button', { name: 'Stop reminders' })).toBeHidden();
  await page.goto('/stop-reminders');
  await expect(page.getByRole('status')).toContainText('This link is incomplete.');
  await page.goto(`/stop-reminders?order=${number}&key=wrong`);
  await page.getByRole('button', { name: 'Stop reminders' }).click();
  await expect(page.getByRole('status')).toContainText('This link isn’t valid.');
});
