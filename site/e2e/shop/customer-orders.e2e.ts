import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoFindings, expectFits } from '@northlight/shared/ui/test/page-checks.ts';
import type { Browser, Page } from 'playwright/test';
import { logIn } from '../support/admin-steps.ts';
import { SHOP } from '../support/own-server.ts';
import { expect, field, heading, orderNumber, payByCard, receipt, test } from '../support/shop.ts';
import { post, buyPaid } from '../support/purchases.ts';

/** The address of the link in the newest email to an address with this subject. */
async function linkTo(address: string): Promise<string> {
  const folder = join(SHOP.dataDir, 'mail');
  let link: string | undefined;
  await expect
    .poll(() => {
      for (const file of readdirSync(folder).filter((name) => name.startsWith('orders-link'))) {
        const email = readFileSync(join(folder, file), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
        if (email.includes(`\r\nTo: ${address}`)) link = /\/orders\?key=[\w.-]+/.exec(email)?.[0];
      }
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}

/** A customer who is exempt from sales tax, at the details of a checkout for on-hold audio that their link opened. */
async function orderMore(page: Page, browser: Browser) {
  const owner = await (await browser.newContext()).newPage();
  await owner.goto(SHOP.origin);
  await logIn(owner);
  const { orderNumber: number, email } = await buyPaid(page, ['website']);
  const found = await owner.request.get(`${SHOP.origin}/api/json/cases/${number}`);
  const { customerId } = (await found.json()).order;
  const exempt = async (exemption: object | null) => {
    const seen = await owner.request.get(`${SHOP.origin}/api/json/customers/${customerId}`);
    const { version } = await seen.json();
    return post(owner, `/api/admin/customers/${customerId}/people`, { action: 'exempt', exemption, version });
  };
  await exempt({ certificate: 'MI-4471', until: null, fileId: null });
  await post(page, '/api/orders-link', { email });
  await page.goto(await linkTo(email));
  await page.getByRole('link', { name: 'Add On-Hold Audio' }).click();
  await expect(field(page, 'Email')).toHaveValue(email);
  await field(page, 'State').fill('MI');
  await field(page, 'Postal code').fill('48104');
  return { owner, email, exempt };
}

const EXEMPT = { 'Exempt from sales tax': '$0.00', Total: '$99.00' };
const TAXED = { 'Tax (6%)': '$5.94', Total: '$104.94' };

test('a link by email opens all orders, and the next one starts filled in @long', async ({ page }) => {
  const { orderNumber, email } = await buyPaid(page, ['website']);
  await page.goto('/orders');
  await expectNoFindings(page, 'without a link');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByRole('status')).toContainText('we’ll email you the link');
  await page.goto(await linkTo(email));
  await expect(page.getByRole('link', { name: orderNumber })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fill out the Website form' })).toBeVisible();
  await expectNoFindings(page, 'all orders');
  await expectFits(page, 'all orders');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Order more' })).toBeHidden();
  await expect(page.getByRole('link', { name: orderNumber })).toBeVisible();
  await page.emulateMedia({ media: null });
  const all = page.url();
  // The recurring payment starts within seconds.
  await expect(async () => {
    await page.reload();
    await page.getByRole('link', { name: 'Pay $300 a year instead' }).click({ timeout: 1_000 });
  }).toPass();
  const recurring = page.getByRole('region', { name: 'Your recurring payment' });
  const yearly = recurring.locator('details', { hasText: 'Change to yearly payments' });
  await expect(yearly.getByRole('button')).toBeHidden();
  await yearly.getByText('Change to yearly payments').press('Enter');
  await expect(yearly).toContainText(
    /You save \$60 a year\. Starting with your payment on .*, your website costs \$300 a year instead of \$30 a month/,
  );
  await expect(yearly).toBeInViewport();
  await expectNoFindings(page, 'yearly payments');
  await yearly.getByRole('button', { name: /^Pay \$300\.00 on / }).press('Enter');
  await expect(recurring.getByRole('status')).toContainText('You now pay by the year.');
  await expect(recurring.getByRole('status')).toBeFocused();
  await expect(recurring.getByText('$300 a year', { exact: true })).toBeVisible();
  await page.goto(all);
  await expect(page.getByText('$300.00 per year')).toBeVisible();
  await page.getByRole('link', { name: 'Add On-Hold Audio' }).click();
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(page.getByText('$99.00').first()).toBeVisible();
});

test('an exempt customer orders more without sales tax, as long as they keep their address @long', async ({
  page,
  browser,
}) => {
  const { owner, email } = await orderMore(page, browser);
  expect(await receipt(page)).toMatchObject(EXEMPT);
  await field(page, 'Email').fill('bo@elsewhere.example');
  expect(await receipt(page)).toMatchObject(TAXED);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText(`counts only with the email address ${email}`)).toBeVisible();
  await expectNoFindings(page, 'the payment with another address');
  await page.getByRole('button', { name: 'Back' }).click();
  await field(page, 'Email').fill(email.toUpperCase());
  await page.reload();
  await expect.poll(() => receipt(page)).toMatchObject(EXEMPT);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(heading(page, 'Payment')).toBeVisible();
  await expect(page.getByText('counts only with the email address')).toBeHidden();
  await expectNoFindings(page, 'the payment without tax');
  await payByCard(page);
  const number = await orderNumber(page);
  expect(await receipt(page)).toMatchObject(EXEMPT);
  await expectNoFindings(page, 'the receipt');
  await owner.goto(`${SHOP.origin}/admin-dashboard#/case/${number}`);
  await expect(owner.getByText('Exempt from sales tax').first()).toBeVisible();
});

for (const method of ['card', 'PayPal'] as const)
  test(`an exemption that ends meanwhile shows the new total before anything is paid by ${method} @long`, async ({
    page,
    browser,
  }) => {
    const { exempt } = await orderMore(page, browser);
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await exempt(null);
    const pay = async () => {
      if (method === 'card') return payByCard(page);
      await page.getByRole('radio', { name: 'PayPal' }).check();
      await page.getByRole('button', { name: 'Pay with PayPal' }).click();
    };
    await pay();
    const notice = page.getByRole('status').filter({ hasText: 'The total is now $104.94' });
    await expect(notice).toBeInViewport();
    expect(await receipt(page)).toMatchObject(TAXED);
    await expectNoFindings(page, 'the new total');
    await pay();
    if (method === 'PayPal') await page.getByRole('button', { name: /^Approve/ }).click();
    await orderNumber(page);
    expect(await receipt(page)).toMatchObject(TAXED);
  });
