import type { Page } from 'playwright/test';
import {
  expectNoFindings,
  expectFits,
  expectNoSidewaysScroll,
} from '@northlight/shared/ui/test/page-checks.ts';
import { openView } from '../support/admin-steps.ts';
import { buyWebsite, FAILS_LATER, pageOf, waitForCharge } from '../support/recurring-steps.ts';
import { emailOf, expect, goToPayment, orderNumber, payByCard, test } from '../support/shop.ts';

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Your recurring payment' });

test('from the confirmation page, the customer sees, cancels and restores the recurring payment', async ({
  page,
}) => {
  await goToPayment(page, ['website']);
  await payByCard(page);
  const number = await orderNumber(page);
  await expect(page.getByText(/^Your first recurring payment of \$30 is on \w+ \d+, \d{4}\./)).toBeVisible();
  await page.getByRole('link', { name: 'View or cancel your recurring payment' }).click();
  const state = sectionOf(page).getByRole('status');
  await expect(page.getByRole('heading', { name: `Payments for ${number}` })).toBeVisible();
  // A new recurring payment starts within seconds.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Demo card ending in 4242')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(state).toHaveText(/We’ll charge \$30 on \w+ \d+, \d{4}\.$/);
  await expect(sectionOf(page).getByText('$30 a month', { exact: true })).toBeVisible();
  await expect(page.getByText('No recurring payments yet.')).toBeVisible();
  await expect(
    page.getByText(/^If you cancel, your recurring payment ends on .*\. You won’t be charged again\.$/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel recurring payment' }).click();
  await expect(state).toHaveText(
    /^Canceled\. Your recurring payment ends on (\w+ \d+, \d{4})\. You won’t be charged again\. If you undo this, your next payment is on \1\.$/,
  );
  await expect(state).toBeFocused();
  await expect(page.getByRole('button', { name: 'Cancel recurring payment' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo cancellation' }).press('Enter');
  await expect(state).toHaveText(/^Your recurring payment will continue\. Active\. We’ll charge \$30 on/);
  await expect(state).toBeFocused();
  const email = await emailOf(number);
  expect(email).toContain('/order?order=');
});

test('after a failed charge the customer pays, and the payments say so @long', async ({ page }) => {
  const order = await buyWebsite(page, { cardNumber: FAILS_LATER });
  await waitForCharge(page, order);
  await page.goto(pageOf(order));
  const state = sectionOf(page).getByRole('status');
  await expect(state).toContainText('didn’t go through. Please pay now or update your payment method.');
  const payments = page.getByRole('region', { name: /^Payments for/ });
  await expect(payments).toContainText('Didn’t go through');
  await page.getByRole('button', { name: 'Pay $30.00 now' }).click();
  await expect(state).toContainText('Thank you. We received your payment.');
  await expect(state).toBeFocused();
  await expect(payments).toContainText(/Paid.*\$30\.00/);
  await expect(page.getByRole('button', { name: 'Pay $30.00 now' })).toBeHidden();
  await page.getByRole('button', { name: 'Update payment method' }).click();
  await expect(state).toContainText('Your payment method has been updated.');
});

test('axe finds no violations, and the page fits 320 px @long', async ({ page }) => {
  const order = await buyWebsite(page, { cardNumber: FAILS_LATER });
  await waitForCharge(page, order);
  await page.goto(pageOf(order));
  const steps: [state: string, button?: string][] = [
    ['didn’t go through', 'Pay $30.00 now'],
    ['We received your payment', 'Cancel recurring payment'],
    ['Canceled.'],
  ];
  for (const [state, button] of steps) {
    await expect(sectionOf(page).getByRole('status')).toContainText(state);
    await expectNoFindings(page, state);
    await expectFits(page, state);
    if (button) await page.getByRole('button', { name: button }).click();
  }
});

test('the owner offers a new price, and the customer accepts it on a phone @long', async ({
  page,
  browser,
}) => {
  const order = await buyWebsite(page);
  const office = await browser.newPage();
  await openView(office, `#/case/${order.orderNumber}`);
  await office.getByRole('button', { name: /^Other actions for the recurring/ }).click();
  await office.getByRole('button', { name: 'Offer a new price' }).click();
  const dialog = office.getByRole('dialog', { name: 'Offer a new price' });
  await dialog.getByLabel('New price per month in US dollars').fill('35');
  const day = new Date(Date.now() + 300 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  await dialog.getByLabel('From').fill(day);
  await expect(dialog).toContainText('your website costs $35 a month instead of $30 a month');
  await expectNoFindings(office, 'the offer');
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await expect(dialog).toBeHidden();
  await expect(office.getByRole('region', { name: 'Recurring payment', exact: true })).toContainText(
    '$35.00 offered',
  );

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(pageOf(order));
  await expect(page.getByRole('region', { name: 'A new price' })).toContainText(
    'your price stays $30 a month',
  );
  await expectNoSidewaysScroll(page, 'the new price');
  await expectNoFindings(page, 'the new price');
  await page.getByRole('button', { name: 'Accept the new price' }).click();
  await expect(sectionOf(page).getByRole('status')).toContainText('You accepted the new price.');
  await expect(sectionOf(page)).toContainText('$35 a month, starting');
  await expect(office.getByRole('region', { name: 'Recurring payment', exact: true })).toContainText(
    '$35.00 accepted',
  );
  await office.close();
});
