import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { buyPaid, ENOUGH, fill, stored } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';

const ON_HOLD_SUBMISSIONS_PATH = pathOf('GET /api/json/on-hold-submissions');

test('the number in the address is filled in; the form is stored and confirmed @long', async ({ page }) => {
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
