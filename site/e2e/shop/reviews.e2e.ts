import { expectNoFindings, expectUsable } from '@northlight/shared/ui/test/page-checks.ts';
import { ADMIN } from '../support/admin.ts';
import { serveSite } from '../support/own-server.ts';
import { expect, test } from '../support/shop.ts';
import { buyPaid } from '../support/purchases.ts';

// A shop of its own, because orders of other tests ask for no review, and their shop has no draft.
test.use({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => {
    const shop = await serveSite();
    await use(shop.origin);
    await shop.stop();
  },
});

test('a customer reviews the work that they approved, and the owner makes it a testimonial @long', async ({
  page,
  browser,
  baseURL,
}) => {
  const { orderNumber, orderKey } = await buyPaid(page, ['onhold'], { ...(baseURL && { origin: baseURL }) });
  await using office = await browser.newContext({ ...(baseURL && { baseURL }) });
  const desk = await office.newPage();
  await desk.request.post('/api/admin/login', { data: ADMIN });
  await desk.goto('/admin-dashboard#/settings/replies');
  const asks = desk.getByRole('checkbox', { name: 'Ask customers for a review' });
  await asks.click();
  await expect(asks).toBeChecked();
  const delivery = { service: 'onhold', after: 0, note: 'Your on-hold audio' };
  await desk.request.post(`/api/admin/cases/${orderNumber}/deliveries`, { data: delivery });

  await page.goto(`/order?order=${orderNumber}&key=${orderKey}`);
  const form = page.getByRole('region', { name: 'How was working with us?' });
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Yes, approve' }).click();
  await expect(form).toBeVisible();

  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  const text = form.getByRole('textbox', { name: 'Your review' });
  const send = form.getByRole('button', { name: 'Send your review' });
  await send.click();
  // The browser asks for it, and says so itself.
  await expect(text).toBeFocused();
  await text.fill('  ');
  await send.click();
  await expect(text).toBeFocused();
  await expect(text).toHaveValue('');
  await expect(form.getByRole('textbox', { name: 'Name to show' })).toHaveValue('Ada Marlow');
  await expectUsable(page, 'the form');

  await text.fill('It was easy.');
  await send.dblclick();
  await expect(form.getByRole('status')).toHaveText('Thank you. We have your review.');
  expect(calls).toEqual(['/api/order/review']);
  await desk.goto(`/admin-dashboard#/case/${orderNumber}`);
  const card = desk.getByRole('region', { name: 'Review', exact: true });
  await expect(card).toContainText('It was easy.');
  await expect(card).toContainText('may not be shown on your website');
  await expect(card.getByRole('button')).toBeHidden();

  // With the keyboard alone.
  await text.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' And it sounds good.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('status')).toHaveText('Thank you. We have your changed review.');
  await expect(card).toContainText('It was easy. And it sounds good.');
  await expectNoFindings(desk, 'the review in the dashboard');
  await card.getByRole('button', { name: 'Use as a testimonial' }).click();
  await expect(card).toContainText('added to the testimonials');
  await expect(card.getByRole('button')).toBeHidden();

  await expect(form).toContainText('We chose your review for our website');
  await expect(form.getByRole('textbox')).toHaveCount(0);
  await expectNoFindings(page, 'the chosen review');
  await desk.goto('about:blank');
  await desk.goto('/admin-dashboard#/settings/pages');
  await expect(desk.getByText(/^Draft by/)).toBeVisible();
  await desk.locator('summary', { hasText: 'What customers say' }).click();
  const words = desk.getByRole('textbox', { name: 'Words' }).filter({ visible: true });
  await expect(words.last()).toHaveValue('It was easy. And it sounds good.');
  // Visitors don't see a draft.
  expect(await (await page.request.get('/')).text()).not.toContain('It was easy.');

  await form.getByRole('button', { name: 'Remove it from your website' }).click();
  await expect(form.getByRole('status')).toHaveText('We’ll remove your review from our website.');
  await expect(form.getByRole('button')).toHaveCount(0);
  await desk.goto(`/admin-dashboard#/case/${orderNumber}`);
  await expect(card).toContainText('the customer wants it removed from your website');
});
