import { buy, openView, post, rowOf } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';

test('an order appears with its labels, after Refresh and by itself', async ({ page }, { project }) => {
  // Without live updates, as behind a proxy that blocks streams.
  await page.route('**/api/admin/live', (route) => route.abort());
  await page.clock.install();
  await openView(page, '#/orders');
  await expect(page.getByRole('heading', { name: 'Order Tracking' })).toBeVisible();
  await expect(page.getByText('Refreshing every 30 seconds')).toBeAttached();
  const number = await buy(page, `Refresh-${project.name}`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const row = rowOf(page, number);
  await expect(row).toContainText(`Ada Refresh-${project.name}`);
  await expect(row).toContainText('AI Voice Agent');
  await expect(row).toContainText('Hosted by GoHighLevel');
  await expect(row).toContainText('$0.00');
  await expect(row).toContainText('One-time payment');
  await expect(row).toContainText('Missing the AI Voice Agent form');
  await expect(row.getByText('completed', { exact: true })).toBeVisible();

  const later = await buy(page, 'Later');
  await page.clock.runFor(31_000);
  await expect(rowOf(page, later)).toBeVisible();
});

test('an unconfirmed payment is yellow and shows its reason', async ({ page }) => {
  const { order } = await post(page, '/api/checkout', {
    firstName: 'Wen',
    lastName: 'Li',
    email: 'wen@li-tea.example',
    phone: '1',
    businessName: 'Li Tea House',
    businessDescription: 'Tea.',
    serviceTypes: ['onhold'],
    basePrice: '99.00',
    initialPayment: '99.00',
    recurringPayment: '0.00',
    paymentMethod: 'credit-card',
    paymentStatus: 'completed',
  });
  await openView(page, '#/orders');
  const row = rowOf(page, order.orderNumber);
  await expect(row.getByText('pending', { exact: true })).toBeVisible();
  await expect(row.getByText('Review')).toBeVisible();
});

test('an empty list says so, and a failed load shows a banner above the last known data', async ({
  page,
}) => {
  // Blocks live updates about orders of other tests.
  await page.route('**/api/admin/live', (route) => route.abort());
  await page.route('**/api/json/orders', (route) =>
    route.fulfill({
      json: { success: true, message: '', orders: [], total: 0, isTotalExact: true, nextCursor: null },
    }),
  );
  await openView(page, '#/orders');
  await expect(page.getByText('No orders found', { exact: true })).toBeVisible();
  await page.unroute('**/api/json/orders');
  await page.route('**/api/json/orders', (route) =>
    route.fulfill({ status: 500, json: { message: 'It broke.' } }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('It broke.');
  await expect(page.getByText('No orders found', { exact: true })).toBeVisible();
});

test('everything fits 320 px', { tag: ['@phone', '@browser'] }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await buy(page, 'Featherstonehaugh-Cholmondeley of Great Yarmouth');
  await openView(page, '#/orders');
  await expect(page.getByRole('table')).toBeVisible();
  const overhang = () =>
    page.evaluate(() => {
      // On phones the table head is only for screen readers, and the tabs scroll sideways on their own.
      const edges = [...document.querySelectorAll('.admin :not(thead *, .admin-tabs *, td *)')].map(
        (element) => element.getBoundingClientRect().right,
      );
      return Math.max(document.documentElement.scrollWidth, ...edges) - innerWidth;
    });
  expect(await overhang()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Filters' }).click();
  expect(await overhang()).toBeLessThanOrEqual(0);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(await overhang()).toBeLessThanOrEqual(0);
});
