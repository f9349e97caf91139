import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { request, type APIRequestContext } from 'playwright/test';
import { ADMIN } from '../support/admin.ts';
import { aWord, openView, showAllPlaces } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { SHOP } from '../support/own-server.ts';
import { buy, buyPaid } from '../support/purchases.ts';

const LOGIN_PATH = pathOf('POST /api/admin/login');

let elsewhere: APIRequestContext | undefined;
// It is called after each group of tests of a worker, which may run more of them.
test.afterAll(async () => {
  await elsewhere?.dispose();
  elsewhere = undefined;
});

async function openElsewhere() {
  const opened = await request.newContext({ baseURL: SHOP.origin });
  await opened.post(LOGIN_PATH, { data: ADMIN });
  return opened;
}

/** An action of another administrator in another window. */
async function actElsewhere(path: string, data: object) {
  elsewhere ??= await openElsewhere();
  const response = await elsewhere.post(`/api/admin/cases/${path}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
}

test('changes made in another window appear by themselves', { tag: '@app' }, async ({ page }) => {
  const { orderNumber: number } = await buyPaid(page, ['website']);
  await openView(page, `#/case/${number}`);
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByLabel('Internal note').fill('Half a note');
  await actElsewhere(`${number}/work-status`, { workStatus: 'delivered', workVersion: 0 });
  // Long before the case refetches on its own, every 30 seconds.
  await expect(page.getByRole('button', { name: 'Closed' })).toHaveAttribute('aria-pressed', 'true');
  await actElsewhere(`${number}/notes`, { text: 'From the other window' });
  await expect(page.getByText('From the other window')).toBeVisible();
  await expect(page.getByLabel('Internal note')).toHaveValue('Half a note');
});

test(
  'toasts do not cover Logout, and a free order says that nothing was due @long',
  { tag: '@phone' },
  async ({ page }) => {
    const number = await buy(page, aWord());
    await openView(page, `#/case/${number}`);
    await expect(page.getByRole('region', { name: 'Payments', exact: true })).toContainText(
      'StatusNothing due',
    );
    await page.getByRole('button', { name: 'Delivered' }).click();
    await page.getByRole('button', { name: 'Close the order' }).click();
    await expect(page.locator('.toast')).toBeVisible();
    await showAllPlaces(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  },
);
