import { expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { expect, standStill, test } from '../support/shop.ts';

test(
  'it shows number, email, status and next steps, without header, footer or indexing @long',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/form-thank-you?type=website&orderNumber=ORD-10042&email=ada%40marlow.example');
    await expect(page.getByRole('heading', { name: 'Thank You for Your Submission!' })).toBeVisible();
    for (const text of ['ORD-10042', 'ada@marlow.example', 'Received']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('We’ll review your request within 24 hours.')).toBeVisible();
    await expect(page.getByText('Your project manager will contact you.')).toBeVisible();
    await expect(page.getByText('live 1-2 business days after you approve')).toBeVisible();
    await expect(page.getByText('voice agent will be operational')).toBeHidden();
    // Nothing in this browser has the order's key.
    await expect(page.getByRole('link', { name: 'See your order' })).toHaveAttribute(
      'href',
      '/order?order=ORD-10042',
    );
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  },
);

test('a stranger’s link cannot inject markup or long texts', async ({ page }) => {
  const query = new URLSearchParams({
    type: '<b>',
    orderNumber: '<img src=x onerror=alert(1)>'.repeat(9),
    email: 'x'.repeat(5_000),
  });
  await page.goto(`/form-thank-you?${query}`);
  await expect(page.getByText('<img src=x onerror=alert')).toBeVisible();
  expect(await page.locator('main img').count()).toBe(0);
  expect((await page.locator('[data-fact="email"] dd').textContent())?.length).toBe(254);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page, 'long values');
});

test('without number and email it redirects home after three seconds @long', async ({ page }) => {
  await standStill(page);
  await page.goto('/form-thank-you?type=chatbot');
  await expect(page.getByRole('heading', { name: 'No request found' })).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(/form-thank-you/);
  // Retries because on a slow machine the heading can appear some moments before the timer starts.
  await expect(async () => {
    await page.clock.runFor(1_100);
    await expect(page).toHaveURL(/\/$/, { timeout: 1_000 });
  }).toPass();
});
