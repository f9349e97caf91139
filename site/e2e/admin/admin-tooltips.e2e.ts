import { aWord, downloadLink, openView, rowOf } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { buy } from '../support/purchases.ts';

test('shortened text has a tooltip after 700 ms, at once for the next, and Esc closes it', async ({
  page,
}) => {
  // Narrower lists have no dates.
  await page.setViewportSize({ width: 1440, height: 800 });
  const word = aWord();
  const number = await buy(page, 'Tip', { businessName: word });
  await page.clock.install();
  await openView(page, `#/orders?q=${word}`);
  const row = rowOf(page, number);
  const tooltip = page.getByRole('tooltip');
  await expect(row).toBeVisible();
  await page.clock.pauseAt(Date.now() + 5_000);
  await row.locator('.list-who').hover();
  await page.clock.runFor(690);
  await expect(tooltip).toBeHidden();
  await page.clock.runFor(20);
  await expect(tooltip).toHaveText(`Ada Tip, ${word}`);
  await row.getByRole('time').hover();
  await page.clock.runFor(50);
  await expect(tooltip).toContainText(/day, \w+ \d+, \d{4} at/);
  // The pointer can move onto the tooltip.
  await tooltip.hover();
  await page.clock.runFor(1_000);
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`#/orders\\?q=${word}$`));
  await page.mouse.move(0, 0);
  await page.clock.runFor(400);
  await row.getByText('0 of 1 form').hover();
  await page.clock.runFor(600);
  await expect(tooltip).toBeHidden();
  await page.clock.runFor(200);
  await expect(tooltip).toHaveText('Missing the AI Voice Agent form');
  await page.mouse.move(0, 0);
  await page.clock.runFor(200);
  await expect(tooltip).toBeHidden();
});

test('with the keyboard, a row’s tooltip is on its link and an icon’s on its button @long', async ({
  page,
}) => {
  const word = aWord();
  const number = await buy(page, 'Tip', { businessName: word });
  await openView(page, `#/orders?q=${word}`);
  await expect(rowOf(page, number)).toBeVisible();
  await page.keyboard.press('j');
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toContainText(`Ada Tip, ${word}`);
  await expect(tooltip).toContainText('Missing the AI Voice Agent form');
  await expect(page.getByRole('link', { name: number })).toHaveAttribute('aria-describedby', 'tooltip');
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await expect(page.getByRole('link', { name: number })).toBeFocused();
  await (await downloadLink(page)).press('Shift');
  await expect(tooltip).toContainText('as a spreadsheet');
  await page.keyboard.press('Tab');
  await expect(tooltip).toBeHidden();
});

test('a tooltip disappears with its element, even if the pointer does not move @long', async ({ page }) => {
  const word = aWord();
  const number = await buy(page, 'Tip', { businessName: word });
  await openView(page, `#/orders?q=${word}`);
  await rowOf(page, number).locator('.list-who').hover();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await expect(tooltip).toBeHidden();
});
