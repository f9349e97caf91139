import { downloadLink, expect, openView, test } from './app-test.ts';

test('launch at login and notifications can be changed, and the changes persist @long', async ({
  page,
  app,
  server,
}) => {
  await app.choose(server.origin);
  await openView(page, '#/settings');
  const start = page.getByRole('checkbox', { name: /^Open when I log in to this computer/ });
  const notices = page.getByRole('checkbox', { name: /^Show the desktop notifications on this computer/ });
  await expect(start).not.toBeChecked();
  await expect(notices).toBeChecked();
  await start.check();
  await notices.uncheck();
  await expect.poll(() => app.settings.read()).toEqual({ launchesAtLogin: true, hasNotices: false });
  await page.reload();
  await expect(start).toBeChecked();
  await expect(notices).not.toBeChecked();
});

test('the website opens in the browser from its link and from the command palette @long', async ({
  page,
  app,
  server,
}) => {
  await app.choose(server.origin);
  await openView(page, '#/');
  const home = page.getByRole('link', { name: 'Home' });
  await expect(home).toHaveAttribute('href', server.origin);
  await expect(home).toHaveAttribute('target', '_blank');
  const outside = page.waitForEvent('popup');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find an order or action' }).fill('home');
  await page.keyboard.press('Enter');
  expect(new URL((await outside).url()).origin).toBe(server.origin);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('canceling the save dialog shows no message @long', async ({ page, app, server }) => {
  await app.choose(server.origin);
  await openView(page, '#/orders');
  await (await downloadLink(page)).click();
  await expect(page.locator('.toast-title', { hasText: 'File saved' })).toBeVisible();
  expect(app.saved).toMatchObject([{ name: 'orders.csv' }]);
  await page.reload();
  app.wantNoFiles();
  await (await downloadLink(page)).click();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  expect(app.saved).toHaveLength(1);
});

test('an invoice opens in a window, without a question where to save it', async ({ page, app, server }) => {
  await app.choose(server.origin);
  const number = await server.buy('Read');
  await openView(page, `#/case/${number}`);
  await page.getByRole('link', { name: /PDF/ }).click();
  await expect(page.locator('.toast-title', { hasText: 'Opened. It is in Downloads, too' })).toBeVisible();
  expect(app.opened).toEqual([expect.stringMatching(/\.pdf$/)]);
  expect(app.saved).toEqual([]);
});
