import { aWord, buy, openView, rowOf, sendVoiceForm } from '../support/admin-steps.ts';
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

test('letters typed into the search box are text, Esc leaves it, / focuses it', async ({ page }) => {
  await openView(page, '#/orders');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('jk?x/r');
  await expect(page.getByRole('searchbox')).toHaveValue('jk?x/r');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
});

test('x expands the answers of the row', async ({ page }) => {
  const word = aWord();
  await sendVoiceForm(page, { businessName: word });
  await openView(page, `#/voice-forms?q=${word}`);
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.locator('.list-expanded')).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.locator('.list-expanded')).toHaveCount(0);
});

test('? lists the keys, Esc closes the list, and single keys can be turned off', async ({ page }) => {
  await openView(page, '#/orders');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Next row');
  await expect(help).toContainText('Refresh');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('?');
  await help.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
  await help.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
  await expect(help).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await expect(help).toHaveCount(0);
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

test('the palette finds actions and orders by typing', async ({ page }) => {
  const word = aWord();
  const number = await buy(page, 'Palette', { businessName: word });
  await openView(page, '#/');
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const field = palette.getByRole('combobox');
  await expect(field).toBeFocused();
  await field.fill('tracking');
  await expect(palette.getByRole('option')).toHaveText(['Go to Order Tracking']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Order Tracking' })).toBeVisible();
  await expect(palette).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await field.fill(word);
  await expect(palette.getByRole('option').first()).toContainText(number);
  await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/case/${number}$`));

  await page.getByRole('button', { name: 'Find' }).click();
  await field.fill('pending');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/orders\?payment=pending$/);
  await expect(palette).toHaveCount(0);
  for (const closingKey of ['Escape', 'Control+k']) {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.press(closingKey);
    await expect(palette).toHaveCount(0);
  }
});
