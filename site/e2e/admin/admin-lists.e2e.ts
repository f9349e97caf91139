import type { Page } from 'playwright/test';
import { aWord, buy, openView, rowOf } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';

async function openFilters(page: Page) {
  const toggle = page.getByRole('button', { name: 'Filters', exact: true });
  if (await toggle.isVisible()) await toggle.click();
}

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
    await openFilters(page);
    await page.getByLabel('Service').selectOption('AI Voice Agent');
    await expect(page.getByRole('status').filter({ hasText: /^1 order$/ })).toBeVisible();
    await expect(rowOf(page, website)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`#/orders\\?q=${word}&service=voice$`));

    await page.reload();
    await expect(rowOf(page, voice)).toBeVisible();
    await expect(rowOf(page, website)).toHaveCount(0);
    await expect(page.getByRole('searchbox')).toHaveValue(word);

    const file = await savedBy(() => page.getByRole('link', { name: 'Download CSV' }).click());
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
