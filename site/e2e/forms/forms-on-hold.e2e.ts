import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { buyPaid, ENOUGH, fill, newEmail, stored } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';

const ON_HOLD_FORM_PATH = pathOf('POST /api/on-hold-audio-form');
const ON_HOLD_SUBMISSIONS_PATH = pathOf('GET /api/json/on-hold-submissions');
const VERIFY_ORDER_PATH = pathOf('GET /api/json/verify-order');

test('the number in the address is filled in; the form is stored and confirmed', async ({ page }) => {
  const order = await buyPaid(page, ['onhold']);
  await page.goto(`/onhold-audio-form?order=${order.orderNumber}`);
  await expect(page.locator('#orderNumber')).toHaveValue(order.orderNumber);
  const answers = { ...ENOUGH.onHold(order.email), phone: '(555) 010-4477' };
  await fill(page, answers);
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await expect(page.locator('.toast-text')).toHaveText('Our audio team will contact you within 24 hours.');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await expect(page.locator('.success-card')).toContainText('within 24 hours');
  await expect(page.locator('.success-card')).toContainText('confirm that this form is yours');
  await expect(page.getByRole('link', { name: 'See your order' })).toHaveCount(0);
  expect(await stored(page, ON_HOLD_SUBMISSIONS_PATH, order.email)).toMatchObject([
    { ...answers, orderNumber: order.orderNumber, orderMatch: 'unconfirmed' },
  ]);
});

test('a form from the customer’s link is promised delivery and leads to the order', async ({ page }) => {
  const order = await buyPaid(page, ['onhold']);
  await page.goto(`/onhold-audio-form?order=${order.orderNumber}&key=${encodeURIComponent(order.intakeKey)}`);
  await expect(page.getByText(`For order ${order.orderNumber}`)).toBeVisible();
  await fill(page, ENOUGH.onHold(order.email));
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await expect(page.locator('.success-card')).toContainText('within 1 business day');
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByLabel('Order number')).toHaveValue(order.orderNumber);
});

test('missing answers are reported at each field', async ({ page }) => {
  await page.goto('/onhold-audio-form');
  await fill(page, { businessName: 'A', businessNiche: 'B', customMessage: 'Too short' });
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  for (const text of [
    'Business name must be at least 2 characters long',
    'Please describe your business niche',
    'Please provide details about what you want said during the on-hold message',
    'Please enter a valid email address',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
});

for (const { submit, title, text } of [
  {
    submit: { status: 500, json: { message: 'The studio is closed.' } },
    title: 'Submission failed',
    text: 'The studio is closed.',
  },
  {
    submit: { status: 500, body: '' },
    title: 'Submission failed',
    text: 'Please try again or contact support.',
  },
  {
    submit: null,
    title: 'Submission error',
    text: 'There was a problem submitting your form. Please try again.',
  },
]) {
  test(`a failed submit says: ${text}`, async ({ page }) => {
    await page.route(`**${ON_HOLD_FORM_PATH}`, (route) => (submit ? route.fulfill(submit) : route.abort()));
    await page.goto('/onhold-audio-form');
    await fill(page, ENOUGH.onHold(newEmail()));
    await page.getByRole('button', { name: 'Submit Requirements' }).click();
    await expect(page.locator('.toast-title')).toHaveText(title);
    await expect(page.locator('.toast-text')).toHaveText(text);
    await expect(page.locator('#businessNiche')).toHaveValue('Bicycle repairs');
  });
}

test('the script shows its spoken length', async ({ page }) => {
  await page.goto('/onhold-audio-form');
  await page.locator('#customMessage').fill('word '.repeat(88));
  await expect(page.getByText('About 35 seconds when read aloud')).toBeVisible();
});

test('an unknown number is reported at once but can be submitted; the thank-you page only promises contact', async ({
  page,
}) => {
  const { orderNumber } = await buyPaid(page, ['onhold']);
  await page.goto('/onhold-audio-form');
  await fill(page, { ...ENOUGH.onHold(newEmail()), orderNumber: '99999999' });
  const hint = page.getByText('We couldn’t find this order number.');
  await expect(hint).toHaveCount(0);
  await page.locator('#orderNumber').blur();
  await expect(hint).toBeVisible();
  await page.locator('#orderNumber').fill(orderNumber.replace('ORD-', '#'));
  await expect(hint).toHaveCount(0);
  const verified = page.waitForResponse(`**${VERIFY_ORDER_PATH}?**`);
  await page.locator('#orderNumber').blur();
  expect(await (await verified).json()).toMatchObject({ exists: true });
  await expect(hint).toHaveCount(0);
  await page.locator('#orderNumber').fill('ORD 99999999');
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  const card = page.locator('.success-card');
  await expect(card).toContainText('will contact you within 24 hours');
  await expect(card).not.toContainText('business day');
});

test('if the number cannot be checked, no hint appears', async ({ page }) => {
  await page.route(`**${VERIFY_ORDER_PATH}?**`, (route) => route.fulfill({ status: 429, json: {} }));
  await page.goto('/onhold-audio-form');
  // Nothing is checked before the page's script has started.
  await expect(async () => {
    const asked = page.waitForResponse(`**${VERIFY_ORDER_PATH}?**`, { timeout: 1_000 });
    await page.locator('#orderNumber').fill('99999999');
    await page.locator('#orderNumber').blur();
    await asked;
  }).toPass();
  await expect(page.getByText('We couldn’t find')).toHaveCount(0);
});
