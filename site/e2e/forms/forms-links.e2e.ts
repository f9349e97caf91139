import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { ENOUGH, fill, stored } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';
import { buyUnpaid, buyPaid, newEmail, type BoughtOrder } from '../support/purchases.ts';

const VOICE_SUBMISSIONS_PATH = pathOf('GET /api/json/voice-agent-submissions');

test('another order’s link replaces what the first one filled in, but no typed input @long', async ({
  page,
}) => {
  const [first, second] = [
    await buyUnpaid(page, { email: newEmail() }),
    await buyUnpaid(page, { email: newEmail() }),
  ];
  const open = ({ orderNumber, intakeKey }: BoughtOrder) =>
    page.goto(`/website-form?order=${orderNumber}&key=${encodeURIComponent(intakeKey)}`);
  await open(first);
  await expect(page.locator('#project')).toHaveValue(first.orderNumber);
  await fill(page, { name: 'Ada M.', notes: 'Typed' });
  await open(second);
  await expect(page.getByText(`For order ${second.orderNumber}.`)).toBeVisible();
  await expect(page.locator('#project')).toHaveValue(second.orderNumber);
  await expect(page.locator('#email')).toHaveValue(second.email);
  await expect(page.locator('#name')).toHaveValue('Ada M.');
  await expect(page.locator('#notes')).toHaveValue('Typed');
});

test('forms without a number field send it anyway, after a reload too @long', async ({ page }) => {
  const { orderNumber, intakeKey, email } = await buyUnpaid(page, { email: newEmail() });
  await page.goto(`/voice-agent-form?order=${orderNumber}&key=${encodeURIComponent(intakeKey)}`);
  await expect(page.locator('#businessName')).toHaveValue('Marlow Bicycles');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`For order ${orderNumber}`)).toBeVisible();
  await fill(page, { phone: '(555) 010-4477' });
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.waitForURL(`**/form-thank-you?type=chatbot&orderNumber=${orderNumber}&**`);
  expect(await stored(page, VOICE_SUBMISSIONS_PATH, email)).toMatchObject([
    { orderNumber, orderMatch: 'order-link', isUnverified: false },
  ]);
});

test('an order’s link clears the draft’s “no order” checkbox @long', async ({ page }) => {
  const { orderNumber, intakeKey } = await buyUnpaid(page, { email: newEmail() });
  await page.goto('/website-form');
  await page.getByLabel('I don’t have an order yet').check();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.goto(`/website-form?order=${orderNumber}&key=${encodeURIComponent(intakeKey)}`);
  await expect(page.locator('#project')).toBeVisible();
  await expect(page.locator('#project')).toHaveValue(orderNumber);
  await expect(page.getByLabel('I don’t have an order yet')).toHaveCount(0);
});

test('a form from the customer’s link is promised delivery and leads to the order @long', async ({
  page,
}) => {
  const order = await buyPaid(page, ['onhold']);
  await page.goto(`/onhold-audio-form?order=${order.orderNumber}&key=${encodeURIComponent(order.intakeKey)}`);
  await expect(page.getByText(`For order ${order.orderNumber}`)).toBeVisible();
  await fill(page, ENOUGH.onHold(order.email));
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await expect(page.locator('.success-card')).toContainText('within 1 business day');
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByLabel('Order number')).toHaveValue(order.orderNumber);
});

test('/chatbot-form is the same page with one canonical link @long', async ({ page }) => {
  await page.goto('/chatbot-form');
  await expect(page.getByRole('heading', { name: 'AI Voice Agent Request Form' })).toBeVisible();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/voice-agent-form$/);
});
