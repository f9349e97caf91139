import { aWord, openView, rowOf, sendVoiceForm } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { buy } from '../support/purchases.ts';

test('a new order appears by itself and is announced', { tag: '@app' }, async ({ page }) => {
  const word = aWord();
  await openView(page, `#/orders?q=${word}`);
  await expect(page.getByText('No orders found')).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  const number = await buy(page, word);
  await expect(page.getByText(new RegExp(`^New order ${number}: .*${word}`))).toBeVisible();
  // Long before the list refetches on its own.
  await expect(rowOf(page, number)).toBeVisible();
});

test('a missing stream is shown in the status, and a restored stream is used again @long', async ({
  page,
}) => {
  await page.route('**/api/admin/live', (route) => route.abort());
  await openView(page, '#/voice-forms');
  await expect(page.getByText('Refreshing every 30 seconds')).toBeAttached();
  await page.unroute('**/api/admin/live');
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  const word = aWord();
  const number = await sendVoiceForm(page, { businessName: word });
  await expect(rowOf(page, number)).toBeVisible();
});
