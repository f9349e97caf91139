import { makeOlder } from '../support/older-browser.ts';
import { expect, fillBuyer, goToPayment, openWith, orderNumber, payByCard, test } from '../support/shop.ts';

test.describe('with nothing that is younger than the oldest browsers we serve', () => {
  test.beforeEach(({ page }) => makeOlder(page));

  test('the page really lacks it', async ({ page }) => {
    await page.goto('/checkout');
    const has = await page.evaluate(() => [
      'canParse' in URL,
      'any' in AbortSignal,
      'withResolvers' in Promise,
      'groupBy' in Object,
      'union' in Set.prototype,
      'isWellFormed' in String.prototype,
      'userActivation' in navigator,
      'requestIdleCallback' in window,
      'startViewTransition' in document,
      'showPopover' in HTMLElement.prototype,
      'navigation' in window,
      // What they have stays.
      'toSorted' in Array.prototype && 'at' in String.prototype && 'structuredClone' in window,
    ]);
    expect(has).toEqual([...Array.from({ length: 11 }, () => false), true]);
  });

  test('a card pays', { tag: '@phone' }, async ({ page }) => {
    await goToPayment(page, ['website', 'onhold']);
    await payByCard(page);
    await orderNumber(page);
  });

  test('PayPal pays @long', async ({ page }) => {
    await goToPayment(page, ['onhold']);
    await page.getByRole('radio', { name: /PayPal/ }).check();
    await page.getByRole('button', { name: 'Pay with PayPal' }).click();
    await page.waitForURL('**/demo-paypal?**');
    await page.getByRole('button', { name: /Approve/ }).click();
    await orderNumber(page);
  });

  test('an order without a payment is placed @long', async ({ page }) => {
    await openWith(page, ['voice']);
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await fillBuyer(page);
    await page.getByRole('button', { name: 'Place order' }).click();
    await orderNumber(page);
  });
});
