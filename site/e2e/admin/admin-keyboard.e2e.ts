import { aWord, openView, rowOf } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { buy } from '../support/purchases.ts';

test('j and k move between rows, Enter twice opens the order, and Esc returns to its row', async ({
  page,
}) => {
  const word = aWord();
  const first = await buy(page, 'First', { businessName: word });
  const second = await buy(page, 'Second', { businessName: word });
  await openView(page, `#/orders?q=${word}`);
  await expect(rowOf(page, first)).toBeVisible();
  const link = (number: string) => page.getByRole('link', { name: number, exact: true });
  await page.keyboard.press('j');
  await expect(link(second)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(link(first)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(link(second)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/case/${first}$`));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`q=${word}$`));
  await expect(link(first)).toBeFocused();
});

test('Enter shows an order beside the list, arrow keys walk on, and the second Enter opens its page @long', async ({
  page,
}) => {
  const word = aWord();
  const first = await buy(page, 'First', { businessName: word });
  const second = await buy(page, 'Second', { businessName: word });
  await openView(page, `#/orders?q=${word}`);
  await expect(rowOf(page, first)).toBeVisible();
  const preview = (number: string) => page.getByRole('complementary', { name: `Preview of ${number}` });
  const link = (number: string) => page.getByRole('row').getByRole('link', { name: number, exact: true });
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(preview(second).getByRole('heading', { name: second })).toBeVisible();
  await expect(link(second)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(preview(first).getByRole('heading', { name: first })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview(first)).toHaveCount(0);
  await expect(link(first)).toBeFocused();
  // A click on the row, but not on a control, does the same as Enter.
  await rowOf(page, second).locator('.list-who').click();
  await expect(preview(second)).toBeVisible();
  await preview(second).getByRole('button', { name: 'Close' }).click();
  await expect(preview(second)).toHaveCount(0);
  // A narrow window has no room for it.
  await page.setViewportSize({ width: 1024, height: 800 });
  await link(first).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/case/${first}$`));
});

test('a key right after Esc is not lost @long', async ({ page }) => {
  await openView(page, '#/settings');
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  for (const [key, name] of [
    ['?', 'Keyboard shortcuts'],
    ['Control+k', 'Commands'],
  ] as const) {
    await page.keyboard.press(key);
    for (let round = 0; round < 10; round += 1) {
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.keyboard.press(key);
    }
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Tab reaches nothing under the bar of a narrow window @long', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await openView(page, '#/customers');
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stop = 0; stop < 35; stop += 1) {
      await page.keyboard.press(key);
      const isSeen = await page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        const { left, top, width, height } = focused.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return seen !== null && (focused.contains(seen) || seen.contains(focused));
      });
      expect(isSeen, `${key} ${stop}`).toBe(true);
    }
});
