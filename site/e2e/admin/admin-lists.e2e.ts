import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { aWord, downloadLink, goToView, openView, rowOf, showAllPlaces } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { buy, buyPaid } from '../support/purchases.ts';

test(
  'search and filters are in the address: reload, Back and the file show the same',
  { tag: ['@phone', '@app'] },
  async ({ page, savedBy }) => {
    const word = aWord();
    const website = await buy(page, 'One', { businessName: `${word} North`, serviceTypes: ['website'] });
    const voice = await buy(page, 'Two', { businessName: `${word} South` });
    await openView(page, '#/orders');
    await page.getByRole('searchbox', { name: 'Search orders' }).pressSequentially(word);
    await expect(page).toHaveURL(new RegExp(`q=${word}$`));
    await expect(page.getByRole('status').filter({ hasText: /^2 orders$/ })).toBeVisible();
    await expect(rowOf(page, website)).toBeVisible();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Service').selectOption('AI Voice Agent');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByLabel('Service')).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: /^1 order$/ })).toBeVisible();
    await expect(rowOf(page, website)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`#/orders\\?q=${word}&service=voice$`));

    await page.reload();
    await expect(rowOf(page, voice)).toBeVisible();
    await expect(rowOf(page, website)).toHaveCount(0);
    await expect(page.getByRole('searchbox')).toHaveValue(word);

    const link = await downloadLink(page);
    const file = await savedBy(() => link.click());
    expect(file.name).toBe('orders.csv');
    const lines = file.text.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(voice);

    await page.goBack();
    await expect(rowOf(page, website)).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(word);
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await expect(page).toHaveURL(/#\/orders$/);
  },
);

test(
  'filters by keyboard: the menu, its choices, Esc, and the removal of one @long',
  { tag: '@phone' },
  async ({ page }) => {
    const word = aWord();
    const number = await buy(page, 'One', { businessName: word });
    await openView(page, `#/orders?q=${word}`);
    const opener = page.getByRole('button', { name: /^Filter/ });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Filters' })).toBeVisible();
    await expectNoFindings(page, 'filters');
    await expectNoSidewaysScroll(page, 'filters');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Service')).toBeFocused();
    await page.keyboard.press('w');
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
    await expect(opener).toContainText('1 active');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('group', { name: 'Filters' })).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, number)).toBeVisible();
    await expect(opener).toBeFocused();
    await showAllPlaces(page);
    await expectNoSidewaysScroll(page, 'all places');
  },
);

test('lists and books are printed as tables with all columns, and without controls', async ({ page }) => {
  const { orderNumber: number } = await buyPaid(page, ['website']);
  await openView(page, '#/orders');
  await expect(rowOf(page, number)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // Letter, without its margins.
  await page.setViewportSize({ width: 720, height: 960 });
  const controls = page.locator(':is(button, select, input, .button):visible');
  for (const column of ['Order', 'Date', 'Services', 'Due', 'Work status', 'Payments', 'Status'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  await expect(controls).toHaveCount(0);
  await goToView(page, '#/books');
  const table = page.getByRole('table', { name: 'Invoices and credit notes' });
  for (const column of ['Number', 'Net', 'Tax', 'Total'])
    await expect(table.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  await expect(
    table.getByRole('row').filter({ hasText: number }).getByRole('cell', { name: /^\$/ }),
  ).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(page.getByText('Net, without tax')).toBeVisible();
  await expect(controls).toHaveCount(0);
  await expectNoSidewaysScroll(page, 'books on paper');
});

test('a date is typed into a filter digit by digit, cleared, and typed anew', async ({ page }) => {
  await openView(page, '#/orders');
  await page.getByRole('button', { name: /^Filter/ }).click();
  const from = page.getByLabel('From', { exact: true });
  await from.click({ position: { x: 12, y: 12 } });
  for (const key of '12012026') await page.keyboard.press(key, { delay: 30 });
  await expect(from).toHaveValue('2026-12-01');
  await expect(page).toHaveURL(/#\/orders\?from=2026-12-01$/);
  // The first part is the month.
  await from.click({ position: { x: 12, y: 12 } });
  for (const key of '11302027') await page.keyboard.press(key, { delay: 30 });
  await expect(page).toHaveURL(/from=2027-11-30$/);
  await from.fill('');
  await expect(page).toHaveURL(/#\/orders$/);
});
