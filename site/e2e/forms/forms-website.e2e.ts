import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { answerWith, buyOrder, buyPaid, ENOUGH, fill, newEmail, stored } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';

const WEBSITE_FORM_PATH = pathOf('POST /api/submit-order-form');
const VERIFY_ORDER_PATH = pathOf('GET /api/json/verify-order');
const WEBSITE_SUBMISSIONS_PATH = pathOf('GET /api/json/form-submissions');

const NOT_FOUND =
  "Order number not found. Please make sure you've entered the number exactly as it appears in your confirmation email (ORD-XXXXX or just the 5 digits).";

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

test('the order number is asked for before anything is sent, and the button says what it does', async ({
  page,
}) => {
  const order = await buyOrder(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  let answer = () => {};
  const waits = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${WEBSITE_FORM_PATH}`, async (route) => {
    await waits;
    await route.continue();
  });
  await page.goto('/website-form');
  await fill(page, ENOUGH.website(order));
  await page.getByRole('button', { name: 'Submit Order' }).dblclick();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toHaveAttribute('aria-disabled', 'true');
  await page.locator('#name').press('Enter');
  answer();
  await page.waitForURL('**/form-thank-you?**');
  expect(calls).toEqual([VERIFY_ORDER_PATH, WEBSITE_FORM_PATH]);
});

test('missing answers are reported at each field, and the summary gets the focus', async ({ page }) => {
  await page.goto('/website-form');
  await page.getByRole('button', { name: 'Submit Order' }).click();
  const summary = page.getByRole('group', { name: '3 fields need your attention' });
  await expect(summary).toBeFocused();
  await expect(summary).toHaveCSS('outline-style', 'solid');
  for (const text of ['Name is required', 'Order number is required', 'Invalid email address']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await summary.getByRole('link', { name: 'Order number' }).click();
  await expect(page.locator('#project')).toBeFocused();
  await page.keyboard.type('ORD-12');
  await expect(
    page.getByText('Order number must be in format ORD-XXXXX (or just enter the 5 digits)', { exact: true }),
  ).toBeVisible();
});

test('an unknown order number shows the exact message at the field and in the toast', async ({ page }) => {
  const order = await buyOrder(page);
  await page.goto('/website-form');
  await fill(page, { ...ENOUGH.website(order), project: '99999999' });
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page.getByText('Error submitting form', { exact: true })).toBeVisible();
  await expect(page.locator('.toast-text')).toHaveText(NOT_FOUND);
  await expect(page.locator('#project-error')).toHaveText(NOT_FOUND);
  await expect(page.getByRole('group', { name: 'One field needs your attention' })).toBeFocused();
});

for (const { title, verify, submit, text } of [
  {
    title: 'a number that is refused without a word',
    verify: { status: 200, json: { exists: false } },
    text: 'Invalid order number. Please check and try again.',
  },
  {
    title: 'a server that is mute about the form',
    submit: { status: 500, body: '' },
    text: 'Failed to submit order',
  },
  {
    title: 'a server with a message of its own',
    submit: { status: 503, json: { message: 'We are full until noon.' } },
    text: 'We are full until noon.',
  },
  { title: 'no answer at all', submit: 'abort' as const, text: 'Please try again later' },
]) {
  test(`${title}: the toast says so and nothing is lost`, async ({ page }) => {
    const order = await buyOrder(page);
    if (verify) await page.route(`**${VERIFY_ORDER_PATH}?**`, (route) => route.fulfill(verify));
    if (submit) {
      await page.route(`**${WEBSITE_FORM_PATH}`, (route) =>
        submit === 'abort' ? route.abort() : route.fulfill(submit),
      );
    }
    await page.goto('/website-form');
    await fill(page, { ...ENOUGH.website(order), notes: 'Keep me.' });
    await page.getByRole('button', { name: 'Submit Order' }).click();
    await expect(page.getByText('Error submitting form', { exact: true })).toBeVisible();
    await expect(page.locator('.toast-text')).toHaveText(text);
    await expect(page.locator('#notes')).toHaveValue('Keep me.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Submit Order' }).click();
    await page.waitForURL('**/form-thank-you?**');
  });
}

test('while the email address awaits confirmation a dialog says so, and closing it continues', async ({
  page,
}) => {
  const order = await buyOrder(page);
  await page.route(`**${WEBSITE_FORM_PATH}`, (route) =>
    answerWith(route, { mailchimpStatus: 'pending_confirmation' }),
  );
  for (const close of [
    () => page.getByRole('button', { name: 'I understand' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await page.goto('/website-form');
    await fill(page, ENOUGH.website(order));
    await page.getByRole('button', { name: 'Submit Order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Form Submitted Successfully' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'I understand' })).toBeFocused();
    for (const text of [
      order.email,
      '15-30 minutes',
      'spam or junk',
      'Promotions and Updates',
      'within 30 minutes',
    ]) {
      await expect(dialog).toContainText(text);
    }
    await expect(page).toHaveURL(/\/website-form$/);
    await close();
    await page.waitForURL('**/form-thank-you?type=website&**');
  }
});

test('errors found by the server appear at their fields', async ({ page }) => {
  const order = await buyOrder(page);
  await page.route(`**${WEBSITE_FORM_PATH}`, (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'Please use fewer words', fields: { text: ['Please use fewer words'] } },
    }),
  );
  await page.goto('/website-form');
  await fill(page, ENOUGH.website(order));
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page.locator('#text-error')).toHaveText('Please use fewer words');
  await expect(page.getByRole('group', { name: 'One field needs your attention' })).toBeFocused();
});

test('if the page’s own check cannot be loaded, the server still checks', async ({ page }) => {
  await page.route(/\/assets\/check\./, (route) => route.abort());
  await page.route(`**${VERIFY_ORDER_PATH}?**`, (route) => route.fulfill({ json: { exists: true } }));
  await page.goto('/website-form');
  await fill(page, { name: 'Ada', project: '1', email: 'ada@' });
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page.locator('#email-error')).toHaveText('Invalid email address');
});

test('color swatches and typed words share one field, with a hint about low contrast', async ({ page }) => {
  await page.goto('/website-form');
  await page.locator('#colors').fill('warm grey');
  await page.getByLabel('First color').fill('#1f6feb');
  await page.getByLabel('Second color').fill('#2f7ffb');
  await expect(page.locator('#colors')).toHaveValue('warm grey, #1f6feb, #2f7ffb');
  await expect(
    page.getByText('Text in your first color on your second color would be hard to read.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear the first color' }).click();
  await expect(page.locator('#colors')).toHaveValue('warm grey, #2f7ffb');
  await expect(page.getByLabel('First color', { exact: true })).toHaveValue('#2f7ffb');
});

test('a color can be chosen once the script runs, because it would be lost before', async ({ page }) => {
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

test('an unusual web address gets a hint but can be submitted', async ({ page }) => {
  const order = await buyOrder(page);
  await page.goto('/website-form');
  await fill(page, { ...ENOUGH.website(order), referenceUrls: 'www.one.example\nthe nice one' });
  await expect(page.getByText('Line 2 doesn’t look like a web address.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await page.waitForURL('**/form-thank-you?**');
});

test('a custom request can be sent without an order and is only promised contact', async ({ page }) => {
  const email = newEmail();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/website');
  await page.getByRole('link', { name: 'Send a detailed custom request' }).click();
  await expect(page.getByText('You have paid')).toHaveCount(0);
  await page.getByLabel('I don’t have an order yet').check();
  await expect(page.locator('#project')).toBeHidden();
  await fill(page, { name: 'Ada Marlow', email, notes: 'Three languages, please.' });
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page.getByText('Request submitted successfully!', { exact: true })).toBeVisible();
  await page.waitForURL('**/form-thank-you?**');
  await expect(page.getByText(/^ORD-\d{5,}$/)).toBeVisible();
  await expect(page.getByText('We’ll review your request within 24 hours.')).toBeVisible();
  await expect(page.getByText('goes live')).toBeHidden();
  expect(calls).not.toContain(VERIFY_ORDER_PATH);
  expect(await stored(page, WEBSITE_SUBMISSIONS_PATH, email)).toMatchObject([
    { notes: 'Three languages, please.', project: '', orderMatch: 'request' },
  ]);
});

test('a form for a website that was not bought is accepted and only promised contact', async ({ page }) => {
  const order = await buyOrder(page);
  await page.goto('/website-form');
  await fill(page, ENOUGH.website(order));
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await page.waitForURL('**/form-thank-you?**');
  await expect(page.getByText('Your project manager will contact you.')).toBeVisible();
  await expect(page.getByText('goes live')).toBeHidden();
});
