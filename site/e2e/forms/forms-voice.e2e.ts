import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { ENOUGH, fill, newEmail, stored } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';

const VOICE_SUBMISSIONS_PATH = pathOf('GET /api/json/voice-agent-submissions');

test('a request without an order gets a number and opens the thank-you page @long', async ({ page }) => {
  const email = newEmail();
  const answers = {
    ...ENOUGH.voice(email),
    businessDescription: 'We repair and sell bicycles.',
    notes: 'https://marlow-bicycles.example',
  };
  await page.goto('/chatbot-form');
  await fill(page, answers);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText('Request submitted successfully!', { exact: true })).toBeVisible();
  await page.waitForURL('**/form-thank-you?**');
  const query = new URL(page.url()).searchParams;
  expect(query.get('type')).toBe('chatbot');
  expect(query.get('orderNumber')).toMatch(/^ORD-\d{5,}$/);
  expect(query.get('email')).toBe(email);
  await expect(page.getByText('operational in 1-2 business days')).toBeVisible();
  expect(await stored(page, VOICE_SUBMISSIONS_PATH, email)).toMatchObject([
    { ...answers, formType: 'voice-agent', orderNumber: query.get('orderNumber'), orderMatch: 'request' },
  ]);
});
