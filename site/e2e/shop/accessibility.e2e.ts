import { sample } from '../../../api/test/fixtures/long.ts';
import { expectNoFindings, expectUsable } from '@northlight/shared/ui/test/page-checks.ts';
import { FORM_PAGES, SALES_PAGES } from '../support/public-pages.ts';
import { addServices, expect, fillBuyer, heading, orderNumber, payByCard, test } from '../support/shop.ts';

const PAGES = [
  ...SALES_PAGES,
  ...FORM_PAGES,
  '/thank-you',
  '/form-thank-you?orderNumber=ORD-10001',
  '/demo-paypal',
  '/stop-reminders?order=ORD-10001&key=x',
  '/order',
  '/order?order=ORD-10001&key=x',
  '/nope',
];

test('axe finds no violations on any page, and nothing is cut off at 320 pixels', async ({ page }) => {
  // Without an order, /thank-you leaves after three seconds, and axe may need longer.
  await page.addInitScript(() => {
    const wait = globalThis.setTimeout;
    globalThis.setTimeout = ((work: () => void, ms: number) =>
      wait(work, ms === 3_000 ? 60_000 : ms)) as typeof setTimeout;
  });
  for (const path of sample(PAGES, 5)) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectUsable(page, path);
  }
});

test('axe finds no violations on any checkout step, with errors and messages', async ({ page }) => {
  await page.goto('/checkout');
  await page.getByRole('button', { name: /Information/ }).click();
  await expect(page.getByText('No Service Selected', { exact: true })).toBeVisible();
  await expectNoFindings(page, 'toast');
  await addServices(page, ['website', 'voice', 'onhold']);
  await expectNoFindings(page, 'bundle');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('First name is required').first()).toBeVisible();
  await expectNoFindings(page, 'information with errors');
  await fillBuyer(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(heading(page, 'Payment')).toBeVisible();
  await expectNoFindings(page, 'payment');
  await payByCard(page, '4000000000003220');
  await expect(page.getByRole('button', { name: /Confirm/ })).toBeVisible();
  await expectNoFindings(page, 'second confirmation');
  await page.getByRole('button', { name: /Confirm/ }).click();
  await orderNumber(page);
  await expectNoFindings(page, 'thank-you');
});

test('checkout works with the keyboard only', async ({ page }) => {
  await page.goto('/checkout?service=onhold');
  await page.getByRole('button', { name: 'Continue to Checkout' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Your details')).toBeFocused();
  const typed = ['Ada', 'Marlow', 'ada@marlow-bicycles.example', '5550104477', 'Marlow Bicycles', 'Bicycles'];
  for (const text of typed) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
    // Past the offer of a link to finish.
    if (text.includes('@')) await page.keyboard.press('Tab');
  }
  await page.getByRole('button', { name: 'Continue to Payment' }).press('Enter');
  await expect(heading(page, 'Payment')).toBeFocused();
});
