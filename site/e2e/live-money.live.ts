import type { Page } from 'playwright/test';
import { openView } from './admin-steps.ts';
import { CARDS, expect, goToPayment, heading, orderNumber, test } from './shop.ts';

/** Stripe's own fields, as its stand-in draws them. */
async function payAtStripe(page: Page, number = CARDS.succeeds): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12/34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay Now' }).click();
}

test('D9: in live mode there is no demo ribbon and no card field of ours', async ({ page }) => {
  await goToPayment(page, ['website']);
  await expect(page.getByText('Stand-in for Stripe')).toBeVisible();
  await expect(page.getByText(/no money moves|test cards/i)).toHaveCount(0);
  await expect(page.locator('#card-number')).toHaveCount(0);
});

test('a card pays, is declined, and pays after all: one order', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await payAtStripe(page, CARDS.declined);
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await expect(page.getByText(/declined/).first()).toBeVisible();
  await payAtStripe(page);
  await orderNumber(page);
  await expect(page.getByText('Payment Successful', { exact: true })).toBeVisible();
  await expect(page.getByText('Demo order.')).toHaveCount(0);
});

test('a payment that was canceled meanwhile gives way to another one', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await page.route('**/v1/payment_intents/*/confirm', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } },
    }),
  );
  const asked = page.waitForRequest('**/api/create-payment-intent');
  await payAtStripe(page);
  await asked;
  await page.unrouteAll();
  await expect(page.getByLabel('Card number')).toHaveValue('');
  await payAtStripe(page);
  await orderNumber(page);
});

test('3-D Secure: the bank asks, the buyer agrees', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await payAtStripe(page, CARDS.needsConfirmation);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await payAtStripe(page, CARDS.needsConfirmation);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await orderNumber(page);
});

test('a bank’s page leads back to /checkout, refused and agreed', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await page.getByLabel('Payment method').last().selectOption('Bank redirect');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.waitForURL(/\/bank\//);
  await page.getByRole('button', { name: /fail|refuse|no/i }).click();
  await expect(page.getByText('Your bank did not confirm the payment.')).toBeVisible();
  await expect(page).toHaveURL(/\/checkout$/);
  await page.getByLabel('Payment method').last().selectOption('Bank redirect');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.waitForURL(/\/bank\//);
  await page.getByRole('button', { name: /authori[sz]e|agree|yes|complete/i }).click();
  await orderNumber(page);
});

test('PayPal: canceled, then approved', async ({ page }) => {
  await goToPayment(page, ['website']);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You left PayPal before paying.')).toBeVisible();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await orderNumber(page);
});

test('the browser dies after paying: the order comes by itself, and coming back shows it', async ({
  page,
}) => {
  await goToPayment(page, ['website']);
  await page.route('**/api/checkout', (route) => route.abort());
  await payAtStripe(page);
  await expect(heading(page, 'Payment')).toBeVisible();
  await page.unroute('**/api/checkout');
  await page.reload();
  await orderNumber(page);
});

test('a refund from the case page, in part', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await payAtStripe(page);
  const number = await orderNumber(page);
  await openView(page, `#/case/${number}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByLabel('Amount in US dollars').fill('100');
  await page.getByLabel('Reason').fill('Half of it was enough');
  await page.getByRole('button', { name: 'Refund $100.00' }).click();
  await expect(page.getByText('At most $99.00 can be refunded.').first()).toBeVisible();
  await page.getByLabel('Amount in US dollars').fill('49.50');
  await page.getByRole('button', { name: 'Refund $49.50' }).click();
  await expect(page.getByText('$49.50 refunded', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Half of it was enough' }).first()).toBeVisible();
});
