import { boughtWithCard } from '../support/admin-case-steps.ts';
import { aWord, buy, goToView, logIn, openView } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';

test('a note survives a change of view, a closed window and the end of the session', async ({ page }) => {
  const [number, other] = [await buy(page, aWord()), await buy(page, aWord())];
  await openView(page, `#/case/${number}`);
  const note = page.getByLabel('Internal note');
  await note.fill('Call before noon, and ask');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await goToView(page, `#/case/${other}`);
  await expect(page.getByRole('heading', { name: other })).toBeVisible();
  await expect(note).toHaveValue('');
  await goToView(page, `#/case/${number}`);
  await expect(note).toHaveValue('Call before noon, and ask');
  await page.reload();
  await expect(note).toHaveValue('Call before noon, and ask');

  await page.route('**/api/admin/cases/**', (route) =>
    route.fulfill({ status: 401, json: { message: 'x' } }),
  );
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('button', { name: 'Go to Login Now' }).click();
  await page.unroute('**/api/admin/cases/**');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('a quiet north window');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(note).toHaveValue('Call before noon, and ask');

  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.locator('.toast-title', { hasText: 'Note added' })).toBeVisible();
  await expect(note).toHaveValue('');
  await page.reload();
  await expect(page.getByText('Call before noon, and ask')).toHaveCount(1);
  await expect(note).toHaveValue('');
});

test('an unfinished refund and a corrected address are restored; passwords are never stored', async ({
  page,
}) => {
  const number = await boughtWithCard(page);
  await openView(page, `#/case/${number}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByLabel('Amount in US dollars').fill('10.50');
  await page.getByLabel('Reason').fill('The fonts were late');
  await page.getByRole('button', { name: /^Send to a different address: Order conf/ }).click();
  await page.getByRole('textbox', { name: 'New email address' }).fill('ada@new.example');
  await goToView(page, '#/settings');
  await page.getByLabel('Current password').fill('never kept, not even once');
  await goToView(page, `#/case/${number}`);
  await page.reload();
  await expect(page.getByLabel('Amount in US dollars')).toHaveValue('10.50');
  await expect(page.getByLabel('Reason')).toHaveValue('The fonts were late');
  await expect(page.getByRole('textbox', { name: 'New email address' })).toHaveValue('ada@new.example');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).toContain('The fonts were late');
  expect(stored).not.toContain('never kept');

  await page.getByRole('button', { name: 'Refund $10.50' }).click();
  await expect(page.locator('.toast-title', { hasText: '$10.50 refunded' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'New email address' })).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveCount(0);
  const left = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(left).not.toContain('The fonts were late');
});

test('two windows do not overwrite each other’s drafts', { tag: '@browser' }, async ({ page, context }) => {
  const [one, two] = [await buy(page, aWord()), await buy(page, aWord())];
  await openView(page, `#/case/${one}`);
  const second = await context.newPage();
  await second.goto(`/admin-dashboard#/case/${two}`);
  await expect(second.getByLabel('Internal note')).toBeVisible();
  await page.getByLabel('Internal note').fill('In the first window');
  await second.getByLabel('Internal note').fill('In the second window');
  await page.close();
  await second.goto(`/admin-dashboard#/case/${one}`);
  await second.reload();
  await expect(second.getByLabel('Internal note')).toHaveValue('In the first window');
});

test('a logged-in administrator is redirected from the login to the dashboard', async ({ page }) => {
  await logIn(page);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.goto('/admin-login#/orders');
  await expect(page).toHaveURL(/admin-dashboard#\/orders$/);
  await expect(page.getByRole('heading', { name: 'Order Tracking' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page).toHaveURL(/admin-login$/);
});
