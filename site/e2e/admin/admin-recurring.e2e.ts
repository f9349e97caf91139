import type { Page } from 'playwright/test';
import {
  expectNoFindings,
  expectFits,
  expectNoSidewaysScroll,
} from '@northlight/shared/ui/test/page-checks.ts';
import { aWord, goToView, openView, rowOf } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { buyWebsite, waitForCharge } from '../support/recurring-steps.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Recurring payment', exact: true });
const press = (page: Page, name: string) => card(page).getByRole('button', { name }).click();

test('axe finds no violations in the card and the list, and they fit 320 px @long', async ({ page }) => {
  const word = aWord();
  const order = await buyWebsite(page, { changes: { businessName: word, lastName: 'x'.repeat(80) } });
  await waitForCharge(page, order);
  await openView(page, `#/case/${order.orderNumber}`);
  await press(page, 'Other actions');
  await press(page, 'Change amount');
  await card(page)
    .getByRole('button', { name: /^Refund the charge due/ })
    .first()
    .click();
  await expectNoFindings(page, 'card');
  await expectFits(page, 'card');
  await press(page, 'Other actions');
  await press(page, 'Cancel now');
  await expectNoFindings(page, 'dialog');
  await page.keyboard.press('Escape');
  await goToView(page, `#/recurring?q=${word}`);
  await expect(rowOf(page, order.orderNumber)).toBeVisible();
  await expectNoFindings(page, 'list');
  await expectNoSidewaysScroll(page, 'list at 320');
});
