import { expect, logIn, openView, test } from './app-test.ts';

test('the main process can open a view even while a dialog is open @long', async ({ page, app, server }) => {
  const number = await server.buy('Notice');
  await app.choose(server.origin);
  await openView(page, '#/settings');
  await page.keyboard.press('Control+k');
  await app.goTo(`/case/${number}`);
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await app.goTo('/orders?payment=pending');
  await expect(page.getByLabel('Payment')).toHaveValue('pending');
});

test('a view requested before login opens after login @long', async ({ page, app, server }) => {
  const number = await server.buy('Early');
  await app.choose(server.origin);
  await page.goto('/admin-login');
  await app.goTo(`/case/${number}`);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('a quiet north window');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
});

test('the menu opens the command palette and the shortcuts, but only in the dashboard @long', async ({
  page,
  app,
  server,
}) => {
  await app.choose(server.origin);
  await page.goto('/admin-login');
  await app.openDialog('palette');
  await logIn(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await app.openDialog('palette');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await app.openDialog('shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
