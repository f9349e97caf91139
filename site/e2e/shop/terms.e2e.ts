import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import type { Page } from 'playwright/test';
import { ADMIN } from '../support/admin.ts';
import { newEmail } from '../support/form-steps.ts';
import { serveInstalledShop } from '../support/installed-shop.ts';
import type { Served } from '../support/own-server.ts';
import { expect, field, fillBuyer, heading, orderNumber, payByCard, test } from '../support/shop.ts';

// One shop for all, because each publishing builds its pages.
test.describe.configure({ mode: 'default' });

let shop: Served;
const post = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(shop.origin + path, { data, headers: { origin: shop.origin } });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
};
const read = async (page: Page, path: string) => (await page.request.get(shop.origin + path)).json();
const publishedVersion = async (page: Page) => (await read(page, '/api/json/shop')).publishedVersion;
const published = (page: Page) => expect(page.getByText(/^Published /)).toBeVisible({ timeout: 120_000 });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  shop = await serveInstalledShop();
  const page = await browser.newPage();
  await post(page, '/api/admin/login', ADMIN);
  await page.goto(`${shop.origin}/admin-dashboard#/settings/pages`);
  await page.getByLabel('Page', { exact: true }).selectOption('Terms');
  await page.getByRole('button', { name: 'Add a section' }).click();
  await page.getByRole('textbox', { name: 'Heading' }).last().fill('Refunds');
  await page.getByRole('textbox', { name: 'Text' }).last().fill('Ask within 14 days.');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await published(page);
  await page.close();
});
test.afterAll(() => shop.stop());

const box = (page: Page) => page.getByRole('checkbox', { name: 'I accept the terms' });
const toPayment = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' }).click();

/** The box is refused with its message, and every width and both schemes can be read. */
async function expectRefused(page: Page, what: string) {
  await expect(box(page)).toHaveAccessibleDescription('Please accept the terms');
  await expect(box(page)).toHaveAttribute('aria-invalid', 'true');
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page, `${what} at ${width}`);
      await expectNoFindings(page, `${what} at ${width}, ${colorScheme}`);
    }
}

async function openDetails(page: Page) {
  await page.goto(`${shop.origin}/checkout?service=onhold`);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page, { Email: newEmail() });
}

/** A quote for $450.00, as its customer opens it. */
async function openQuote(page: Page) {
  await post(page, '/api/admin/login', ADMIN);
  const line = { name: 'Three more pages', quantity: 3, amount: '150.00', period: null };
  const customer = { firstName: 'Ada', lastName: 'Marlow', businessName: 'Marlow Bicycles' };
  const written = { email: newEmail(), ...customer, message: '', validDays: 14, lines: [line], send: true };
  const { number } = (await post(page, '/api/json/quotes', written)).quote;
  await page.goto((await read(page, `/api/json/quotes/${number}`)).quote.link);
  await page.getByLabel('Your full name').fill('Ada Marlow');
}

/** What the dashboard says of an order. */
async function expectAccepted(page: Page, number: string, version: number) {
  await post(page, '/api/admin/login', ADMIN);
  await page.goto(`${shop.origin}/admin-dashboard#/case/${number}`);
  await expect(page.getByText(`Version ${version}, accepted`)).toBeVisible();
}

test('nobody pays in the checkout before the terms are accepted, and nothing typed is lost', async ({
  page,
}) => {
  await openDetails(page);
  const email = await field(page, 'Email').inputValue();
  await expect(box(page)).not.toBeChecked();
  await toPayment(page);
  // The summary of errors has the focus, and leads to the box.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /Terms/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expectRefused(page, 'the checkout');
  await page.reload();
  await expect(field(page, 'Email')).toHaveValue(email);
  await box(page).focus();
  await page.keyboard.press('Space');
  await expect(box(page)).toBeChecked();
  await page.reload();
  await expect(box(page)).toBeChecked();
  await toPayment(page);
  await expect(heading(page, 'Payment')).toBeVisible();
  await payByCard(page);
  const number = await orderNumber(page);
  await post(page, '/api/admin/login', ADMIN);
  await expectAccepted(page, number, await publishedVersion(page));
});

test('nobody accepts a quote before its terms, and nothing typed is lost', async ({ page }) => {
  await openQuote(page);
  const accept = page.getByRole('button', { name: 'Accept and pay $450.00' });
  await accept.click();
  await expect(box(page)).toBeFocused();
  await expectRefused(page, 'the quote');
  await expect(page.getByLabel('Your full name')).toHaveValue('Ada Marlow');
  await page.keyboard.press('Space');
  await expect(page.getByText('Please accept the terms')).toBeHidden();
  await accept.click();
  await payByCard(page);
  const number = (await page.getByRole('link', { name: /^Open your order/ }).textContent()) ?? '';
  await expectAccepted(page, number.replace('Open your order ', ''), await publishedVersion(page));
});

test('terms that are published between opening and paying are accepted anew', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const buyer = await (await browser.newContext()).newPage();
  await openDetails(buyer);
  await box(buyer).check();
  await toPayment(buyer);
  await openQuote(page);
  await box(page).check();

  const before = await read(page, '/api/json/shop');
  const sections = [{ heading: 'Refunds', words: 'Ask within 30 days.' }];
  await post(page, '/api/json/shop', {
    version: before.version,
    changes: { content: { 'terms.sections': sections } },
    publish: true,
  });
  await expect
    .poll(() => publishedVersion(page), { timeout: 120_000 })
    .toBeGreaterThan(before.publishedVersion);
  const version = await publishedVersion(page);

  await page.getByRole('button', { name: 'Accept and pay $450.00' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please accept the terms' })).toBeVisible();
  await expect(box(page)).not.toBeChecked();
  await expect(page.getByLabel('Your full name')).toHaveValue('Ada Marlow');
  await box(page).check();
  await page.getByRole('button', { name: 'Accept and pay $450.00' }).click();
  await expect(page.getByRole('heading', { name: /^Payment for Quote/ })).toBeVisible();

  await buyer.reload();
  await payByCard(buyer);
  await expect(box(buyer)).toHaveAccessibleDescription('Please accept the terms');
  await expect(box(buyer)).not.toBeChecked();
  await box(buyer).check();
  await toPayment(buyer);
  await payByCard(buyer);
  await expectAccepted(page, await orderNumber(buyer), version);
});
