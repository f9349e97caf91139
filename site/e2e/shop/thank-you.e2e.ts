import {
  expect,
  fillBuyer,
  goToPayment,
  openWith,
  orderNumber,
  payByCard,
  receipt,
  standStill,
  test,
} from '../support/shop.ts';

test('the confirmation survives a reload and opens in a new tab @long', async ({ page, context }) => {
  await goToPayment(page, ['website', 'voice']);
  await payByCard(page);
  const number = await orderNumber(page);
  await page.reload();
  expect(await orderNumber(page)).toBe(number);
  await expect(page.getByText('In Progress')).toBeVisible();
  await expect(page.getByText('No real payment was made.', { exact: false })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/thank-you');
  expect(await orderNumber(other)).toBe(number);
  expect(await receipt(other)).toMatchObject({ Total: '$149.00', Then: '$30 a month' });
});

test('the printed page has the forms, the date and the contact @long', async ({ page }) => {
  await goToPayment(page, ['onhold']);
  await payByCard(page);
  await orderNumber(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Ordered on \w+ \d+, \d{4}\..*hello@northlight\.example/)).toBeVisible();
  const printed = await page
    .getByRole('link', { name: 'Fill out the on-hold form' })
    .evaluate((link) => getComputedStyle(link, '::after').content);
  expect(printed).toContain('localhost');
  expect(printed).toContain('/onhold-audio-form?order=ORD-');
});

test('on a phone, the toast stands above the confirmation and covers nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await goToPayment(page, ['onhold']);
  await payByCard(page);
  await orderNumber(page);
  await expect(page.locator('.toasts')).toHaveCSS('position', 'static');
});

test('without an order it redirects home after three seconds', async ({ page }) => {
  await standStill(page);
  await page.goto('/thank-you');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(/thank-you$/);
  // Retries because on a slow machine the heading can appear some moments before the timer starts.
  await expect(async () => {
    await page.clock.runFor(1_100);
    await expect(page).toHaveURL(/\/$/, { timeout: 1_000 });
  }).toPass();
});

test.describe('in a browser that blocks cookies and storage', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, area, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      Object.defineProperty(navigator, 'cookieEnabled', { value: false });
    }),
  );

  test('a paid order is shown, also after a reload, and leads to its own page', async ({ page }) => {
    await goToPayment(page, ['onhold']);
    await payByCard(page);
    await page.waitForURL('**/thank-you#**');
    const number = page.getByText(/^ORD-\d{5,}$/);
    await expect(number).toBeVisible();
    await page.reload();
    await expect(number).toBeVisible();
    await expect.poll(() => receipt(page)).toMatchObject({ Total: '$99.00' });
    await page.getByRole('link', { name: 'See your order' }).click();
    await expect(page.getByRole('heading', { name: /^Your order ORD-\d/ })).toBeVisible();
  });

  test('an order without a payment is shown @long', async ({ page }) => {
    await openWith(page, ['voice']);
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await fillBuyer(page);
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByText(/^ORD-\d{5,}$/)).toBeVisible();
  });

  test('the login says that it needs cookies @long', async ({ page }) => {
    await page.goto('/admin-login');
    await expect(page.getByRole('alert').filter({ hasText: 'Logging in needs cookies' })).toBeVisible();
  });
});
