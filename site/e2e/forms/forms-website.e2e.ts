import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { fill, stored } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';
import { buyPaid } from '../support/purchases.ts';

const WEBSITE_FORM_PATH = pathOf('POST /api/submit-order-form');
const VERIFY_ORDER_PATH = pathOf('GET /api/json/verify-order');
const WEBSITE_SUBMISSIONS_PATH = pathOf('GET /api/json/form-submissions');

test('the form has its fields in order, is stored, and opens the thank-you page', async ({ page }) => {
  const order = await buyPaid(page, ['website']);
  await page.goto('/website-form');
  expect(await page.locator('.request-form .field > label').allTextContents()).toEqual([
    'Full name *',
    'Order number *',
    'Email *',
    'URLs of 1-page sites to clone',
    'Contact info',
    'Preferred colors (choose 3)',
    'Preferred fonts',
    'Services offered',
    'Address for maps',
    'Social media',
    'Testimonials',
    'Other website text',
    'Anything else',
    'Logo and pictures',
  ]);
  const answers = {
    name: 'Ada Marlow',
    project: order.orderNumber.replace('ORD-', ''),
    email: order.email,
    referenceUrls: 'https://one.example\nhttps://two.example',
    contactInfo: '(555) 010-4477',
    colors: '#1f6feb, #ffffff, warm grey',
    fonts: 'Round',
    services: 'Repairs\nRentals',
    address: '12 Canal Street',
    socialMedia: 'https://social.example/marlow',
    testimonials: '“Fast.” Wen Li',
    text: 'Since 1987.',
    notes: 'No hurry.',
  };
  await fill(page, answers);
  const verified = page.waitForRequest(`**${VERIFY_ORDER_PATH}?**`);
  const sent = page.waitForRequest(`**${WEBSITE_FORM_PATH}`);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  // The browser adds the prefix to digits.
  expect(new URL((await verified).url()).searchParams.get('orderNumber')).toBe(order.orderNumber);
  expect((await sent).postDataJSON()).toMatchObject({
    project: order.orderNumber,
    orderNumber: order.orderNumber,
  });
  await expect(page.getByText('Order submitted successfully!', { exact: true })).toBeVisible();
  await page.waitForURL('**/form-thank-you?**');
  expect(new URL(page.url()).search).toBe(
    `?${new URLSearchParams({ type: 'website', orderNumber: order.orderNumber, email: order.email, promises: 'confirm' })}`,
  );
  expect(await stored(page, WEBSITE_SUBMISSIONS_PATH, order.email)).toMatchObject([
    {
      ...answers,
      project: order.orderNumber,
      orderNumber: order.orderNumber,
      package: '1-page',
      hosting: 'hosted',
      billing: 'monthly',
      addons: [],
      orderMatch: 'unconfirmed',
      quarantineReason: null,
    },
  ]);
});

test('if the page’s own check cannot be loaded, the server still checks @long', async ({ page }) => {
  await page.route(/\/assets\/zod\./, (route) => route.abort());
  await page.route(`**${VERIFY_ORDER_PATH}?**`, (route) => route.fulfill({ json: { exists: true } }));
  await page.goto('/website-form');
  await fill(page, { name: 'Ada', project: '1', email: 'ada@' });
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page.locator('#email-error')).toHaveText('Invalid email address');
});

test('a color can be chosen once the script runs, because it would be lost before @long', async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/website-form.*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/website-form');
  await expect(page.getByLabel('First color')).toBeDisabled();
  scripts.resolve();
  await page.getByLabel('First color').fill('#1f6feb');
  await expect(page.locator('#colors')).toHaveValue('#1f6feb');
});
