import { aWord, buy, openView, rowOf } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';

test('j and k move between rows, Enter opens the order, and Esc returns to its row', async ({ page }) => {
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
  await expect(page).toHaveURL(new RegExp(`#/case/${first}$`));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`q=${word}$`));
  await expect(link(first)).toBeFocused();
});

test('a key right after Esc is not lost', async ({ page }) => {
  await openView(page, '#/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
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
