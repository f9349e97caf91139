import type { Page } from 'playwright/test';
import {
  addServices,
  expect,
  fillBuyer,
  goToPayment,
  heading,
  openWith,
  orderNumber,
  payByCard,
  receipt,
  test,
} from '../support/shop.ts';
import { newEmail } from '../support/purchases.ts';

const RESULT = { timeout: 15_000 };

/** What Duplicate Tab and Reopen Closed Tab do: a tab with the same storage. */
async function duplicate(page: Page): Promise<Page> {
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  const copy = await page.context().newPage();
  await copy.addInitScript((text) => {
    if (sessionStorage.length > 0) return;
    for (const [key, value] of Object.entries<string>(JSON.parse(text))) sessionStorage.setItem(key, value);
  }, stored);
  await copy.goto('/checkout');
  return copy;
}

async function backToServices(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Services/ }).click();
  await expect(heading(page, 'Choose your services')).toBeVisible();
}

async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(heading(page, 'Payment')).toBeVisible();
}

const offer = (page: Page, text: RegExp | string) =>
  expect(page.locator('.checkout-notice')).toContainText(text, RESULT);

test('a copy of the tab with something else says what was paid, and pays for the rest @long', async ({
  page,
}) => {
  await goToPayment(page, ['website'], { Email: newEmail() });
  const copy = await duplicate(page);
  await expect(heading(copy, 'Payment')).toBeVisible();
  await backToServices(copy);
  await copy.getByRole('button', { name: 'Remove Website' }).click();
  await addServices(copy, ['onhold']);
  await goOn(copy);
  await payByCard(page);
  const first = await orderNumber(page);
  await payByCard(copy);
  await offer(copy, `You already paid for your website (${first}). Pay $99.00 for On-Hold Audio as well?`);
  await payByCard(copy);
  const second = await orderNumber(copy);
  expect(second).not.toBe(first);
  await expect.poll(() => receipt(copy)).toMatchObject({ 'On-Hold Audio': '$99.00', Total: '$99.00' });
});

test('a copy with one more service pays only for that one, by PayPal, too @long', async ({ page }) => {
  await goToPayment(page, ['website'], { Email: newEmail() });
  const copy = await duplicate(page);
  await expect(heading(copy, 'Payment')).toBeVisible();
  await backToServices(copy);
  await addServices(copy, ['onhold']);
  await goOn(copy);
  await payByCard(page);
  const first = await orderNumber(page);
  await copy.getByRole('radio', { name: /PayPal/ }).check();
  await copy.getByRole('button', { name: 'Pay with PayPal' }).click();
  await offer(copy, `You already paid for your website (${first}). Pay $99.00 for On-Hold Audio as well?`);
  await copy.getByRole('button', { name: 'Pay with PayPal' }).click();
  await copy.waitForURL('**/demo-paypal?**');
  await copy.getByRole('button', { name: /Approve/ }).click();
  expect(await orderNumber(copy)).not.toBe(first);
});

const CHANGES: Record<string, { change: (copy: Page) => Promise<void>; total: string }> = {
  'another period': { change: (copy) => copy.getByText('Yearly Billing').click(), total: '$149.00' },
  'a promo code': {
    change: async (copy) => {
      await copy.getByRole('button', { name: 'Continue to Checkout' }).click();
      await copy.getByLabel('Promo code').fill('SAVE50');
      await copy.getByRole('button', { name: 'Apply' }).click();
      await expect.poll(() => receipt(copy)).toMatchObject({ 'Discount (SAVE50)': '−$50.00' });
      await backToServices(copy);
    },
    total: '$99.00',
  },
  'an add-on': {
    change: (copy) => copy.getByRole('checkbox', { name: /Custom Domain Setup/ }).check(),
    total: '$198.00',
  },
};

for (const [what, { change, total }] of Object.entries(CHANGES))
  test(`a copy with ${what} says what was paid, and charges nothing by itself @long`, async ({ page }) => {
    await goToPayment(page, ['website'], { Email: newEmail() });
    const copy = await duplicate(page);
    await expect(heading(copy, 'Payment')).toBeVisible();
    await backToServices(copy);
    await change(copy);
    await goOn(copy);
    await payByCard(page);
    const first = await orderNumber(page);
    // A tab that was closed and comes back asks by itself.
    await copy.reload();
    await offer(copy, `You already paid for your website (${first}). Pay ${total} for Website as well?`);
    await expect(copy).toHaveURL(/\/checkout$/);
  });

test('a copy with nothing due places its own order @long', async ({ page }) => {
  await openWith(page, ['website']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page, { Email: newEmail() });
  const copy = await duplicate(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await payByCard(page);
  const first = await orderNumber(page);
  await backToServices(copy);
  await copy.getByRole('button', { name: 'Remove Website' }).click();
  await addServices(copy, ['voice']);
  await copy.getByRole('button', { name: 'Continue to Checkout' }).click();
  await copy.getByRole('button', { name: 'Place order' }).click();
  await offer(copy, `You already paid for your website (${first}). Order AI Voice Agent as well?`);
  await copy.getByRole('button', { name: 'Place order' }).click();
  expect(await orderNumber(copy)).not.toBe(first);
});

test('a copy that shows the same leads to the same order', async ({ page }) => {
  await goToPayment(page, ['website'], { Email: newEmail() });
  const copy = await duplicate(page);
  await expect(heading(copy, 'Payment')).toBeVisible();
  await payByCard(page);
  const first = await orderNumber(page);
  await payByCard(copy);
  expect(await orderNumber(copy)).toBe(first);
});
