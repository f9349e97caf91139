import { KEPT_HEADER } from '@northlight/shared/contracts/endpoint.ts';
import type { Request } from 'playwright/test';
import { startOwnServer } from '../src/main/test/own-server.ts';
import { downloadLink, expect, openView, test } from './app-test.ts';

test('without the server, viewed data stays readable, writes are rejected, and everything recovers', async ({
  page,
  app,
}) => {
  const server = await startOwnServer();
  await app.choose(server.origin);
  const number = await server.buy('Offline');
  await openView(page, '#/orders');
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  const line = page.getByText('The shop isn’t responding. Showing data from');
  await expect(line).toHaveCount(0);

  await server.halt();
  await page.reload();
  await expect(page.locator('.offline-banner')).toHaveText(
    /^Offline\. The shop isn’t responding\. Showing data from \d{1,2}:\d\d [AP]M\.$/,
  );
  await expect(page.getByText('Refreshing every 30 seconds')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add note' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await page.getByLabel('Internal note').fill('Call before noon');
  await page.getByRole('button', { name: 'Add note' }).press('Enter');
  await expect(page.locator('.toast')).toContainText('Offline: the shop isn’t responding');
  await expect(page.getByLabel('Internal note')).toHaveValue('Call before noon');

  await page.getByRole('tab', { name: 'Order Tracking' }).click();
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await expect(line).toBeVisible();
  await (await downloadLink(page)).click();
  await expect(page.locator('.toast')).toContainText('Couldn’t download the file');
  await expect(page.locator('.toast')).toContainText('Can’t reach the server, so nothing was changed.');

  await page.getByRole('tab', { name: 'Website Form Submissions', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Can’t reach the server right now.');
  // The counts beside the places still come from the cache.
  await expect(line).toBeVisible();

  await server.restart();
  // The live stream reconnects first. Without a stream, the list would refetch by itself.
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  await expect(page.getByText('No form submissions found')).toBeVisible();
  await page.getByRole('tab', { name: 'Order Tracking' }).click();
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await expect(line).toHaveCount(0);
  await server.stop();
});

test('starting without the server shows cached data and an offline notice until the server is back @long', async ({
  page,
  app,
}) => {
  const server = await startOwnServer();
  await app.choose(server.origin);
  const number = await server.buy('Kept');
  await openView(page, '#/orders');
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await server.halt();
  await page.goto('about:blank');
  await page.goto('/#/orders');
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  const line = page.getByText('The shop isn’t responding.');
  await expect(line).toBeVisible();
  await server.restart();
  await expect(line).toHaveCount(0);
  await server.stop();
});

test('a view that was never cached can be retried @long', async ({ page, app }) => {
  const server = await startOwnServer();
  // Otherwise, its return could load the view before the button is pressed.
  await page.route('**/api/admin/live', (route) => route.abort());
  await app.choose(server.origin);
  await openView(page, '#/settings');
  await server.halt();
  await page.getByRole('tab', { name: 'Order Tracking' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Can’t reach the server right now.' });
  await expect(alert).toBeVisible();
  await server.restart();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No orders found')).toBeVisible();
  await server.stop();
});

test('cached data is shown before a slow server answers, then replaced @long', async ({
  page,
  app,
  server,
}) => {
  await app.choose(server.origin);
  const kept = await server.buy('Kept');
  await openView(page, '#/orders');
  await expect(page.getByRole('link', { name: kept })).toBeVisible();
  const answering = Promise.withResolvers<void>();
  await page.route(/\/api\/(json\/orders|admin\/auth-status)$/, async (route) => {
    if (!(await route.request().headerValue('northlight-kept'))) await answering.promise;
    await route.continue();
  });
  const fresh = await server.buy('Fresh');
  await page.reload();
  await expect(page.getByRole('link', { name: kept })).toBeVisible();
  await expect(page.getByRole('link', { name: fresh })).toHaveCount(0);
  await expect(page.getByText('The shop isn’t responding.')).toHaveCount(0);
  answering.resolve();
  await expect(page.getByRole('link', { name: fresh })).toBeVisible();
});

test('on start, the page reads the cache for the view that opens @long', async ({ page, app, server }) => {
  await app.choose(server.origin);
  const number = await server.buy('Kept');
  await openView(page, '#/');
  for (const view of [
    '#/orders?q=tea&sort=oldest',
    '#/on-hold',
    '#/recurring?state=active',
    '#/website-forms?flag=quarantine',
    '#/voice-forms',
    `#/case/${number}`,
  ]) {
    await page.goto('about:blank');
    const asked = page.waitForRequest(isRead(false));
    const looked = page.waitForRequest(isRead(true));
    await page.goto(`/${view}`);
    expect((await looked).url(), view).toBe((await asked).url());
  }
});

/** Matches requests for a view's data, either from the cache only or from the server. The frame's counts are none. */
const isRead = (isCacheOnly: boolean) => (request: Request) =>
  /\/api\/json\/(?!order-views|overview)/.test(request.url()) &&
  KEPT_HEADER.toLowerCase() in request.headers() === isCacheOnly;

test('a shop that does not answer says so before it asks for a password, and lets others be chosen', async ({
  page,
  app,
}) => {
  const server = await startOwnServer();
  await app.choose(server.origin, 'The other');
  await server.halt();
  await page.goto('/#/orders');
  await expect(page.getByRole('heading', { name: 'The other isn’t responding' })).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Switch shops' })).toBeVisible();
  await server.restart();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Login required' })).toBeVisible();
  await server.stop();
});
