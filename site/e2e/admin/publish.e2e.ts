import { formatPrice } from '@northlight/shared/catalog/money.ts';
import { accentsOf } from '@northlight/shared/content/colors.ts';
import {
  expectNoFindings,
  expectNoSidewaysScroll,
  expectUsable,
} from '@northlight/shared/ui/test/page-checks.ts';
import type { Page } from 'playwright/test';
import { SALES_PAGES } from '../support/public-pages.ts';
import { servePublishedShop, UNTIL_BUILT, type PublishedShop } from '../support/published-shop.ts';
import { randomVersion } from '../support/random-version.ts';
import { expect, field, fillBuyer, heading, orderNumber, payByCard, test } from '../support/shop.ts';
import { newEmail } from '../support/purchases.ts';

const PAGES = [...SALES_PAGES, '/privacy', '/terms', '/nope'];

// Only in `pnpm test:long`, because publishing builds every page. One shop: what the first test publishes is sold in the next ones.
test.describe.configure({ mode: 'serial' });
let shop: PublishedShop;
test.beforeAll(async () => {
  shop = await servePublishedShop();
});
test.afterAll(() => shop.stop());

test('an owner changes a price, adds a question and terms under Settings, and buyers see them, with a new picture, color, and logo @long', async ({
  page,
}) => {
  await shop.logIn(page.request);
  const picture = await shop.upload(page.request, 'website.picture', 1_600, 1_200);
  const logo = await shop.upload(page.request, 'logo', 400, 80);
  await shop.change(page.request, {
    content: {
      'website.picture': { file: picture, words: 'A loaf on a table', x: '30', y: '50', zoom: '120' },
      logo: { file: logo, words: 'Fern & Fig' },
      'color.website': '#ffcc00',
    },
  });
  const open = async (section: string) => {
    await page.goto('about:blank');
    await page.goto(`${shop.origin}/admin-dashboard#/settings/${section}`);
  };
  await open('shop');
  await page.getByRole('region', { name: 'Website' }).getByLabel('First payment ($)').fill('159');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText(/^Draft by/)).toBeVisible();
  await open('pages');
  await page.getByText('Questions about websites', { exact: true }).click();
  const questions = page.getByRole('group', { name: /^question \d+$/i }).filter({ visible: true });
  await page.getByRole('button', { name: 'Add a question' }).filter({ visible: true }).click();
  await questions.last().getByRole('textbox', { name: 'Question' }).fill('Can you keep my domain?');
  await questions.last().getByRole('textbox', { name: 'Answer' }).fill('Yes, for {website price} in all.');
  await page.getByLabel('Page', { exact: true }).selectOption('Terms');
  await page.getByRole('button', { name: 'Add a section' }).click();
  await page.getByRole('textbox', { name: 'Heading' }).last().fill('Refunds');
  await page.getByRole('textbox', { name: 'Text' }).last().fill('Ask within 14 days.');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText(/^Published /)).toBeVisible(UNTIL_BUILT);
  await page.goto(shop.origin);
  const question = page.locator('#faq details', { hasText: 'Can you keep my domain?' });
  await question.locator('summary').click();
  await expect(question).toContainText('Yes, for $159 in all.');
  await page.goto(`${shop.origin}/website`);
  const shown = page.getByRole('img', { name: 'A loaf on a table' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Fern & Fig' })).toBeVisible();
  await expectNoFindings(page, '/website');
  await expect(page.locator('#package-receipt')).toContainText('$159');
  const rgb = [1, 3, 5].map((at) => Number.parseInt(accentsOf('#ffcc00').light.accent.slice(at, at + 2), 16));
  await expect(page.locator('.service-hero .price')).toHaveCSS('color', `rgb(${rgb.join(', ')})`);
  expect((await page.request.get(`${shop.origin}/og/website.png`)).headers()['content-type']).toBe(
    'image/png',
  );
});

const box = (page: Page) => page.getByRole('checkbox', { name: 'I accept the terms' });
const toPayment = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' }).click();
const publishedVersion = async (page: Page) =>
  (await shop.read(page.request, '/api/json/shop')).publishedVersion;

/** The box is refused with its message, and every width and both schemes can be read. */
async function expectRefused(page: Page, what: string) {
  await expect(box(page)).toHaveAccessibleDescription('Please accept the terms');
  await expect(box(page)).toHaveAttribute('aria-invalid', 'true');
  await expectUsable(page, what);
}

async function openDetails(page: Page) {
  await page.goto(`${shop.origin}/checkout?service=onhold`);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page, { Email: newEmail() });
}

/** A quote for $450.00, as its customer opens it. */
async function openQuote(page: Page) {
  await shop.logIn(page.request);
  const line = { name: 'Three more pages', quantity: 3, amount: '150.00', period: null };
  const customer = { firstName: 'Ada', lastName: 'Marlow', businessName: 'Marlow Bicycles' };
  const written = { email: newEmail(), ...customer, message: '', validDays: 14, lines: [line], send: true };
  const { number } = (await shop.post(page.request, '/api/json/quotes', written)).quote;
  await page.goto((await shop.read(page.request, `/api/json/quotes/${number}`)).quote.link);
  await page.getByLabel('Your full name').fill('Ada Marlow');
}

/** What the dashboard says of an order. */
async function expectAccepted(page: Page, number: string, version: number) {
  await shop.logIn(page.request);
  await page.goto(`${shop.origin}/admin-dashboard#/case/${number}`);
  await expect(page.getByText(`Version ${version}, accepted`)).toBeVisible();
}

test('nobody pays in the checkout before the terms are accepted, and nothing typed is lost @long', async ({
  page,
}) => {
  await openDetails(page);
  const email = await field(page, 'Email').inputValue();
  await expect(box(page)).not.toBeChecked();
  await toPayment(page);
  // The summary of errors has the focus, and leads to the box.
  await expect(page.locator(':focus').getByRole('link', { name: /Terms/ })).toBeVisible();
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
  await shop.logIn(page.request);
  await expectAccepted(page, number, await publishedVersion(page));
});

test('nobody accepts a quote before its terms, and nothing typed is lost @long', async ({ page }) => {
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

test('terms that are published between opening and paying are accepted anew @long', async ({
  page,
  browser,
}) => {
  const buyer = await (await browser.newContext()).newPage();
  await openDetails(buyer);
  await box(buyer).check();
  await toPayment(buyer);
  await openQuote(page);
  await box(page).check();

  const sections = [{ heading: 'Refunds', words: 'Ask within 30 days.' }];
  const version = await shop.publish(page.request, { content: { 'terms.sections': sections } });

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

test('random versions of the shop are published, and every page is usable at 320 pixels @long', async ({
  page,
}) => {
  const count = 5;
  await shop.logIn(page.request);
  const pictures = [
    await shop.upload(page.request, 'icon', 512, 512),
    await shop.upload(page.request, 'voice.poster', 1_600, 900),
  ];
  for (let seed = 1; seed <= count; seed += 1) {
    const changes = randomVersion(seed, pictures);
    await shop.publish(page.request, changes);
    for (const path of PAGES) {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${shop.origin}${path}`);
      const what = `${path}, version ${seed}`;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page, what);
      await expectNoFindings(page, what);
      expect(await page.locator('body').innerText(), what).not.toMatch(/\{[\w ]+\}/);
    }
    await page.goto(`${shop.origin}/website`);
    const { firstPaymentCents, monthlyCents } = changes.services?.website ?? {};
    for (const cents of [firstPaymentCents, monthlyCents])
      await expect(page.locator('#package-receipt')).toContainText(formatPrice(cents ?? NaN));
  }
});
