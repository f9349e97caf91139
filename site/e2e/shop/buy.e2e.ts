import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import {
  addServices,
  CARDS,
  expect,
  fillBuyer,
  goToPayment,
  heading,
  emailOf,
  openWith,
  orderNumber,
  payByCard,
  receipt,
  test,
} from '../support/shop.ts';
import { SHOP } from '../support/own-server.ts';

const FORM_PATHS = { website: '/website-form', voice: '/voice-agent-form', onhold: '/onhold-audio-form' };

// The prices of every bundle are tested with `computePrice()`.
const BUNDLES: { ids: ServiceId[]; isYearly?: true; tag: string[]; expected: Record<string, string> }[] = [
  {
    ids: ['website'],
    isYearly: true,
    tag: ['@long'],
    expected: { Website: '$149.00', 'Due today': '$149.00', Then: '$300 a year' },
  },
  { ids: ['onhold'], tag: ['@long'], expected: { 'On-Hold Audio': '$99.00', 'Due today': '$99.00' } },
  {
    ids: ['website', 'voice', 'onhold'],
    tag: ['@phone'],
    expected: {
      Website: '$149.00',
      'On-Hold Audio': '$99.00',
      'Due today': '$248.00',
      Then: '$30 a month',
      'AI Voice Agent, billed separately': 'from $199.00 + from $199.00/month, subject to quote',
    },
  },
];

for (const { ids, isYearly = false, tag, expected } of BUNDLES) {
  test(
    `${ids.join(' + ')}, ${isYearly ? 'yearly' : 'monthly'}: from the bundle to the email`,
    { tag },
    async ({ page }) => {
      await openWith(page, ids);
      if (isYearly) await page.getByText('Yearly Billing').click();
      await expect.poll(() => receipt(page)).toEqual(expected);

      await page.getByRole('button', { name: 'Continue to Checkout' }).click();
      await fillBuyer(page);
      const { 'Due today': total = '', ...others } = expected;
      const full = { ...others, Subtotal: total, Tax: '$0.00', Total: total };
      await expect.poll(() => receipt(page)).toEqual(full);
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
      await expect(page.getByRole('heading', { name: 'Payment method' })).toBeVisible();
      const bar = page.getByText(`Order summary ${total}`);
      if (await bar.isVisible()) await bar.click();
      await expect.poll(() => receipt(page)).toEqual(full);
      await payByCard(page);

      const number = await orderNumber(page);
      await expect.poll(() => receipt(page)).toEqual(full);
      const email = await emailOf(number);
      expect(email).toContain(`Your order number is ${number}`);
      expect(email).toContain(`Total: ${total}`);
      if (expected['Then']) expect(email).toContain(`Then: ${expected['Then']}`);
      for (const id of ids) {
        expect(email).toContain(`${FORM_PATHS[id]}?order=${number}`);
        await expect(page.locator(`a[href^="${FORM_PATHS[id]}"]`)).toBeVisible();
      }
    },
  );
}

test('a phone shows the total and the first field without scrolling, and only one way out', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openWith(page, ['website', 'onhold']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page.getByText('Order summary $248.00')).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel(/^First name/)).toBeInViewport({ ratio: 1 });
  await expect(page.locator('header, #checkout-top').getByRole('link')).toHaveText(['← Back to Homepage']);
  await expect(page.locator('#promoCode')).toHaveCount(1);
});

test('buttons and choices that are used before the script runs count once it does', async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/checkout', { waitUntil: 'commit' });
  await addServices(page, ['website']);
  await page.getByText('Yearly Billing').click();
  await expect(page.getByRole('radio', { name: 'Yearly Billing' })).not.toBeChecked();
  released.resolve();
  await expect.poll(() => receipt(page)).toMatchObject({ Then: '$300 a year' });
  await expect(page.getByRole('radio', { name: 'Yearly Billing' })).toBeChecked();
});

test('voice alone: nothing is due today, so there is no payment step', async ({ page }) => {
  await openWith(page, ['voice']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  await page.getByRole('button', { name: 'Place order' }).click();
  await orderNumber(page);
  await expect(page.getByText('Billed separately').first()).toBeVisible();
  await expect(page.getByText('$199.00 + $199.00/month').first()).toBeVisible();
});

test('PayPal: approve, come back, and the order is complete @long', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await expect(page.getByText("You'll be redirected to PayPal")).toBeVisible();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.waitForURL('**/demo-paypal?**');
  await page.getByRole('button', { name: /Approve/ }).click();
  await orderNumber(page);
  await expect.poll(() => receipt(page)).toMatchObject({ Total: '$99.00' });
});

test('PayPal: cancel, come back to the payment step, and nothing is lost', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.waitForURL('**/demo-paypal?**');
  await page.getByRole('button', { name: /Cancel/ }).click();
  await expect(heading(page, 'Payment')).toBeVisible();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByText('You haven’t been charged', { exact: false }).first()).toBeVisible();
  await expect.poll(() => receipt(page)).toMatchObject({ Total: '$99.00' });
  await page.getByRole('radio', { name: /Card/ }).check();
  await payByCard(page);
  await orderNumber(page);
});

test('PayPal: coming back without approval makes no order @long', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.waitForURL('**/demo-paypal?**');
  const token = new URL(page.url()).searchParams.get('token') ?? '';
  await page.goto(`/checkout?paypal=return&token=${encodeURIComponent(token)}&PayerID=NOBODY`);
  await expect(page.getByText('PayPal payment failed', { exact: true })).toBeVisible();
  await expect(heading(page, 'Payment')).toBeVisible();
  await page.getByRole('radio', { name: /Card/ }).check();
  await payByCard(page);
  await orderNumber(page);
});

test('a declined card says so and the next one works', async ({ page }) => {
  await goToPayment(page, ['website']);
  await payByCard(page, CARDS.declined);
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  // Stays after the toast is gone.
  await expect(page.locator('.alert')).toHaveText(
    /^Your card was declined\. Please try another card\. You haven’t/,
  );
  await payByCard(page);
  await orderNumber(page);
});

test('while nothing can be saved, the checkout says so, keeps everything, and then goes through @long', async ({
  page,
}) => {
  const database = new DatabaseSync(join(SHOP.dataDir, 'northlight.db'));
  await openWith(page, ['voice']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  database.exec('BEGIN IMMEDIATE');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.locator('.toast-text').getByText('We can’t save anything at the moment.')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  // Another customer only reads.
  const other = await page.context().newPage();
  await other.goto('/website');
  await expect(other.getByRole('heading').first()).toBeVisible();
  database.exec('ROLLBACK');
  database.close();
  await page.getByRole('button', { name: 'Place order' }).click();
  expect(await orderNumber(page)).toMatch(/^ORD-/);
});
