import type { Page } from 'playwright/test';
import { expectNoFindings, expectFits } from '@northlight/shared/ui/test/page-checks.ts';
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

test('axe finds no violations, and the page fits 320 px @long', async ({ page }) => {
  const order = await buyWebsite(page, {}, FAILS_LATER);
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
