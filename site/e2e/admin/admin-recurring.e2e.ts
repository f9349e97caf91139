import type { Page } from 'playwright/test';
import {
  expectNoFindings,
  expectFits,
  expectNoSidewaysScroll,
} from '@northlight/shared/ui/test/page-checks.ts';
import { aWord, goToView, openView, rowOf } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { buyWebsite, waitForCharge } from '../support/recurring-steps.ts';

const toast = (page: Page, title: string) => page.locator('.toast-title', { hasText: title });
const card = (page: Page) => page.getByRole('region', { name: 'Recurring payment', exact: true });
const press = (page: Page, name: string) => card(page).getByRole('button', { name }).click();

test('an administrator pauses, resumes, changes, refunds and cancels @long', async ({ page }) => {
  const order = await buyWebsite(page);
  await openView(page, `#/case/${order.orderNumber}`);
  await expect(card(page)).toContainText('StatusActivePrice$30.00 per monthNext charge');
  await expect(card(page)).toContainText('No charges yet.');
  await press(page, 'Pause');
  await expect(toast(page, 'Recurring payment paused')).toBeVisible();
  await expect(card(page)).toContainText('StatusPaused');
  await press(page, 'Resume');
  await expect(card(page)).toContainText('StatusActive');

  await press(page, 'Change amount');
  const amount = card(page).getByLabel('New amount per month in US dollars');
  await expect(amount).toBeFocused();
  await amount.fill('nothing');
  await amount.press('Enter');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await amount.fill('45.50');
  // An unsent change survives leaving the page.
  await goToView(page, '#/orders');
  await goToView(page, `#/case/${order.orderNumber}`);
  await expect(amount).toHaveValue('45.50');
  await amount.press('Enter');
  await expect(card(page)).toContainText('Price$45.50 per month');
  await expect(amount).toHaveCount(0);

  // The open page shows the new charge by itself.
  await waitForCharge(page, order);
  await expect(card(page).getByRole('row').nth(1)).toContainText('$45.50Paid');
  await card(page)
    .getByRole('button', { name: /^Refund the charge due/ })
    .first()
    .click();
  await card(page).getByLabel('Amount in US dollars').fill('10');
  await card(page).getByLabel('Reason').fill('The page was down.');
  await press(page, 'Refund $10.00');
  await expect(toast(page, '$10.00 refunded')).toBeVisible();
  await expect(card(page).getByRole('row').nth(1)).toContainText('$10.00 refunded');

  await press(page, 'Cancel at end of period');
  const question = page.getByRole('dialog', { name: 'Cancel at the end of the period?' });
  await question.getByRole('button', { name: 'Cancel recurring payment' }).click();
  await expect(card(page)).toContainText('Ends');
  await press(page, 'Undo cancellation');
  await expect(card(page)).toContainText('Next charge');
  await press(page, 'Cancel now');
  const dialog = page.getByRole('dialog', { name: 'Cancel now?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(card(page)).toContainText('StatusActive');
  await press(page, 'Cancel now');
  await dialog.getByRole('button', { name: 'Cancel recurring payment' }).click();
  await expect(card(page)).toContainText('StatusCanceled');
  await expect(card(page).getByRole('button', { name: /Pause|Cancel/ })).toHaveCount(0);
  const timeline = page.getByRole('region', { name: 'What happened' });
  await expect(
    timeline.getByText('Recurring payment changed to $45.50, starting with the next charge'),
  ).toBeVisible();
  await expect(timeline.getByText('Recurring payment of $45.50 received').first()).toBeVisible();
});

test('axe finds no violations in the card and the list, and they fit 320 px @long', async ({ page }) => {
  const word = aWord();
  const order = await buyWebsite(page, { businessName: word, lastName: 'x'.repeat(80) });
  await waitForCharge(page, order);
  await openView(page, `#/case/${order.orderNumber}`);
  await press(page, 'Change amount');
  await card(page)
    .getByRole('button', { name: /^Refund the charge due/ })
    .first()
    .click();
  await expectNoFindings(page, 'card');
  await expectFits(page, 'card');
  await press(page, 'Cancel now');
  await expectNoFindings(page, 'dialog');
  await page.keyboard.press('Escape');
  await goToView(page, `#/recurring?q=${word}`);
  await expect(rowOf(page, order.orderNumber)).toBeVisible();
  await expectNoFindings(page, 'list');
  await expectNoSidewaysScroll(page, 'list at 320');
});
