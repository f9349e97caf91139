import type { Page } from 'playwright/test';
import { expectNoFindings } from '@northlight/shared/ui/test/page-checks.ts';
import { openView } from '../support/admin-steps.ts';
import { CARDS, expect, goToPayment, heading, orderNumber, test } from '../support/shop.ts';

/** Fills in the card fields of the Stripe stand-in. */
async function payAtStripe(page: Page, number = CARDS.succeeds): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12/34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay Now' }).click();
}

test('live mode has no demo banner and no card fields of its own @long', async ({ page }) => {
  await goToPayment(page, ['website']);
  await expect(page.getByText('Stand-in for Stripe')).toBeVisible();
  await expect(page.getByText(/no real charges|test cards/i)).toHaveCount(0);
  await expect(page.locator('#card-number')).toHaveCount(0);
});

test('a card is declined, then pays: one order', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await payAtStripe(page, CARDS.declined);
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await expect(page.getByText(/declined/).first()).toBeVisible();
  await payAtStripe(page);
  await orderNumber(page);
  await expect(page.getByText('Payment Successful', { exact: true })).toBeVisible();
  // These are test keys.
  await expect(page.getByText('No real payment was made.')).toBeVisible();
});

test('a payment canceled in the meantime is replaced @long', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await page.route('**/v1/payment_intents/*/confirm', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } },
    }),
  );
  await payAtStripe(page);
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await orderNumber(page);
});

/** The provider charges the card, but its response gets lost. */
const loseConfirmation = (page: Page) =>
  page.route('**/v1/payment_intents/*/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });

test('after a lost response the page checks the payment and shows the order @long', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await loseConfirmation(page);
  await payAtStripe(page);
  await orderNumber(page);
});

test('when neither Stripe nor the shop responds, nobody is asked to pay again, and a check finds the order @long', async ({
  page,
}) => {
  await goToPayment(page, ['onhold']);
  await loseConfirmation(page);
  await page.route('**/api/payment-status', (route) => route.abort());
  await payAtStripe(page);
  const unclear = page.getByRole('heading', { name: 'We couldn’t confirm your payment' });
  await expect(unclear).toBeFocused();
  await expect(page.getByText('Please don’t pay again yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0);
  await expectNoFindings(page, 'unclear payment');
  const unanswered = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/payment-status'),
  );
  await page.getByRole('button', { name: 'Check again' }).click();
  await unanswered;
  await expect(unclear).toBeVisible();
  await page.unroute('**/api/payment-status');
  await page.getByRole('button', { name: 'Check again' }).click();
  await orderNumber(page);
});

test('when the card was not charged after all, the form returns and says so @long', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await page.route('**/v1/payment_intents/*/confirm', (route) => route.abort());
  await page.route('**/api/payment-status', (route) => route.abort());
  await payAtStripe(page);
  await expect(page.getByRole('heading', { name: 'We couldn’t confirm your payment' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Your card wasn’t charged.')).toBeVisible();
  await payAtStripe(page);
  await orderNumber(page);
});

test('when another tab has paid, Pay Now shows that order @long', async ({ page, context }) => {
  await goToPayment(page, ['onhold']);
  const checkout = await page.evaluate(() => sessionStorage.getItem('northlight-checkout') ?? '');
  const bundle = await page.evaluate(() => sessionStorage.getItem('northlight-bundle') ?? '');
  const other = await context.newPage();
  await other.goto('/');
  await other.evaluate(
    ([kept, chosen]) => {
      sessionStorage.setItem('northlight-checkout', kept ?? '');
      sessionStorage.setItem('northlight-bundle', chosen ?? '');
    },
    [checkout, bundle],
  );
  await other.goto('/checkout');
  await payAtStripe(other);
  const number = await orderNumber(other);
  await payAtStripe(page);
  expect(await orderNumber(page)).toBe(number);
});

test('with a processing bank debit the order is pending, and the page says not to pay again @long', async ({
  page,
}) => {
  await goToPayment(page, ['onhold']);
  await page.getByLabel('Payment method').last().selectOption('Bank debit');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await orderNumber(page);
  await expect(page.getByText('Your payment is on its way.')).toBeVisible();
  await expect(page.getByText('Please don’t pay again.')).toBeVisible();
  await expect(page.getByText('Payment Successful', { exact: true })).toHaveCount(0);
});

const payWithPaypal = async (page: Page, source: string) => {
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByLabel('Purse').selectOption(source);
  await page.getByRole('button', { name: 'Approve' }).click();
};

test('when PayPal declines a card, the customer goes back and chooses another @long', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await payWithPaypal(page, 'is refused');
  await expect(page.locator('.toast-text')).toContainText('Please choose another one on PayPal');
  await page.reload();
  await expect(heading(page, 'Payment')).toBeVisible();
  await payWithPaypal(page, 'pays');
  await orderNumber(page);
});

test('after a code is applied during a PayPal payment, the old approval is not charged, but the new one is @long', async ({
  page,
}) => {
  await goToPayment(page, ['onhold']);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.waitForURL(/checkoutnow/);
  const oldApproval = page.url();
  await page.goBack();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByLabel('Promo code').fill('SAVE50');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Applied' })).toBeVisible();
  await page.goto(oldApproval);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.locator('.toast-text')).toContainText(
    'changed to $49.00 after you approved this payment. You haven’t been charged.',
  );
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await orderNumber(page);
  await expect(page.getByText('$49.00').first()).toBeVisible();
});

test('3-D Secure: the bank asks, the customer confirms', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await payAtStripe(page, CARDS.needsConfirmation);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await payAtStripe(page, CARDS.needsConfirmation);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await orderNumber(page);
});

test('a bank’s page returns to /checkout after a refusal and after a confirmation @long', async ({
  page,
}) => {
  await goToPayment(page, ['onhold']);
  await page.getByLabel('Payment method').last().selectOption('Bank redirect');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.waitForURL(/\/bank\//);
  await page.getByRole('button', { name: /fail|refuse|no/i }).click();
  await expect(page.getByText('Your bank didn’t confirm the payment.')).toBeVisible();
  await expect(page).toHaveURL(/\/checkout$/);
  await page.getByLabel('Payment method').last().selectOption('Bank redirect');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.waitForURL(/\/bank\//);
  await page.getByRole('button', { name: /authori[sz]e|agree|yes|complete/i }).click();
  await orderNumber(page);
});

test('when PayPal declines the first payment of a subscription, the next attempt pays @long', async ({
  page,
}) => {
  await goToPayment(page, ['website']);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await payWithPaypal(page, 'is declined');
  await expect(page.locator('.toast-text')).toContainText('PayPal declined the payment.');
  await expect(page).toHaveURL(/\/checkout$/);
  await payWithPaypal(page, 'pays');
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

test('the customer leaves after paying: the order is made anyway, and coming back shows it @long', async ({
  page,
}) => {
  await goToPayment(page, ['website']);
  await page.route('**/api/checkout', (route) => route.abort());
  const isPaid = page.waitForRequest('**/api/checkout');
  await payAtStripe(page);
  await isPaid;
  await page.goto('about:blank');
  await page.unroute('**/api/checkout');
  await page.goto('/checkout');
  await orderNumber(page);
});

test('a partial refund from the order page @long', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await payAtStripe(page);
  const number = await orderNumber(page);
  await openView(page, `#/case/${number}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByLabel('Amount in US dollars').fill('100');
  await page.getByLabel('Reason').fill('Half of it was enough');
  await page.getByRole('button', { name: 'Refund $100.00' }).click();
  await expect(page.getByText('You can refund up to $99.00.').first()).toBeVisible();
  await page.getByLabel('Amount in US dollars').fill('49.50');
  await page.getByRole('button', { name: 'Refund $49.50' }).click();
  await expect(page.getByText('$49.50 refunded', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Half of it was enough' }).first()).toBeVisible();
});
