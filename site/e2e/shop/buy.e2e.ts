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

const bundles: { ids: ServiceId[]; monthly: Record<string, string>; yearlyThen?: string }[] = [
  {
    ids: ['website'],
    monthly: { Website: '$149.00', 'Due today': '$149.00', Then: '$30 a month' },
    yearlyThen: '$300 a year',
  },
  { ids: ['onhold'], monthly: { 'On-Hold Audio': '$99.00', 'Due today': '$99.00' } },
  {
    ids: ['website', 'voice', 'onhold'],
    monthly: {
      Website: '$149.00',
      'On-Hold Audio': '$99.00',
      'Due today': '$248.00',
      Then: '$30 a month',
      'AI Voice Agent, billed separately': 'from $199.00 + from $199.00/month, subject to quote',
    },
    yearlyThen: '$300 a year',
  },
];

for (const { ids, monthly, yearlyThen } of bundles) {
  for (const isYearly of [false, true]) {
    test(
      `${ids.join(' + ')}, ${isYearly ? 'yearly' : 'monthly'}: from the bundle to the email`,
      { tag: '@phone' },
      async ({ page }) => {
        await openWith(page, ids);
        if (isYearly) await page.getByText('Yearly Billing').click();
        const expected: Record<string, string> = {
          ...monthly,
          ...(isYearly && yearlyThen && { Then: yearlyThen }),
        };
        await expect.poll(() => receipt(page)).toEqual(expected);

        await page.getByRole('button', { name: 'Continue to Checkout' }).click();
        await fillBuyer(page);
        const { 'Due today': total = '', ...others } = expected;
        const full = { ...others, Subtotal: total, Tax: '$0.00', Total: total };
        await expect.poll(() => receipt(page)).toEqual(full);
        await page.getByRole('button', { name: 'Continue to Payment' }).click();
        await expect.poll(() => receipt(page)).toEqual(full);
        await payByCard(page);

        const number = await orderNumber(page);
        await expect.poll(() => receipt(page)).toEqual(full);
        const email = await emailOf(number);
        expect(email).toContain(`Your order number is ${number}`);
        expect(email).toContain(`Total: ${total}`);
        if (expected['Then']) expect(email).toContain(`Then: ${expected['Then']}`);
        for (const path of ids.map(
          (id) =>
            ({ website: '/website-form', voice: '/voice-agent-form', onhold: '/onhold-audio-form' })[id],
        )) {
          expect(email).toContain(`${path}?order=${number}`);
          await expect(page.locator(`a[href^="${path}"]`)).toBeVisible();
        }
      },
    );
  }
}

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

test(
  'voice alone: nothing is due today, so there is no payment step',
  { tag: '@phone' },
  async ({ page }) => {
    await openWith(page, ['voice']);
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await fillBuyer(page);
    await page.getByRole('button', { name: 'Place order' }).click();
    await orderNumber(page);
    await expect(page.getByText('Billed separately').first()).toBeVisible();
    await expect(page.getByText('$199.00 + $199.00/month').first()).toBeVisible();
  },
);

test('PayPal: approve, come back, and the order is complete', { tag: '@phone' }, async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await expect(page.getByText("You'll be redirected to PayPal")).toBeVisible();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.waitForURL('**/demo-paypal?**');
  await page.getByRole('button', { name: /Approve/ }).click();
  await orderNumber(page);
  await expect.poll(() => receipt(page)).toMatchObject({ Total: '$99.00' });
});

test(
  'PayPal: cancel, come back to the payment step, and nothing is lost',
  { tag: '@phone' },
  async ({ page }) => {
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
  },
);

test('PayPal: coming back without approval makes no order', async ({ page }) => {
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

test('a declined card says so and the next one works', { tag: '@phone' }, async ({ page }) => {
  await goToPayment(page, ['website']);
  await payByCard(page, CARDS.declined);
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Your card was declined. Please try another card.', { exact: true }),
  ).toBeVisible();
  await payByCard(page, CARDS.insufficientFunds);
  await expect(
    page.getByText('Your card has insufficient funds. Please try another card.', { exact: true }),
  ).toBeVisible();
  await payByCard(page);
  await orderNumber(page);
});

test('a payment ended after too many declined cards says how long to wait, then continues', async ({
  page,
}) => {
  await goToPayment(page, ['website']);
  await page.route('**/api/demo-payments/card', (route) =>
    route.fulfill({ json: { status: 'declined', message: 'This payment is over.', isOver: true } }),
  );
  const message = 'Too many cards were declined. Nothing was charged. Please try again in a minute.';
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({ status: 429, json: { success: false, code: 'too_many_declines', message } }),
  );
  await payByCard(page, CARDS.declined);
  await expect(page.getByText(message, { exact: true })).toBeVisible();
  await page.unrouteAll();
  await payByCard(page);
  await orderNumber(page);
});

test('a card that requires confirmation', { tag: '@phone' }, async ({ page }) => {
  await goToPayment(page, ['website']);
  await payByCard(page, CARDS.needsConfirmation);
  await page.getByRole('button', { name: /Confirm/ }).click();
  await orderNumber(page);
});

for (const code of ['SAVE50', 'save50', ' Save50 ']) {
  test(`the promo code "${code}" takes $50 off and can be removed`, async ({ page }) => {
    await openWith(page, ['website']);
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await page.getByLabel('Promo code').fill(code);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Applied' })).toBeVisible();
    await expect(page.getByText('Promo Code Applied', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Promo code')).toHaveValue('SAVE50');
    await expect(page.getByLabel('Promo code')).toHaveAttribute('readonly');
    await expect.poll(() => receipt(page)).toMatchObject({ 'Discount (SAVE50)': '−$50.00', Total: '$99.00' });
    await page.getByRole('button', { name: 'Applied' }).click();
    await expect.poll(() => receipt(page)).toMatchObject({ Total: '$149.00' });
    await expect(page.getByText('Promo Code Applied', { exact: true })).toHaveCount(0);
  });
}

test('a wrong promo code changes nothing and says so', async ({ page }) => {
  await openWith(page, ['website']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await page.getByLabel('Promo code').fill('SAVE51');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('Applying...')).toBeVisible();
  await expect(page.getByText('Invalid Promo Code', { exact: true })).toBeVisible();
  await expect(page.getByText('The promo code you entered is invalid or expired.').first()).toBeVisible();
  await expect.poll(() => receipt(page)).toMatchObject({ Total: '$149.00' });
});

test('a typed code that was never applied is applied on the way to payment', async ({ page }) => {
  await openWith(page, ['website']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  await page.getByLabel('Promo code').fill('save50');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(heading(page, 'Payment')).toBeVisible();
  await expect.poll(() => receipt(page)).toMatchObject({ 'Discount (SAVE50)': '−$50.00', Total: '$99.00' });
});

test('a wrong code stops the customer once, and not a second time', async ({ page }) => {
  await openWith(page, ['website']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  await page.getByLabel('Promo code').fill('SAVE51');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('Check the spelling, or continue without a code.')).toBeVisible();
  await expect(page.getByLabel('Promo code')).toBeFocused();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(heading(page, 'Payment')).toBeVisible();
  await expect.poll(() => receipt(page)).toMatchObject({ Total: '$149.00' });
});

test('with only a voice agent the button places the order, and a code without effect says so', async ({
  page,
}) => {
  await openWith(page, ['voice']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  await expect(page.getByText('Nothing is due today ($0)')).toBeVisible();
  await page.getByLabel('Promo code').fill('SAVE50');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(
    page.getByText('Nothing is due today, so SAVE50 doesn’t change your total.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Place order' }).click();
  await orderNumber(page);
  await expect
    .poll(() => receipt(page))
    .toMatchObject({
      Total: '$0.00',
      'AI Voice Agent, billed separately': 'from $199.00 + from $199.00/month, subject to quote',
    });
});

test('responses with only the basic fields work: success and error', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await page.getByRole('radio', { name: /PayPal/ }).check();
  for (const [status, text] of [
    [200, 'PayPal is closed for today.'],
    [400, 'The amount is wrong.'],
  ] as const) {
    await page.route('**/api/process-paypal', (route) =>
      route.fulfill({ status, json: { success: false, error: text } }),
    );
    await page.getByRole('button', { name: 'Pay with PayPal' }).click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/checkout$/);
    await page.unrouteAll();
  }
  await page.route('**/api/process-paypal', (route) => route.fulfill({ json: { success: true } }));
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await expect(page.getByText('PayPal payment failed', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/checkout$/);
});

test('an order rejected with success: false shows the reason', async ({ page }) => {
  await openWith(page, ['voice']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  await page.route('**/api/checkout', (route) =>
    route.fulfill({ json: { success: false, error: 'We are closed for today.' } }),
  );
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText('We are closed for today.', { exact: true })).toBeVisible();
});

test('Michigan pays 6% tax, on the receipt and in the email', async ({ page }) => {
  await goToPayment(page, ['website', 'onhold'], { State: 'mi', 'Postal code': '48104' });
  await expect
    .poll(() => receipt(page))
    .toMatchObject({ Subtotal: '$248.00', 'Tax (6%)': '$14.88', Total: '$262.88' });
  await payByCard(page);
  expect(await emailOf(await orderNumber(page))).toContain('Total: $262.88');
});

test('while nothing can be saved, the checkout says so, keeps everything, and then goes through', async ({
  page,
}) => {
  const database = new DatabaseSync(join(SHOP.dataDir, 'northlight.db'));
  await openWith(page, ['voice']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  database.exec('BEGIN IMMEDIATE');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.locator('.toast-text').getByText('We can’t save anything at the moment.')).toBeVisible({
    timeout: 15_000,
  });
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

test('without a service, payment is not reachable and the page says why', async ({ page }) => {
  await page.goto('/checkout');
  await page.getByRole('button', { name: /Information/ }).click();
  await expect(page.getByText('No Service Selected', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Please select at least one service to continue.', { exact: true }),
  ).toBeVisible();
  await expect(heading(page, 'Choose your services')).toBeVisible();
});
