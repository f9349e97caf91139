import { aWord, goToView, openView } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { buy } from '../support/purchases.ts';

test(
  'a note survives a change of view, a closed window and the end of the session',
  { tag: '@app' },
  async ({ page }) => {
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
  },
);

test('two windows do not overwrite each other’s drafts @long', async ({ page, context }) => {
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
