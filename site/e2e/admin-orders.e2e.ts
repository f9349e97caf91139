import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { buy, logIn } from './admin-steps.ts';
import { expect, test } from './shop.ts';

async function expectNoAxeFindings(page: Page) {
  // Colours in the middle of a fade are nobody's colours.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
}

test('an order appears with its labels, after Refresh and by itself', async ({ page }, { project }) => {
  await page.clock.install();
  await logIn(page);
  await expect(page.getByRole('heading', { name: 'Order Tracking' })).toBeVisible();
  const number = await buy(page, `Refresh-${project.name}`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const row = page.getByRole('row').filter({ hasText: number });
  await expect(row).toContainText(`Ada Refresh-${project.name}`);
  await expect(row).toContainText('AI Voice Agent');
  await expect(row).toContainText('Hosted by GoHighLevel');
  await expect(row).toContainText('$0.00');
  await expect(row).toContainText('One-time payment');
  await expect(row.getByText('completed', { exact: true })).toBeVisible();
  await expect(row.getByText('Demo', { exact: true })).toBeVisible();

  const later = await buy(page, 'Later');
  await page.clock.runFor(31_000);
  await expect(page.getByRole('row').filter({ hasText: later })).toBeVisible();
});

test('a claimed payment waits in yellow with its reason', async ({ page }) => {
  const response = await page.request.post('/api/checkout', {
    data: {
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
    },
  });
  const { order } = await response.json();
  await logIn(page);
  const row = page.getByRole('row').filter({ hasText: order.orderNumber });
  await expect(row.getByText('pending', { exact: true })).toBeVisible();
  await expect(row.getByText('Review', { exact: true })).toBeVisible();
});

test('no orders yet, and a banner when the list fails, with what was known before', async ({ page }) => {
  await page.route('**/api/json/orders', (route) =>
    route.fulfill({ json: { success: true, message: '', orders: [], total: 0, nextCursor: null } }),
  );
  await logIn(page);
  await expect(page.getByText('No orders found', { exact: true })).toBeVisible();
  await page.unroute('**/api/json/orders');
  await page.route('**/api/json/orders', (route) =>
    route.fulfill({ status: 500, json: { message: 'It broke.' } }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('It broke.');
  await expect(page.getByText('No orders found', { exact: true })).toBeVisible();
});

test('axe-core finds nothing, in light and dark', async ({ page }) => {
  await page.goto('/admin-login');
  await page.getByRole('button', { name: 'Login' }).click();
  await expectNoAxeFindings(page);
  await buy(page, 'Axe');
  await logIn(page);
  await expect(page.getByRole('table')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await page.clock.install();
  await page.goto('/admin');
  await expect(page.getByText('Go to Login Now')).toBeVisible();
  await expectNoAxeFindings(page);
});

test('everything fits on 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await buy(page, 'Featherstonehaugh-Cholmondeley of Great Yarmouth');
  await logIn(page);
  await expect(page.getByRole('table')).toBeVisible();
  const overhang = () =>
    page.evaluate(() => {
      // On a phone the head of the table is there for screen readers alone.
      const edges = [...document.querySelectorAll('.admin :not(thead *)')].map(
        (element) => element.getBoundingClientRect().right,
      );
      return Math.max(0, ...edges) - innerWidth;
    });
  expect(await overhang()).toBeLessThanOrEqual(0);
  await page.getByRole('tab', { name: 'Settings' }).click();
  expect(await overhang()).toBeLessThanOrEqual(0);
});
