import { boughtWithCard } from './admin-case-steps.ts';
import { aWord, buy, openView, post } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';

test('what another window changes on a case appears by itself', async ({ page }) => {
  const number = await boughtWithCard(page);
  await page.clock.install();
  await openView(page, `#/case/${number}`);
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByLabel('Internal note').fill('Half a note');
  const act = (path: string, body: object) => post(page, `/api/admin/${path}`, body);
  await act(`cases/${number}/work-status`, { workStatus: 'delivered', workVersion: 0 });
  // The clock stands still for the fetch of every 30 seconds.
  await page.clock.runFor(1_000);
  await expect(page.getByRole('button', { name: 'Delivered' })).toHaveAttribute('aria-pressed', 'true');
  await act(`cases/${number}/notes`, { text: 'From the other window' });
  await page.clock.runFor(1_000);
  await expect(page.getByText('From the other window')).toBeVisible();
  await expect(page.getByLabel('Internal note')).toHaveValue('Half a note');
});

test('a choice over an older state is refused in words, and the present state is shown', async ({ page }) => {
  const number = await buy(page, aWord());
  await page.route('**/api/admin/live', (route) => route.abort());
  await openView(page, `#/case/${number}`);
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await post(page, `/api/admin/cases/${number}/work-status`, { workStatus: 'delivered', workVersion: 0 });
  await page.getByRole('button', { name: 'In progress' }).click();
  await expect(page.locator('.toast')).toContainText(
    'ada set the work status to “Delivered” in the meantime',
  );
  const delivered = page.getByRole('button', { name: 'Delivered' });
  await expect(delivered).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'In progress' }).click();
  await expect(page.getByRole('button', { name: 'In progress' })).toHaveAttribute('aria-pressed', 'true');
});

test(
  'toasts leave Logout free, and a free order says that nothing was due',
  { tag: '@phone' },
  async ({ page }) => {
    const number = await buy(page, aWord());
    await openView(page, `#/case/${number}`);
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText('MethodNothing due');
    await page.getByRole('button', { name: 'Delivered' }).click();
    await expect(page.locator('.toast')).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  },
);
